import { chosenEvents } from "@rcpt/api/WebhookEndpoint"
import { Effect } from "effect"

import { receiver, status } from "../service/webhooks/webhookWorld.ts"
import { assert } from "../support/vitest.ts"
import { newest, sendTest, set, verifyList } from "./webhookPage.ts"
import { BrowserWorld, inBrowser } from "./world.ts"

inBrowser("The page of a webhook endpoint", { env: { RCPT_WEBHOOK_ALLOW_HTTP: "on" } }, (it) => {
  it.effect("adds a second endpoint with a choice of events, and tells both apart", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    const [first, second] = [yield* receiver(), yield* receiver()]
    yield* Effect.promise(async () => {
      await set(page, first.url)
      await page.getByRole("link", { name: "All endpoints" }).click()
      await page.getByRole("button", { name: "Add endpoint" }).click()
      const dialog = page.getByRole("dialog", { name: "Add endpoint" })
      await dialog.getByLabel("URL").fill(second.url)
      for (const event of chosenEvents) await dialog.getByLabel(event).click()
      await dialog.getByText("Choose one event at least.").waitFor()
      await dialog.getByLabel("job.completed").click()
      await dialog.getByLabel("Description").fill("Billing")
      await dialog.getByRole("button", { name: "Add", exact: true }).click()
      await page.getByRole("heading", { name: "Billing" }).waitFor()
      await sendTest(page)
      await newest(page).getByText("Delivered").waitFor()
      await page.getByRole("link", { name: "All endpoints" }).click()
      const rows = page.getByRole("table", { name: "Endpoints, oldest first" }).getByRole("row")
      assert.match(await rows.nth(1).innerText(), /All/)
      assert.match(await rows.nth(2).innerText(), /Billing[^]*job\.completed/)
    })
    assert.deepStrictEqual([first.heard.length, second.heard.length], [0, 1])
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "shows what was sent and answered, and resends what failed while it was off",
    function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const { page, complaints } = yield* visitAsOwner()
      const to = yield* receiver()
      to.answers((response) => response.writeHead(500).end("no room for this"))
      yield* Effect.promise(async () => {
        await set(page, to.url)
        await verifyList(page)
        await newest(page).getByText("500").waitFor()
        await newest(page).getByRole("button", { name: "Details" }).click()
        const attempts = page.getByRole("list", { name: "Attempts, newest first" })
        await attempts.getByText("no room for this").first().waitFor()
        await attempts.getByText("Request headers").first().click()
        await attempts
          .getByText(/webhook-signature: v1,/)
          .first()
          .waitFor()
        await page.getByRole("region", { name: "Request body, formatted" }).waitFor()

        await page.getByRole("button", { name: "Switch off" }).click()
        const dialog = page.getByRole("dialog", { name: "Switch this endpoint off?" })
        await dialog.getByRole("button", { name: "Switch off" }).click()
        await page.getByText("This endpoint is switched off").waitFor()
        await newest(page).getByText("Failed").waitFor()
      })
      const before = to.heard.length
      to.answers(status(204))
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: "Switch on" }).click()
        await page.getByText("Live", { exact: true }).waitFor()
        await page.getByRole("button", { name: "Resend failed" }).click()
        const dialog = page.getByRole("dialog", { name: "Resend failed deliveries" })
        await dialog.getByRole("button", { name: "Resend", exact: true }).click()
        await dialog.getByText("1 delivery is sent again.").waitFor()
        await dialog.getByRole("button", { name: "Close" }).click()
        await newest(page).getByText("Delivered").waitFor()
      })
      assert.strictEqual(to.heard.length, before + 1)
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("lists deliveries of all endpoints, those of removed ones too", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    const [gone, kept] = [yield* receiver(), yield* receiver()]
    yield* Effect.promise(async () => {
      await set(page, gone.url)
      await sendTest(page)
      await newest(page).getByText("Delivered").waitFor()
      await page.getByRole("button", { name: "Remove", exact: true }).click()
      const dialog = page.getByRole("dialog", { name: "Remove this endpoint?" })
      await dialog.getByRole("button", { name: "Remove endpoint" }).click()
      await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor()
      await set(page, kept.url)
      await sendTest(page)
      await newest(page).getByText("Delivered").waitFor()
      await page.getByRole("link", { name: "All endpoints" }).click()
      await page.getByRole("heading", { name: "Deliveries of all endpoints" }).waitFor()
      await newest(page).getByText(kept.url).waitFor()
      const second = page
        .getByRole("table", { name: /^Deliveries/ })
        .getByRole("row")
        .nth(2)
      assert.match(await second.innerText(), /Removed/)
    })
    assert.deepStrictEqual(complaints, [])
  })
})

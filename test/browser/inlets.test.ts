/** The pages of inlets: made, connected, watched and removed by a person. */
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { asOwner, assertAccessible, assertFits, inBrowser, open, phone, themes } from "./world.ts"

const form = (page: Page) => page.getByRole("dialog", { name: "New inlet" })

/** Returns the URL that is shown. */
const make = async (page: Page, service: string, name: string): Promise<string> => {
  await page.getByRole("button", { name: "Make inlet" }).first().click()
  await form(page).getByLabel("Service").selectOption(service)
  await form(page).getByLabel("Name", { exact: true }).fill(name)
  await form(page).getByRole("button", { name: "Make inlet" }).click()
  return page.getByRole("group", { name: "URL", exact: true }).locator("code").innerText()
}

/** As the mail service does, which knows the URL alone. */
const bounce = async (url: string, email: string): Promise<number> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      RecordType: "Bounce",
      ID: Date.now(),
      MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
      Type: "HardBounce",
      Email: email,
      BouncedAt: new Date().toISOString(),
      Details: "smtp;550 5.1.1 The email account that you tried to reach does not exist."
    })
  })
  return response.status
}

inBrowser("The pages of inlets", (it) => {
  it.effect("make an inlet, show what becomes of its events, and end it", () =>
    asOwner(async (page) => {
      await open(page, "/inlets")
      await page.getByText("No inlets yet").waitFor()
      await page.getByRole("button", { name: "Make inlet" }).first().click()
      await form(page).getByLabel("Name", { exact: true }).fill("ann@acme.test")
      await form(page).getByRole("button", { name: "Make inlet" }).click()
      await form(page).getByText("The name must not contain an email address").waitFor()
      await form(page).getByRole("button", { name: "Cancel" }).click()

      const url = await make(page, "Postmark", "Newsletter")
      await page.getByText("on your message stream under Webhooks").waitFor()
      assert.strictEqual(await bounce(url, "stranger@acme.test"), 200)

      await page.getByRole("link", { name: "Newsletter" }).click()
      const row = page.getByRole("row").filter({ hasText: "stranger@acme.test" })
      await row.getByText("Not verified by you").waitFor()
      assert.match(await row.innerText(), /Bounced[\s\S]*550 5\.1\.1/)

      await page.getByRole("button", { name: "Replace URL" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Replace URL" }).click()
      const next = page.getByRole("group", { name: "URL", exact: true }).locator("code")
      await page.getByText("The URL from before works until").waitFor()
      assert.notStrictEqual(await next.innerText(), url)
      assert.strictEqual(await bounce(await next.innerText(), "other@acme.test"), 200)

      await page.getByRole("button", { name: "Remove inlet" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Remove inlet" }).click()
      await page.getByText("No inlets yet").waitFor()
      assert.strictEqual(await bounce(url, "late@acme.test"), 404)
    })
  )

  it.effect("say that a service which signs needs its key, and take it", () =>
    asOwner(async (page) => {
      await open(page, "/inlets")
      await make(page, "Resend", "Receipts")
      await page.getByRole("row").filter({ hasText: "Receipts" }).getByText("Needs a key").waitFor()
      await page.getByRole("link", { name: "Receipts" }).click()
      await page.getByText("takes no events until its signing key is set").waitFor()
      await page.getByRole("button", { name: "Set signing key" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Signing key").fill("none")
      await dialog.getByRole("button", { name: "Save" }).click()
      await dialog.getByText("The signing key must").waitFor()
      await dialog.getByLabel("Signing key").fill(`whsec_${Buffer.alloc(24, 7).toString("base64")}`)
      await dialog.getByRole("button", { name: "Save" }).click()
      await page.getByText("Takes events").waitFor()
    })
  )

  for (const colorScheme of themes)
    it.effect(`are accessible and fit a phone, in ${colorScheme}`, () =>
      asOwner(
        async (page) => {
          await open(page, "/inlets")
          const name = `${"long".repeat(12)} ${colorScheme}`
          const url = await make(page, "Postmark", name)
          await bounce(url, `${"reader".repeat(8)}@acme.test`)
          await assertFits(page)
          await assertAccessible(page)
          await page.getByRole("link", { name }).click()
          await page.getByText("Not verified by you").first().waitFor()
          await assertFits(page)
          await assertAccessible(page)
        },
        { colorScheme, ...phone }
      )
    )
})

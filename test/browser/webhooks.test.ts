import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"

import { isSignedWith, receiver, status, until, verified } from "../service/webhookWorld.ts"
import { chromium, describeWith } from "../support/needs.ts"
import { change, newest, remove, rotate, sendTest, set, shownSecret } from "./webhookPage.ts"
import {
  assertAccessible,
  assertFits,
  BrowserWorld,
  browserWorld,
  live,
  open,
  phone,
  themes
} from "./world.ts"

describeWith(chromium, "The page of webhooks", () => {
  layer(
    browserWorld({ env: { RCPT_WEBHOOK_ALLOW_HTTP: "on" } }),
    live
  )((it) => {
    it.effect("sets a URL, and says beside the field why one is refused", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page, complaints } = yield* visitAsOwner()
        const to = yield* receiver()
        yield* Effect.promise(async () => {
          await open(page, "/webhooks")
          await remove(page)
          await open(page, "/webhooks")
          await page.getByLabel("URL").fill("http://10.0.0.1/hook")
          await page.getByRole("button", { name: "Set webhook" }).click()
          await page.getByText("The URL must lead to a public address").waitFor()
          await page.getByLabel("URL").fill(to.url)
          await page.keyboard.press("Enter")
          await page.getByText(to.url, { exact: true }).waitFor()
          await page.reload()
          await page.getByText(to.url, { exact: true }).waitFor()
          await page.getByRole("button", { name: "Remove" }).click()
          const dialog = page.getByRole("dialog", { name: "Remove the webhook?" })
          await dialog.getByRole("button", { name: "Remove webhook" }).click()
          await page.getByRole("button", { name: "Set webhook" }).waitFor()
          assert.strictEqual(await remove(page), 404)
        })
        assert.deepStrictEqual(complaints, [])
      })
    )

    it.effect("sends a test that the secret shown here verifies, and sends it again", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const to = yield* receiver()
        yield* Effect.promise(async () => {
          await set(page, to.url)
          assert.strictEqual(await page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/).count(), 0)
          await sendTest(page)
          await newest(page).getByText("Delivered").waitFor()
          assert.include(await newest(page).innerText(), "204")
        })
        const secret = yield* Effect.promise(() => shownSecret(page))
        assert.deepInclude(verified(secret, to.heard[0]!), { type: "webhook.test" })
        yield* Effect.promise(() =>
          newest(page).getByRole("button", { name: "Send again" }).click()
        )
        yield* until(() => to.heard.length === 2)
        assert.strictEqual(to.heard[0]!.headers["webhook-id"], to.heard[1]!.headers["webhook-id"])
      })
    )

    it.effect("rotates the secret, and both sign until the page's time is over", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const to = yield* receiver()
        yield* Effect.promise(() => set(page, to.url))
        const before = yield* Effect.promise(() => shownSecret(page))
        yield* Effect.promise(() => rotate(page))
        const after = yield* Effect.promise(() =>
          page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/).innerText()
        )
        assert.notStrictEqual(after, before)
        yield* Effect.promise(() => sendTest(page))
        yield* until(() => to.heard.length === 1)
        assert.isTrue(isSignedWith(before, to.heard[0]!))
        assert.isTrue(isSignedWith(after, to.heard[0]!))
      })
    )

    it.effect("shows what was in the way and when it is tried next, and tests again at once", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const to = yield* receiver()
        to.answers(status(500))
        yield* Effect.promise(async () => {
          await set(page, to.url)
          await sendTest(page)
          await newest(page).getByText("500").waitFor()
          await page.getByText("The receiver fails").waitFor()
          assert.include(await newest(page).innerText(), "Pending")
          // Its second attempt fails, too, and the third is five minutes away.
          await newest(page).getByRole("cell", { name: "2", exact: true }).waitFor()
        })
        to.answers(status(204))
        yield* Effect.promise(async () => {
          await sendTest(page)
          await newest(page).getByText("Delivered").waitFor()
          await page.getByText("The receiver fails").waitFor({ state: "detached" })
        })
      })
    )

    it.effect("says why a webhook is disabled, and brings it back", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const to = yield* receiver()
        to.answers(status(410))
        yield* Effect.promise(async () => {
          await set(page, to.url)
          await sendTest(page)
          await page.getByText("Nothing is sent to this URL").waitFor()
          await page.getByText("answered 410 Gone").waitFor()
          assert.isTrue(await page.getByRole("button", { name: "Send a test" }).isDisabled())
        })
        to.answers(status(204))
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Enable this URL again" }).click()
          await page.getByText("Live", { exact: true }).waitFor()
          await sendTest(page)
          await newest(page).getByText("Delivered").waitFor()
        })
      })
    )

    it.effect("pages through deliveries, and Back leads back", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const to = yield* receiver()
        yield* Effect.promise(async () => {
          await set(page, to.url)
          for (let sent = 1; sent <= 11; sent++) {
            await page.evaluate(() => fetch("/api/v1/webhook/test", { method: "POST" }))
            // Else it is the same test that is asked for.
            while (to.heard.length < sent) await page.waitForTimeout(50)
            await page.waitForTimeout(200)
          }
          await open(page, "/webhooks")
          const pages = page.getByRole("navigation", { name: "Pages of deliveries" })
          await pages.getByRole("button", { name: "Older" }).click()
          await page.waitForURL("**/webhooks?cursor=*")
          await pages.getByRole("button", { name: "Newest" }).isEnabled()
          await page.goBack()
          await page.waitForURL("**/webhooks")
        })
      })
    )

    for (const colorScheme of themes)
      it.effect(`finds nothing in the way of access, in ${colorScheme}`, () =>
        Effect.gen(function* () {
          const { visitAsOwner } = yield* BrowserWorld
          const { page, complaints } = yield* visitAsOwner({ colorScheme, ...phone })
          const to = yield* receiver()
          yield* Effect.promise(async () => {
            await open(page, "/webhooks")
            await remove(page)
            await open(page, "/webhooks")
            await assertFits(page)
            await assertAccessible(page)
            await set(page, to.url)
            await rotate(page)
            await shownSecret(page)
            await sendTest(page)
            await newest(page).getByText("Delivered").waitFor()
            await assertFits(page)
            await assertAccessible(page)
            to.answers(status(410))
            await change(page, `${to.url}/other`)
            await page.getByText(`${to.url}/other`, { exact: true }).waitFor()
            await sendTest(page)
            await page.getByText("Nothing is sent to this URL").waitFor()
            await assertFits(page)
            await assertAccessible(page)
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
  })
})

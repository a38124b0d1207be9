import { Effect } from "effect"

import {
  isSignedWith,
  receiver,
  status,
  until,
  verified
} from "../service/webhooks/webhookWorld.ts"
import { assert } from "../support/vitest.ts"
import {
  change,
  newest,
  receiving,
  remove,
  rotate,
  sendTest,
  set,
  shownSecret,
  verifyList,
  visitAsNewcomer
} from "./webhookPage.ts"
import {
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  themes
} from "./world.ts"

inBrowser("The webhooks page", receiving, (it) => {
  it.effect("adds a webhook, and shows at the field why a URL is refused", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    const to = yield* receiver()
    yield* Effect.promise(async () => {
      await open(page, "/webhooks")
      await remove(page)
      await open(page, "/webhooks")
      await page.getByLabel("URL").fill("http://10.0.0.1/hook")
      await page.getByRole("button", { name: "Add webhook" }).click()
      await page.getByText("The URL must lead to a public address").waitFor()
      await page.getByLabel("URL").fill(to.url)
      await page.keyboard.press("Enter")
      await page.getByText(to.url, { exact: true }).waitFor()
      await page.reload()
      await page.getByText(to.url, { exact: true }).waitFor()
      await page.getByRole("button", { name: "Remove" }).click()
      const dialog = page.getByRole("dialog", { name: "Remove this endpoint?" })
      await dialog.getByRole("button", { name: "Remove endpoint" }).click()
      await page.getByRole("button", { name: "Add webhook" }).waitFor()
      assert.strictEqual(await remove(page), 404)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("sends a test event that the shown secret verifies, and resends it", function* () {
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
    yield* Effect.promise(() => newest(page).getByRole("button", { name: "Resend" }).click())
    yield* until(() => to.heard.length === 2)
    // In place of a test event another one is sent.
    assert.deepInclude(verified(secret, to.heard[1]!), { type: "webhook.test" })
  })

  it.effect("rotates the secret, and then both secrets sign", function* () {
    const { page } = yield* (yield* BrowserWorld).visitAsOwner()
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

  it.effect(
    "shows a failure and the next attempt, and sends another test event at once",
    function* () {
      const { page } = yield* (yield* BrowserWorld).visitAsOwner()
      const to = yield* receiver()
      to.answers(status(500))
      yield* Effect.promise(async () => {
        await set(page, to.url)
        await verifyList(page)
        await newest(page).getByText("500").waitFor()
        await page.getByText("Deliveries are failing").waitFor()
        assert.include(await newest(page).innerText(), "Pending")
        // The second attempt fails too, and the third is five minutes away.
        await newest(page).getByRole("cell", { name: "2", exact: true }).waitFor()
      })
      to.answers(status(204))
      yield* Effect.promise(async () => {
        await sendTest(page)
        await newest(page).getByText("Delivered").waitFor()
        await page.getByText("Deliveries are failing").waitFor({ state: "detached" })
      })
    }
  )

  it.effect("shows why a webhook is disabled, and enables it again", function* () {
    const { page } = yield* visitAsNewcomer()
    const to = yield* receiver()
    to.answers(status(410))
    yield* Effect.promise(async () => {
      await set(page, to.url)
      await sendTest(page)
      await page.getByText("This endpoint is disabled").waitFor()
      await page.getByText("answered 410 Gone").waitFor()
      assert.isTrue(await page.getByRole("button", { name: "Send test event" }).isDisabled())
    })
    to.answers(status(204))
    yield* Effect.promise(async () => {
      await page.getByRole("button", { name: "Enable again" }).click()
      await page.getByText("Live", { exact: true }).waitFor()
      await sendTest(page)
      await newest(page).getByText("Delivered").waitFor()
    })
  })

  it.effect("pages through deliveries, and Back returns to the first page", function* () {
    const { page } = yield* (yield* BrowserWorld).visitAsOwner()
    const to = yield* receiver()
    yield* Effect.promise(async () => {
      await set(page, to.url)
      for (let sent = 1; sent <= 11; sent++) await verifyList(page)
    })
    yield* until(() => to.heard.length === 11)
    yield* Effect.promise(async () => {
      await page.reload()
      const pages = page.getByRole("navigation", { name: "Pages of deliveries" })
      await pages.getByRole("button", { name: "Older" }).click()
      await page.waitForURL("**/webhooks/*?cursor=*")
      await pages.getByRole("button", { name: "Newest" }).isEnabled()
      await page.goBack()
      await page.waitForURL((url) => url.search === "")
    })
  })

  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone, in ${colorScheme}`, function* () {
      const { page, complaints } = yield* visitAsNewcomer({ colorScheme, ...phone })
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
        await newest(page).getByRole("button", { name: "Details" }).click()
        await page.getByRole("list", { name: "Attempts, newest first" }).waitFor()
        await assertFits(page)
        await assertAccessible(page)
        to.answers(status(410))
        await change(page, `${to.url}/other`)
        await page.getByText(`${to.url}/other`, { exact: true }).waitFor()
        await sendTest(page)
        await page.getByText("This endpoint is disabled").waitFor()
        await assertFits(page)
        await assertAccessible(page)
        await page.getByRole("link", { name: "All endpoints" }).click()
        for (const language of ["Python", "Go"]) {
          await page.getByRole("tab", { name: language }).click()
          await assertFits(page)
          await assertAccessible(page)
        }
        await page.getByRole("button", { name: "Add endpoint" }).click()
        await page.getByRole("dialog", { name: "Add endpoint" }).waitFor()
        await assertFits(page)
        await assertAccessible(page)
      })
      assert.deepStrictEqual(complaints, [])
    })
})

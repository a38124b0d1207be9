import { Effect } from "effect"
import type { Page } from "playwright-core"

import { make } from "../service/accounts/keysWorld.ts"
import { sent, verifyPath } from "../service/activity/activityWorld.ts"
import { json } from "../service/erasure/erasureWorld.ts"
import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  phone,
  themes
} from "./world.ts"

const table = (page: Page) => page.getByRole("table", { name: "Checks and requests" })
const names = (page: Page) => table(page).getByRole("rowheader").allInnerTexts()

inBrowser("The activity page", (it) => {
  it.effect("is empty at first, and says what will be there", () =>
    asOwner(async (page) => {
      assert.strictEqual(await open(page, "/activity"), "Activity")
      await page.getByText("No activity yet").waitFor()
      await assertAccessible(page)
    })
  )

  it.effect(
    "lists checks and requests, and finds them by address, id, key and status",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { key: apiKey } = yield* make(running, { name: "Sign-up form" })
      yield* sent(running, verifyPath("support@acme.test"), { apiKey })
      const { requestId } = yield* sent(running, verifyPath("gone@acme.test", "&mode=deep"))
      yield* sent(running, "/api/v1/jobs/1", { apiKey })
      const emails = ["ann@acme.test", "bob@acme.test"]
      yield* sent(running, "/api/v1/verify/batch", json({ emails }), 3)
      const { page, complaints } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        await open(page, "/keys")
        await page.getByRole("link", { name: "Requests of Sign-up form" }).click()
        await page.getByText("GET /jobs/{id}").waitFor()
        const ofKey = await names(page)
        assert.lengthOf(ofKey, 2)
        assert.match(ofKey[0]!, /GET \/jobs\/\{id\}[^]*API request/)
        assert.match(ofKey[1]!, /s\*\*\*@acme\.test[^]*Check, fast/)
        await page.getByLabel("Response").selectOption("Refused (4xx)")
        await page.getByText("404 Error").waitFor()
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        await page.reload()
        await page.getByText("404 Error").waitFor()
        assert.lengthOf(await names(page), 1)
        await page.getByRole("button", { name: "Clear filters" }).click()
        await page.getByText("a***@acme.test").waitFor()

        await page.getByLabel("Address or request id").fill(requestId)
        await page.locator("#main").getByRole("button", { name: "Search" }).click()
        await page.getByText("g***@acme.test").waitFor()
        await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        assert.match((await names(page))[0]!, /g\*\*\*@acme\.test[^]*Check, deep/)
        await page.getByLabel("Address or request id").fill("SUPPORT@acme.test")
        await page.locator("#main").getByRole("button", { name: "Search" }).click()
        await page.getByText("s***@acme.test").waitFor()
        assert.lengthOf(await names(page), 1)
        await page.getByLabel("Address or request id").fill("nobody@acme.test")
        await page.locator("#main").getByRole("button", { name: "Search" }).click()
        await page.getByText("Nothing matches").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("opens a check with its full answer, and leads to the receipt and back", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { row, requestId } = yield* sent(running, verifyPath("gone@acme.test", "&mode=deep"))
    const { page, complaints } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      assert.strictEqual(await open(page, `/activity/${requestId}`), "gone@acme.test")
      const answer = page.getByRole("region", { name: "gone@acme.test" })
      await answer.getByText("mailbox_not_found").waitFor()
      await page.getByText(requestId).waitFor()
      await page.getByRole("link", { name: /^Receipt / }).click()
      await page.getByRole("heading", { level: 1, name: /^Receipt/ }).waitFor()
      await page.getByRole("link", { name: "The check and its answer" }).click()
      await page.getByRole("heading", { level: 1, name: "gone@acme.test" }).waitFor()
      assert.include(page.url(), row.id)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect(
    "has the last answer on the page Verify after a reload, and charges nothing",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { page, complaints } = yield* visitAsOwner()
      const credits = Effect.map(running.get("/api/v1/account"), ({ json: account }) =>
        Number(Object(account).credits)
      )
      yield* Effect.promise(async () => {
        await open(page, "/verify")
        await page.getByLabel("Email address").fill("bob@acme.test")
        await page
          .getByRole("button", { name: /^Verify/ })
          .first()
          .click()
        await page.getByRole("region", { name: "bob@acme.test" }).waitFor()
      })
      yield* Effect.sleep("2 seconds")
      const before = yield* credits
      yield* Effect.promise(async () => {
        await page.reload()
        await page.getByText("Nothing was checked or charged now").waitFor()
        await page.getByRole("region", { name: "bob@acme.test" }).waitFor()
        await assertAccessible(page)
      })
      assert.strictEqual(yield* credits, before)
      assert.deepStrictEqual(complaints, [])
    }
  )

  for (const colorScheme of themes)
    it.effect(`is accessible and fits, ${colorScheme}, also on a phone`, function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      const { row } = yield* sent(running, verifyPath("gone@acme.test", "&mode=deep"))
      for (const size of [{}, phone]) {
        const { page } = yield* visitAsOwner({ colorScheme, ...size })
        yield* Effect.promise(async () => {
          for (const path of ["/activity", `/activity/${row.id}`, "/activity/unknown"]) {
            await open(page, path)
            await assertAccessible(page)
            await assertFits(page)
          }
        })
      }
    })
})

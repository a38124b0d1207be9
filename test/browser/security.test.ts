import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import {
  asOwner,
  assertAccessible,
  assertFits,
  BrowserWorld,
  inBrowser,
  open,
  owner,
  phone,
  themes
} from "./world.ts"

const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, json]) =>
      (
        await fetch(`/api/v1${to}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: json!
        })
      ).json(),
    [path, JSON.stringify(body)]
  ) as Promise<Readonly<Record<string, string>>>

const row = (page: Page, name: RegExp) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) })
    .first()

/** A key that is used beyond its scope, and a failed sign-in. */
const cause = async (page: Page): Promise<void> => {
  const { key } = await post(page, "/keys", { name: "reader", scopes: ["read"] })
  await page.evaluate((apiKey) => fetch("/api/v1/keys", { headers: { "x-api-key": apiKey! } }), key)
  await post(page, "/session", { email: owner.email, password: "wrong horse battery" })
}

inBrowser("The security page", (it) => {
  it.effect("lists what was done and what was refused, in words", () =>
    asOwner(async (page) => {
      await cause(page)
      await page.getByRole("link", { name: "Security" }).click()
      await page.getByRole("heading", { name: "Security", level: 1 }).waitFor()
      await page.getByText("Sign-in failed").waitFor()
      const texts = await Promise.all(
        [/^Signed in/, /^API key created/, /^Request not permitted/, /^Sign-in failed/].map(
          (name) => row(page, name).innerText()
        )
      )
      assert.match(texts[0]!, /owner@rcpt\.test, \w+/)
      assert.match(texts[0]!, /address\s+[\da-f]{8}/)
      assert.match(texts[0]!, /[\da-f]{8}-[\da-f]{4}-7/)
      assert.match(texts[1]!, /reader \(…\w{4}\)/)
      assert.match(texts[2]!, /Key reader \(…\w{4}\), \w+/)
      assert.match(texts[3]!, /Not signed in, \w+/)
    })
  )

  it.effect("moves to older events, and back", () =>
    asOwner(async (page) => {
      for (let n = 0; n < 26; n++) {
        const { id } = await post(page, "/keys", { name: `key ${n}` })
        assert.isDefined(id)
      }
      await open(page, "/security")
      await page.getByRole("button", { name: "Older" }).click()
      await page.waitForURL("**/security?cursor=*")
      await page.getByText("Account opened").waitFor()
      await page.getByRole("button", { name: "Newest" }).click()
      await page.getByText("key 25", { exact: false }).waitFor()
    })
  )

  for (const colorScheme of themes)
    it.effect(`is accessible and fits a phone, in ${colorScheme}`, function* () {
      const { visitAsOwner } = yield* BrowserWorld
      const wide = yield* visitAsOwner({ colorScheme })
      const narrow = yield* visitAsOwner({ colorScheme, ...phone })
      yield* Effect.promise(async () => {
        await cause(wide.page)
        for (const { page } of [wide, narrow]) {
          await open(page, "/security")
          await page.getByText("Sign-in failed").first().waitFor()
          await assertFits(page)
          await assertAccessible(page)
        }
      })
      assert.deepStrictEqual([...wide.complaints, ...narrow.complaints], [])
    })
})

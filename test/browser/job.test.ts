import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"

import { chromium, describeWith } from "../support/needs.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { assertAccessible, BrowserWorld, browserWorld, live } from "./world.ts"

const walk = (run: (page: Page) => Promise<void>) =>
  Effect.gen(function* () {
    const { visitAsOwner } = yield* BrowserWorld
    const { page, complaints } = yield* visitAsOwner()
    yield* Effect.promise(() => run(page))
    assert.deepStrictEqual(complaints, [])
  })

/** One of its mail servers wants to be asked again in five minutes: so long it goes on. */
const waiting = listFile("waiting.csv", [
  "email",
  "ann@acme.test",
  "gone@acme.test",
  "ann@nowhere.test",
  "ann@grey.test"
])

const threeOfFour = async (page: Page): Promise<void> => {
  await page.getByText("3 of 4 rows").waitFor({ timeout: jobWaitMax })
  await page.getByText("Waiting for mail servers").waitFor({ timeout: jobWaitMax })
}

describeWith(chromium, "The page of a job", () => {
  layer(
    browserWorld(),
    live
  )((it) => {
    it.effect(
      "goes on after a reload, can be cancelled, keeps what was verified, and is deleted",
      () =>
        walk(async (page) => {
          await startList(page, waiting, "deep")
          await threeOfFour(page)
          await page.reload()
          await threeOfFour(page)

          await page.getByRole("button", { name: "Cancel job" }).click()
          const dialog = page.getByRole("dialog", { name: "Cancel this job?" })
          assert.include(await dialog.innerText(), "3 of 4 rows have their result")
          await dialog.getByRole("button", { name: "Cancel job" }).click()
          await page.getByText("This job was cancelled").waitFor()
          const credits = page.getByRole("region", { name: "Credits" })
          // 20 held: 5 + 5 + 1 for what was asked and learnt.
          await credits.getByText("11 credits").waitFor()
          assert.match(await credits.innerText(), /Returned at its end\s*−9/)
          await page.getByText("3 rows", { exact: true }).waitFor()
          const all = await page.getByRole("link", { name: "All rows" }).getAttribute("href")
          const answer = await page.request.get(all ?? "")
          assert.strictEqual((await answer.text()).trimEnd().split("\r\n").length, 4)

          await credits.getByRole("link", { name: "In the ledger" }).click()
          await page.waitForURL("**/ledger?job=*")
          await page.goBack()
          await page.getByRole("button", { name: "Delete" }).click()
          await page.getByRole("dialog").getByRole("button", { name: "Delete list" }).click()
          await page.waitForURL("**/bulk")
          await page.getByText("No lists yet").waitFor()
        })
    )

    it.effect("leaves a job alone that has ended before its end was asked for", () =>
      walk(async (page) => {
        const path = await startList(page, waiting, "deep")
        await page.getByText("3 of 4 rows").waitFor({ timeout: jobWaitMax })
        const job = `/api/v1${path}`
        const end = () => page.evaluate((job) => fetch(job, { method: "DELETE" }), job)
        let deletions = 0
        page.on("request", (request) => (deletions += request.method() === "DELETE" ? 1 : 0))
        await page.getByRole("button", { name: "Cancel job" }).click()
        // Another window ends it between the question and the deed: a second DELETE would erase it.
        let isEnded = false
        await page.route(`**${job}`, async (route) => {
          if (route.request().method() === "GET" && !isEnded) {
            isEnded = true
            await end()
          }
          await route.continue()
        })
        await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click()
        await page.getByText("This job was cancelled").waitFor()
        await page.getByText("3 rows", { exact: true }).waitFor()
        assert.strictEqual(deletions, 1)
        assert.strictEqual((await page.request.get(job)).status(), 200)
      })
    )

    it.effect("says that there is no such job, whatever stands in the address", () =>
      walk(async (page) => {
        await page.goto("/jobs/01a1fcff-4e1c-7f09-8606-b3e72c527373")
        await page.getByRole("heading", { level: 1, name: "No such list" }).waitFor()
        await page.goto("/jobs/..%2Faccount?page=x&status=none&sub_status=!")
        await page.getByRole("heading", { level: 1, name: "No such list" }).waitFor()
      })
    )

    it.effect("can be followed by everybody, in both themes and on a phone", () =>
      walk(async (page) => {
        const path = await startList(page, waiting, "deep")
        await threeOfFour(page)
        await forEveryLook(page, assertAccessible)
        await page.getByRole("button", { name: "Cancel job" }).click()
        await page.getByRole("dialog").waitFor()
        await assertAccessible(page)
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await page.evaluate((path) => fetch(path, { method: "DELETE" }), `/api/v1${path}`)
        await page.getByText("This job was cancelled").waitFor()
        await page.getByText("3 rows", { exact: true }).waitFor()
        await forEveryLook(page, assertAccessible)
      })
    )
  })
})

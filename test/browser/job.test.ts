import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser } from "./world.ts"

/** One of its mail servers uses greylisting, so that the job runs for at least five minutes. */
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
  await page.getByText(/^1 address waits until \d\d:\d\d$/).waitFor()
}

inBrowser("The page of a job", (it) => {
  it.effect(
    "continues after a reload, can be cancelled, keeps its results, and can be deleted",
    () =>
      asOwner(async (page) => {
        await startList(page, waiting, "deep")
        await threeOfFour(page)
        await page.reload()
        await threeOfFour(page)

        await page.getByRole("button", { name: "Cancel list" }).click()
        const dialog = page.getByRole("dialog", { name: "Cancel this list?" })
        assert.include(await dialog.innerText(), "3 of 4 rows have a result")
        await dialog.getByRole("button", { name: "Cancel list" }).click()
        await page.getByText("This list was cancelled").waitFor()
        const credits = page.getByRole("region", { name: "Credits" })
        // 20 held, 5 + 5 + 1 charged for the three results.
        await credits.getByText("11 credits").waitFor()
        assert.match(await credits.innerText(), /Refunded at end\s*−9/)
        await page.getByText("3 rows", { exact: true }).waitFor()
        const all = await page.getByRole("link", { name: "All rows" }).getAttribute("href")
        const csv = await page.request.get(all ?? "")
        assert.strictEqual((await csv.text()).trimEnd().split("\r\n").length, 4)

        await credits.getByRole("link", { name: "View in ledger" }).click()
        await page.waitForURL("**/ledger?job=*")
        await page.goBack()
        await page.getByRole("button", { name: "Delete" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete list" }).click()
        await page.waitForURL("**/bulk")
        await page.getByText("No lists yet").waitFor()
      })
  )

  it.effect("shows rows and credits while it runs, and ends without the waiting addresses", () =>
    asOwner(async (page) => {
      const path = await startList(page, waiting, "deep")
      await threeOfFour(page)
      const rows = page.getByRole("table", { name: "Rows of this list, in file order" })
      await rows.getByText("gone@acme.test").first().waitFor()
      assert.notInclude(await rows.innerText(), "ann@grey.test")
      // 20 held, 5 + 5 + 1 charged for the three results.
      const line = "Still held: 9. Charged so far: 11. To come: at most 5."
      await page.getByRole("region", { name: "Credits" }).getByText(line).waitFor()
      for (const other of ["/", "/ledger"]) {
        await page.goto(other)
        await page.getByRole("table").getByText(line).waitFor()
      }
      await page.goto(path)
      const button = page.getByRole("button", { name: "Finish without the waiting address" })
      await button.waitFor()
      await button.click()
      const dialog = page.getByRole("dialog", { name: "Finish without the waiting address?" })
      await dialog.getByRole("button", { name: "Finish list" }).click()
      await rows.getByText("ann@grey.test").first().waitFor()
      const credits = page.getByRole("region", { name: "Credits" })
      await credits.getByText("12 credits").waitFor()
      assert.match(await credits.innerText(), /Refunded at end\s*−8/)
      await page.evaluate((path) => fetch(path, { method: "DELETE" }), `/api/v1${path}`)
    })
  )

  it.effect("does not delete a job that has ended before it could be cancelled", () =>
    asOwner(async (page) => {
      const path = await startList(page, waiting, "deep")
      await page.getByText("3 of 4 rows").waitFor({ timeout: jobWaitMax })
      const job = `/api/v1${path}`
      const end = () => page.evaluate((job) => fetch(job, { method: "DELETE" }), job)
      let deletions = 0
      page.on("request", (request) => (deletions += request.method() === "DELETE" ? 1 : 0))
      await page.getByRole("button", { name: "Cancel list" }).click()
      // Another window cancels it first: a second DELETE would delete the job.
      let isEnded = false
      await page.route(`**${job}`, async (route) => {
        if (route.request().method() === "GET" && !isEnded) {
          isEnded = true
          await end()
        }
        await route.continue()
      })
      await page.getByRole("dialog").getByRole("button", { name: "Cancel list" }).click()
      await page.getByText("This list was cancelled").waitFor()
      await page.getByText("3 rows", { exact: true }).waitFor()
      assert.strictEqual(deletions, 1)
      assert.strictEqual((await page.request.get(job)).status(), 200)
    })
  )

  it.effect("reports a list that does not exist, whatever is in the URL", () =>
    asOwner(async (page) => {
      await page.goto("/jobs/01a1fcff-4e1c-7f09-8606-b3e72c527373")
      await page.getByRole("heading", { level: 1, name: "List not found" }).waitFor()
      await page.goto("/jobs/..%2Faccount?page=x&status=none&sub_status=!")
      await page.getByRole("heading", { level: 1, name: "List not found" }).waitFor()
    })
  )

  it.effect("is accessible while it runs and after, in both themes and on a phone", () =>
    asOwner(async (page) => {
      const path = await startList(page, waiting, "deep")
      await threeOfFour(page)
      await forEveryLook(page, assertAccessible)
      await page.getByRole("button", { name: "Cancel list" }).click()
      await page.getByRole("dialog").waitFor()
      await assertAccessible(page)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await page.evaluate((path) => fetch(path, { method: "DELETE" }), `/api/v1${path}`)
      await page.getByText("This list was cancelled").waitFor()
      await page.getByText("3 rows", { exact: true }).waitFor()
      await forEveryLook(page, assertAccessible)
    })
  )
})

/** A list that comes again, and what its rows say: what changed, what to do and when, in which order. */
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, inBrowser } from "./world.ts"

const first = listFile("weekly.csv", [
  "email",
  "ann@acme.test",
  "bob@acme.test",
  "old@nowhere.test"
])
const second = listFile("weekly.csv", [
  "email",
  "zoe@acme.test",
  "ann@acme.test",
  "info@acme.test",
  "old@nowhere.test",
  "ann@servfail.test"
])

const finished = (page: Page): Promise<void> =>
  page.getByRole("group", { name: "Status" }).waitFor({ timeout: jobWaitMax })

const names = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null)
  return page.getByRole("rowheader").allInnerTexts()
}

inBrowser("A list that comes again", (it) => {
  it.effect("shows what changed, what to do with each row, and rows in any order", () =>
    asOwner(async (page) => {
      await startList(page, first)
      await finished(page)
      assert.strictEqual(await page.getByRole("heading", { name: "What changed" }).count(), 0)
      await startList(page, second)
      await finished(page)

      const changes = page.getByRole("region", { name: "What changed" })
      await changes.waitFor()
      assert.match(await changes.innerText(), /New in the list\s*3/)
      assert.match(await changes.innerText(), /No longer in the list\s*1/)
      assert.match(await changes.innerText(), /Same status\s*2/)
      const link = await changes.getByRole("link", { name: "What changed" }).getAttribute("href")
      const csv = await (await page.request.get(link ?? "")).text()
      assert.lengthOf(csv.trimEnd().split("\r\n"), 4)

      await page.getByRole("cell", { name: "Send with care" }).waitFor()
      await page.getByRole("cell", { name: /^Ask again from / }).waitFor()
      await page.getByLabel("Sort by").selectOption({ label: "Address, A to Z" })
      await page.getByRole("table", { name: /by address, a to z$/ }).waitFor()
      assert.deepStrictEqual(await names(page), [
        "ann@acme.test",
        "ann@servfail.test",
        "info@acme.test",
        "old@nowhere.test",
        "zoe@acme.test"
      ])
      await page.reload()
      await page.getByRole("table", { name: /by address, a to z$/ }).waitFor()
      await page.getByRole("button", { name: /^Evidence about old@/ }).click()
      await page.getByText("the domain does not exist").waitFor()
      await forEveryLook(page, assertAccessible)
    })
  )
})

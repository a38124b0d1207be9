import { readFile } from "node:fs/promises"

import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { rowsOn, runJob, verify } from "./ledgerTable.ts"
import type { EntryRow } from "./ledgerTable.ts"
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

const thisMonth = () => new Date().toISOString().slice(0, "2026-11".length)

const withoutId = (row: EntryRow): Omit<EntryRow, "entry"> => {
  const { entry: _, ...shown } = row
  return shown
}

/** The first address is listed twice: three rows are held, two are charged. */
const filename = "list of <b>friends<b>.csv"
const emails = ["ann@acme.test", "bob@acme.test", "ann@acme.test"]

inBrowser("The ledger page", { credits: 1_000, env: { RCPT_RATE_LIMIT: "off" } }, (it) => {
  it.effect(
    "shows the hold, the charge and the refund of a check, with correct balances",
    function* () {
      const { running, visitAsOwner } = yield* BrowserWorld
      yield* verify(running, "email=ann@yahoo.com&mode=deep")
      const { page, complaints } = yield* visitAsOwner()
      yield* Effect.promise(async () => {
        assert.strictEqual(await open(page, "/ledger?view=entries"), "Ledger")
        const shown = (await rowsOn(page)).map(withoutId)
        assert.deepStrictEqual(shown, [
          {
            type: "Refund",
            purpose: "Single check, deep – cost less than was held",
            credits: 4,
            change: 4,
            balance: 999
          },
          { type: "Charge", purpose: "Single check, deep", credits: 1, change: 0, balance: 995 },
          { type: "Hold", purpose: "Single check, deep", credits: 5, change: -5, balance: 995 },
          {
            type: "Grant",
            purpose: "first start",
            credits: 1_000,
            change: 1_000,
            balance: 1_000
          }
        ])
        await page.getByRole("link", { name: "Credits available 999" }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    }
  )

  it.effect("adds up to the balance, page by page, back to the first entry", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const checks = Array.from({ length: 30 }, (_, n) => `email=friend${n}@acme.test`)
    yield* Effect.forEach(checks, (query) => verify(running, query))
    const { page } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await open(page, "/ledger?view=entries")
      const newest = await rowsOn(page)
      await page.getByRole("button", { name: "Older" }).click()
      await page.waitForURL(/cursor=/)
      await page.locator(`a[href="/ledger/${newest[0]!.entry}"]`).waitFor({ state: "detached" })
      const all = [...newest, ...(await rowsOn(page))]
      const sums = all.map((_, at) => all.slice(at).reduce((sum, row) => sum + row.change, 0))
      assert.deepStrictEqual(
        sums,
        all.map(({ balance }) => balance)
      )
      await page.goBack()
      await page.locator(`a[href="/ledger/${newest[0]!.entry}"]`).waitFor()
      assert.isFalse(page.url().includes("cursor"))
    })
  })

  it.effect("filters by job, shown by its name, also after a reload and Back", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const job = yield* runJob(running, filename, emails)
    const { page } = yield* visitAsOwner()
    const types = async () => (await rowsOn(page)).map(({ type }) => type)
    yield* Effect.promise(async () => {
      await open(page, `/ledger?view=entries&job=${job}`)
      const chosen = page.getByLabel("List", { exact: true }).locator("option:checked")
      assert.include(await chosen.innerText(), filename)
      assert.deepStrictEqual(await types(), ["Refund", "Charge", "Hold"])
      await page.getByLabel("Type").selectOption("Charge")
      await page.waitForURL(/type=charge/)
      await page.getByRole("link", { name: /^Hold/ }).waitFor({ state: "detached" })
      await page.reload()
      await page.getByRole("link", { name: /^Charge/ }).waitFor()
      const [charge] = await rowsOn(page)
      assert.deepInclude(charge, { type: "Charge", purpose: `${filename}, fast`, credits: 2 })
      assert.strictEqual(await page.getByLabel("Type").inputValue(), "charge")
      await page.goBack()
      await page.getByRole("link", { name: /^Hold/ }).waitFor()
      assert.strictEqual(await page.getByLabel("Type").inputValue(), "")
      await page.getByRole("button", { name: "Clear filters" }).click()
      await page.waitForURL((url) => url.search === "?view=entries")
      assert.strictEqual(await page.getByLabel("List", { exact: true }).inputValue(), "")
    })
  })

  it.effect("sums up a month so that it can be checked by hand", () =>
    asOwner(async (page) => {
      await open(page, "/ledger?view=entries")
      await page.getByLabel("Month (UTC)").selectOption(thisMonth())
      const summary = page.getByRole("region", { name: /\d{4}$/ })
      await summary.waitFor()
      const values = await summary.locator("dd").allInnerTexts()
      const [opening, granted, held, refunded, now] = values.map((value) =>
        Number(value.replaceAll(",", "").replace("−", "-"))
      )
      assert.strictEqual(opening! + granted! + held! + refunded!, now)
      const [newest] = await rowsOn(page)
      assert.strictEqual(newest!.balance, now)
      await summary.getByRole("button").first().click()
      await page.getByText("No matching entries").waitFor()
      assert.match(await summary.innerText(), /Closing balance\s+0/)
    })
  )

  it.effect("downloads the shown entries as CSV", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const job = yield* runJob(running, "for the books.csv", emails)
    const { page } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await open(page, `/ledger?view=entries&job=${job}&month=${thisMonth()}`)
      const saving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Download CSV" }).click()
      const file = await saving
      assert.strictEqual(file.suggestedFilename(), `ledger-${thisMonth()}.csv`)
      const [, ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n")
      const saved = lines.map((line) => {
        const [entry, , type, credits, change, balance] = line.split(",")
        return [entry, type, Number(credits), Number(change), Number(balance)]
      })
      const shown = (await rowsOn(page)).map((row) => [
        row.entry,
        row.type.toLowerCase(),
        row.credits,
        row.change,
        row.balance
      ])
      assert.strictEqual(shown.length, 3)
      assert.deepStrictEqual(saved, shown)
    })
  })

  it.effect("reports an invalid filter instead of ignoring it", () =>
    asOwner(async (page) => {
      await open(page, "/ledger?month=november")
      await page.getByRole("alert").getByText("Month must be a month").waitFor()
      assert.strictEqual(await page.getByRole("table").count(), 0)
      await page.getByRole("button", { name: "Clear filters" }).click()
      await page.getByRole("table").waitFor()
    })
  )

  it.effect("is accessible, in both themes and on a phone", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    for (const colorScheme of themes) {
      const { page } = yield* visitAsOwner({ ...phone, colorScheme })
      yield* Effect.promise(async () => {
        await open(page, `/ledger?month=${thisMonth()}&type=refund`)
        await assertAccessible(page)
        await assertFits(page)
        await page.setViewportSize({ width: 1280, height: 800 })
        await assertAccessible(page)
      })
    }
  })
})

/** The ledger by check and job, and by month for the books. */
import { readFile } from "node:fs/promises"

import { Effect } from "effect"
import type { Page } from "playwright-core"

import { assert } from "../support/vitest.ts"
import { rowsOn, runJob, verify } from "./ledgerTable.ts"
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

const linesOn = (page: Page) => page.getByRole("table", { name: /^Checks, lists, grants/ })

/** `List people.csv, fast: 3, 2, 1, −2` */
const textsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const rows = await linesOn(page).locator(":scope > tbody > tr:not(.table-detail)").all()
  return Promise.all(
    rows.map(async (row) => {
      const name = (await row.getByRole("rowheader").innerText()).split("\n")[0]!
      const [, purpose, ...amounts] = await row.locator(".table-value").allInnerTexts()
      return `${name.replace(/ \d.*/, "")}, ${purpose}: ${amounts.slice(0, 4).join(", ")}`
    })
  )
}

inBrowser(
  "The ledger by check and job",
  {
    credits: 1_000,
    env: { RCPT_RATE_LIMIT: "off", RCPT_LEDGER_KEY: Buffer.alloc(32, "k").toString("base64") }
  },
  (it) => {
    it.effect(
      "has a line for each, with its entries in double entry when it is opened",
      function* () {
        const { running, visitAsOwner } = yield* BrowserWorld
        yield* verify(running, "email=ann@yahoo.com&mode=deep")
        yield* verify(running, "email=ann@acme.test")
        yield* runJob(running, "people.csv", ["ann@acme.test", "bob@acme.test", "ann@acme.test"])
        const { page, complaints } = yield* visitAsOwner()
        yield* Effect.promise(async () => {
          assert.strictEqual(await open(page, "/ledger"), "Ledger")
          await linesOn(page).waitFor()
          assert.deepStrictEqual(await textsOf(page), [
            "List, people.csv, fast: 3, 2, 1, −2",
            "Single check, Fast mode: 1, 1, 0, −1",
            "Single check, Deep mode: 5, 1, 4, −1",
            "Grant, first start: , , , +1,000"
          ])
          const toggle = page.getByRole("button", { name: /^3 entries/ }).last()
          await toggle.click()
          const entries = page.getByRole("table", { name: /^Ledger entries of/ })
          await entries.waitFor()
          assert.strictEqual(await toggle.getAttribute("aria-expanded"), "true")
          const shown = (await rowsOn(page)).map(({ type, change, balance }) => [
            type,
            change,
            balance
          ])
          assert.deepStrictEqual(shown, [
            ["Hold", -5, 995],
            ["Charge", 0, 995],
            ["Refund", 4, 999]
          ])
          const moves = await entries.locator("tbody td:last-child .table-value").allInnerTexts()
          assert.deepStrictEqual(
            moves.map((text) => text.replaceAll(/\s+/g, " ").replace("to ", "")),
            ["Balance → Hold", "Hold → Spent", "Hold → Balance"]
          )
          await toggle.click()
          await entries.waitFor({ state: "detached" })
        })
        assert.deepStrictEqual(complaints, [])
      }
    )

    it.effect("leads to all entries and to the statements, also by Back and by a link", () =>
      asOwner(async (page) => {
        await open(page, "/ledger")
        await page.getByRole("tab", { name: "All entries" }).click()
        await page.waitForURL(/view=entries/)
        await page.getByRole("table", { name: "Ledger entries, newest first" }).waitFor()
        await page.getByLabel("Type").selectOption("Grant")
        await page.waitForURL(/type=grant/)
        await page.getByRole("tab", { name: "Checks and lists" }).click()
        await linesOn(page).waitFor()
        assert.strictEqual(new URL(page.url()).search, "")
        await page.goBack()
        await page.getByRole("table", { name: "Ledger entries, newest first" }).waitFor()
        await page.getByRole("tab", { name: "Statements" }).click()
        const months = page.getByRole("table", { name: /^Statements/ })
        const row = months.locator("tbody tr").first()
        await row.waitFor()
        const [opening, granted, , closing] = await row.locator(".table-value").allInnerTexts()
        assert.deepStrictEqual([opening, granted], ["0", "1,000"])
        for (const format of ["PDF", "CSV"]) {
          const saving = page.waitForEvent("download")
          await row.getByRole("link", { name: new RegExp(`^${format} of`) }).click()
          const file = await saving
          const octets = await readFile(await file.path())
          if (format === "PDF") assert.strictEqual(octets.toString("latin1", 0, 5), "%PDF-")
          else assert.include(octets.toString("utf8"), "entry,created_at,type")
          assert.include(file.suggestedFilename(), thisMonth())
        }
        await row.getByRole("link", { name: /^\w+ \d{4}$/ }).click()
        await page.waitForURL(new RegExp(`month=${thisMonth()}`))
        const summary = page.getByRole("region", { name: /\d{4}$/ })
        assert.include(await summary.innerText(), closing!)
        assert.strictEqual(await summary.getByRole("link", { name: /^PDF of/ }).count(), 1)
      })
    )

    it.effect("is accessible, in both themes and on a phone", function* () {
      const { visitAsOwner } = yield* BrowserWorld
      for (const colorScheme of themes) {
        const { page } = yield* visitAsOwner({ ...phone, colorScheme })
        yield* Effect.promise(async () => {
          for (const path of ["/ledger", "/ledger?view=entries", "/ledger?view=statements"]) {
            await open(page, path)
            await page.getByRole("table").first().waitFor()
            const toggle = page.getByRole("button", { name: /^3 entries/ }).first()
            if (path === "/ledger") {
              await toggle.click()
              await page.getByRole("table", { name: /^Ledger entries of/ }).waitFor()
            }
            await assertAccessible(page)
            await assertFits(page)
          }
          await page.setViewportSize({ width: 1280, height: 800 })
          for (const path of [
            "/ledger",
            `/ledger?month=${thisMonth()}`,
            "/ledger?view=entries",
            "/ledger?view=statements"
          ]) {
            await open(page, path)
            await page.getByRole("table").first().waitFor()
            if (path === "/ledger")
              await page
                .getByRole("button", { name: /^3 entries/ })
                .first()
                .click()
            await assertAccessible(page)
          }
        })
      }
    })
  }
)

import { Effect } from "effect"

import { assert } from "../support/vitest.ts"
import { runJob, verify } from "./ledgerTable.ts"
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

const byMonth = /^Checks by calendar month/

inBrowser("The usage page", (it) => {
  it.effect("links to the first check if there are none yet", () =>
    asOwner(async (page) => {
      await open(page, "/usage")
      await page.getByText("No checks yet").waitFor()
      await page.getByRole("main").getByRole("link", { name: "Verify an address" }).click()
      await page.waitForURL("**/verify")
    })
  )

  it.effect("counts each check once, by channel and month", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    yield* verify(running, "email=ann@acme.test")
    yield* verify(running, "email=bob@acme.test")
    yield* runJob(running, "list.csv", ["ann@acme.test", "bob@acme.test", "ann@acme.test"])
    const { page, complaints } = yield* visitAsOwner()
    yield* Effect.promise(async () => {
      await open(page, "/usage")
      const rows = page.getByRole("table", { name: byMonth }).getByRole("row")
      // Months and channels without a check are left out.
      assert.strictEqual(await rows.count(), 1 + 1)
      const heads = await rows.nth(0).getByRole("columnheader").allInnerTexts()
      assert.deepStrictEqual(heads, ["Month", "API", "Lists", "All checks", "Credits charged"])
      const counts = await rows.nth(1).locator("td.table-end .mono").allInnerTexts()
      assert.deepStrictEqual(counts, ["2", "3", "5"])
      // Until the ledger's months are there, the link has a word instead of the number.
      const month = rows.nth(1).getByRole("link", { name: /^4.*ledger of/s })
      await month.waitFor()
      const says = async (name: string) =>
        (await page.getByRole("slider", { name }).getAttribute("aria-valuetext")) ?? ""
      assert.match(await says("Checks by month"), /: 5 checks, 2 API, 3 Lists$/)
      assert.match(await says("Credits by month"), /: 4 credits$/)
      await month.click()
      await page.getByRole("heading", { level: 1, name: "Ledger" }).waitFor()
      assert.include(page.url(), `month=${new Date().toISOString().slice(0, 7)}`)
    })
    assert.deepStrictEqual(complaints, [])
  })

  it.effect("shows what each API key and lists cost, by mode", () =>
    asOwner(async (page) => {
      const table = page.getByRole("table", { name: /^Checks and credits by API key and mode/ })
      const shown = async () => {
        await open(page, "/usage")
        const rows = await table.getByRole("row").all()
        return Promise.all(
          rows.slice(1).map((row) => row.locator(".mono, .credits").allInnerTexts())
        )
      }
      // The list of activity, of which the first is, is a second behind.
      let seen = await shown()
      while (seen.length < 2) seen = await shown()
      // A mode without a check has no column.
      assert.deepStrictEqual(seen, [
        ["3", "2"],
        ["2", "2"]
      ])
      await page.getByText("Credits for fast checks 4").waitFor()
      assert.strictEqual(await table.getByRole("rowheader").nth(0).innerText(), "Lists")
      await table.getByRole("link").click()
      await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor()
      assert.match(page.url(), /activity\?key=/)
    })
  )

  it.effect("says how often verdicts were right, once there are reports", function* () {
    const { running, visitAsOwner } = yield* BrowserWorld
    const { page } = yield* visitAsOwner()
    const column = page.getByRole("columnheader", { name: "Proved right" })
    yield* Effect.promise(async () => {
      await open(page, "/usage")
      await page.getByRole("table", { name: byMonth }).waitFor()
      assert.strictEqual(await column.count(), 0)
    })
    const smtp_response = "550 5.1.1 User unknown"
    const items = [
      { email: "ann@acme.test", outcome: "delivered" },
      { email: "bob@acme.test", outcome: "bounced", smtp_response }
    ]
    yield* running.get("/api/v1/feedback", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ items })
    })
    yield* Effect.promise(async () => {
      await open(page, "/usage")
      await column.waitFor()
      const cells = page
        .getByRole("table", { name: byMonth })
        .getByRole("row")
        .nth(1)
        .locator("td.table-end .mono")
      assert.include(await cells.allInnerTexts(), "1 of 2")
    })
  })

  it.effect("is accessible, in both themes and on a phone", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    for (const colorScheme of themes) {
      const { page } = yield* visitAsOwner({ ...phone, colorScheme })
      yield* Effect.promise(async () => {
        await open(page, "/usage")
        await assertAccessible(page)
        await assertFits(page)
        await page.setViewportSize({ width: 1280, height: 800 })
        await assertAccessible(page)
      })
    }
  })
})

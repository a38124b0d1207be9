import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"

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

/** A folder for pictures of the page, for those who change it. */
const pictures = process.env["TEST_PICTURES"]

const draw = async (page: Page, name: string): Promise<void> => {
  if (pictures === undefined) return
  writeFileSync(join(pictures, `${name}.png`), await page.screenshot({ fullPage: true }))
}

interface Row {
  readonly said: readonly [mode: string, status: string, reason: string, score: string]
  readonly provider?: string
  readonly confidence?: string
  readonly counts: readonly [delivered: number, bounced: number, complained: number]
}

/** Counts as the projection makes them of reports. */
const count = (databaseUrl: string, rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const { said, provider = "", confidence = "", counts } of rows)
      yield* sql`
        insert into accuracy_day (generation, account_id, day, mode, status, sub_status, score,
          provider, catch_all_confidence, delivered, bounced, complained)
        select p.generation, a.account_id, current_date, ${said[0]}, ${said[1]}, ${said[2]}, ${said[3]},
          ${provider}, ${confidence}, ${counts[0]}::int, ${counts[1]}::int, ${counts[2]}::int
        from es.projection p, account a where p.name = 'accuracy' and p.live`
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })))

const few: ReadonlyArray<Row> = [
  { said: ["fast", "valid", "", "90-100"], provider: "Gmail", counts: [37, 2, 1] }
]

/** With those, 100,000 in all. */
const many: ReadonlyArray<Row> = [
  { said: ["fast", "valid", "", "90-100"], provider: "Yahoo", counts: [48_900, 251, 60] },
  {
    said: ["deep", "valid", "", "90-100"],
    provider: "Google Workspace",
    counts: [38_800, 72, 20]
  },
  {
    said: ["deep", "risky", "catch_all", "50-79"],
    provider: "Microsoft 365",
    confidence: "70-100",
    counts: [6_900, 240, 7]
  },
  {
    said: ["deep", "risky", "catch_all", "50-79"],
    confidence: "40-69",
    counts: [2_200, 310, 2]
  },
  { said: ["deep", "risky", "role_based", "80-89"], counts: [1_700, 90, 8] },
  { said: ["deep", "unknown", "mailbox_unverified", "50-79"], counts: [290, 40, 0] },
  { said: ["deep", "invalid", "mailbox_not_found", "0-49"], counts: [1, 69, 0] }
]

inBrowser("The page of accuracy", (it) => {
  it.effect("says how to report while there are no reports", () =>
    asOwner(async (page) => {
      await open(page, "/accuracy")
      await page.getByText("No reports yet").waitFor()
      await assertAccessible(page)
      await draw(page, "accuracy-0")
      await open(page, "/")
      assert.strictEqual(await page.getByText("that rcpt called valid").count(), 0)
    })
  )

  it.effect("says no share of too little mail", function* () {
    const { running } = yield* BrowserWorld
    yield* count(running.databaseUrl!, few)
    yield* asOwner(async (page) => {
      await open(page, "/accuracy")
      await page.getByText("Of 40 mails that you reported on, 2 bounced.").waitFor()
      await page.getByText("A share needs at least 100 mails").waitFor()
      const table = page.getByRole("table", { name: "Outcomes of your mail: by verdict" })
      const row = table.getByRole("row").nth(1)
      assert.include(await row.innerText(), "Not enough mail to say")
      await draw(page, "accuracy-40")
    })
  })

  it.effect(
    "says a share and its interval for each kind of result, in the overview too",
    function* () {
      const { running, visit, visitAsOwner } = yield* BrowserWorld
      yield* count(running.databaseUrl!, many)
      yield* running.get("/api/v1/verify?email=ann@acme.test")
      yield* asOwner(async (page) => {
        await open(page, "/accuracy")
        const sum = "Of 100,000 mails that you reported on, 1,074 bounced (1.07%, 1.01 to 1.14)."
        await page.getByText(sum).waitFor()
        const rowOf = (title: string, name: string) =>
          page
            .getByRole("table", { name: `Outcomes of your mail: ${title}` })
            .getByRole("row", { name: new RegExp(`^${name}`) })
            .innerText()
        assert.include(await rowOf("by verdict", "Valid"), "0.37%, 0.33 to 0.41")
        assert.include(await rowOf("by catch-all confidence", "40–69"), "12.34%, 11.11 to 13.68")
        assert.include(await rowOf("by verdict", "Invalid"), "Not enough mail to say")
        await page.getByLabel("Period").selectOption("Last 365 days")
        await page.waitForURL("**/accuracy?days=365")
        await page.getByLabel("Mail of").selectOption("All accounts")
        await page.waitForURL("**/accuracy?days=365&of=all")
        await page.getByText(sum).waitFor()
        await open(page, "/")
        await page
          .getByText("addresses that rcpt called valid and you mailed, 325 bounced")
          .waitFor()
        await draw(page, "accuracy-overview")
        await page.getByRole("link", { name: "See the accuracy" }).click()
        await page.getByRole("heading", { level: 1, name: "Accuracy" }).waitFor()
      })
      const { context } = yield* visitAsOwner()
      const storageState = yield* Effect.promise(() => context.storageState())
      const { page } = yield* visit({ locale: "de-DE", storageState })
      yield* Effect.promise(async () => {
        await open(page, "/accuracy")
        await page.getByText("(1,07 %, 1,01 bis 1,14)").waitFor()
        await draw(page, "accuracy-german")
      })
    }
  )

  it.effect("is accessible, in both themes and on a phone", function* () {
    const { visitAsOwner } = yield* BrowserWorld
    for (const colorScheme of themes) {
      const { page } = yield* visitAsOwner({ ...phone, colorScheme })
      yield* Effect.promise(async () => {
        await open(page, "/accuracy")
        await assertAccessible(page)
        await assertFits(page)
        await draw(page, `accuracy-phone-${colorScheme}`)
        await page.setViewportSize({ width: 1280, height: 800 })
        await assertAccessible(page)
        await assertFits(page)
        await draw(page, `accuracy-${colorScheme}`)
      })
    }
  })
})

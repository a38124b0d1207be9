/** The page of lists with very many of them: found by name and state, sorted, and counted. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"

import type { Running } from "../support/service.ts"
import { assert } from "../support/vitest.ts"
import { forEveryLook, jobWaitMax, listFile, startList } from "./lists.ts"
import { asOwner, assertAccessible, BrowserWorld, inBrowser, open } from "./world.ts"

/** 500 lists, of which each tenth is cancelled; the last is the newest and the largest. */
const makeLists = (running: Running) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into job (job_id, account_id, hold_id, version, filename, mode, status, columns,
        email_column, width, records, chunks, total_rows, distinct_rows, credits, created_at,
        started_at, completed_at)
      select gen_random_uuid(), account_id, gen_random_uuid(), 1, 'Month ' || n || '.csv', 'fast',
        case when n % 10 = 0 then 'cancelled' else 'complete' end, '{email}', 0, 1, n, 1, n, n, n,
        now() - (501 - n) * interval '1 hour', now(), now()
      from generate_series(1, 500) n, (select account_id from account limit 1) a`
  ).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(running.databaseUrl!) })), Effect.orDie)

const names = async (page: Page): Promise<ReadonlyArray<string>> =>
  page.getByRole("table", { name: "Lists of this account" }).getByRole("rowheader").allInnerTexts()

const shows = async (page: Page, count: string, first: string): Promise<void> => {
  await page.getByText(count, { exact: true }).waitFor()
  await page.getByRole("rowheader").first().getByText(first, { exact: true }).waitFor()
}

inBrowser("The page of lists", (it) => {
  it.effect("finds one of 500 by name and state, sorts them, and counts them", function* () {
    const { running } = yield* BrowserWorld
    yield* makeLists(running)
    yield* asOwner(async (page) => {
      await open(page, "/bulk")
      await shows(page, "500 lists", "Month 500.csv")
      assert.lengthOf(await names(page), 50)
      await page.getByText("Page 1 of 10").waitFor()
      await forEveryLook(page, assertAccessible)
      await page.getByRole("button", { name: "Next" }).click()
      await page.getByText("Page 2 of 10").waitFor()
      await shows(page, "500 lists", "Month 450.csv")

      await page.getByLabel("Search by name").fill("month 49")
      await shows(page, "11 lists found", "Month 499.csv")
      await page.getByLabel("State").selectOption({ label: "Cancelled" })
      await shows(page, "1 list found", "Month 490.csv")
      await page.reload()
      await shows(page, "1 list found", "Month 490.csv")
      await page.getByLabel("Search by name").fill("100%_")
      await page.getByRole("button", { name: "Show all lists" }).click()
      await shows(page, "500 lists", "Month 500.csv")
      await page.getByLabel("Sort by").selectOption({ label: "Fewest rows first" })
      await shows(page, "500 lists", "Month 1.csv")
      await page.goBack()
      await shows(page, "500 lists", "Month 500.csv")
    })
  })

  it.effect("keeps the mode of a list in the corrected one", () =>
    asOwner(async (page) => {
      await startList(page, listFile("typos.csv", ["email", "ann@hotmial.com"]), "deep")
      await page.getByRole("button", { name: "Apply 1 correction" }).click({ timeout: jobWaitMax })
      await page.getByText("typos (corrected).csv").first().waitFor()
      assert.isTrue(await page.getByLabel(/^Deep/).isChecked())
    })
  )

  it.effect("is not left for a file that is dropped on any page", () =>
    asOwner(async (page) => {
      for (const path of ["/", "/verify", "/bulk", "/settings"]) {
        await open(page, path)
        const isHandled = await page.evaluate(() => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(["email\na@acme.test"], "a.csv", { type: "text/csv" }))
          const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true })
          return !document.querySelector("h1")!.dispatchEvent(drop)
        })
        assert.isTrue(isHandled, path)
        assert.strictEqual(new URL(page.url()).pathname, path)
      }
    })
  )
})

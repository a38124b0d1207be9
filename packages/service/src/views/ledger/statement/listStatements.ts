/** The months in which an account has entries, newest first: one statement, one row a month. */
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"
import { statementsMax } from "@rcpt/api/LedgerStatement"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../../../platform/decodeRows.ts"
import { awaitAccount } from "../../awaitAccount.ts"
import type { ViewReader } from "../../awaitAccount.ts"
import { liveGeneration } from "../entryRows.ts"
import { ledgerView } from "../ledgerView.ts"

const decodeMonths = decodeRows(
  Schema.Struct({
    month: Schema.String,
    granted: Int8,
    adjusted: Int8,
    held: Int8,
    charged: Int8,
    refunded: Int8,
    closing: Int8
  })
)

/** After every month there is. */
const lastMonth = "2999-12"

/** `2026-11` */
export const monthOf = (epochMillis: number): string =>
  new Date(epochMillis).toISOString().slice(0, "2026-11".length)

const monthsBefore = (account: string, before: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select to_char(month, 'YYYY-MM') as month, granted, adjusted, held, charged, refunded, closing
      from (
        select *, (sum(granted + adjusted - held + refunded) over (order by month))::bigint as closing
        from ledger_month
        where generation = ${liveGeneration(sql)} and account_id = ${account}
      ) months
      where month < ${`${before}-01`}::date
      order by month desc limit ${statementsMax + 1}`
  ).pipe(decodeMonths, Effect.orDie)

export const listStatements = Effect.fnUntraced(function* (
  account: string,
  before: string = lastMonth
): Effect.fn.Return<LedgerStatements, never, ViewReader> {
  yield* awaitAccount(ledgerView, account)
  const current = monthOf(yield* Clock.currentTimeMillis)
  const found = yield* monthsBefore(account, before)
  const page = found.slice(0, statementsMax)
  return {
    statements: page.map(({ month, closing, ...sums }) => {
      const change = sums.granted + sums.adjusted - sums.held + sums.refunded
      const totals = { month, balance_before: closing - change, ...sums, balance_after: closing }
      return { month, is_over: month < current, totals }
    }),
    next: found.length > page.length ? page.at(-1)!.month : null
  }
})

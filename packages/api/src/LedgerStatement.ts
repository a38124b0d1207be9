/** The statement of a month: what the account had, what came and went, and what proves it. */
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"

import { Checkpoint } from "./LedgerProofs.ts"
import { MonthParam } from "./ledgerQuery.ts"
import { MonthTotals } from "./LedgerTotals.ts"
import { BadRequest, NotFound } from "./Problem.ts"

export const LedgerStatement = Schema.Struct({
  month: Schema.String.annotate({ description: "UTC, such as `2026-11`." }),
  is_over: Schema.Boolean.annotate({
    description: "False: the month goes on, and so may the statement."
  }),
  totals: MonthTotals,
  csv_sha256: Schema.String.annotate({
    description:
      "SHA-256 of the file `GET /ledger.csv?month=`, in hex: it has every entry, and is the same each " +
      "time once the month is over."
  }),
  checkpoint: Schema.optionalKey(
    Checkpoint.annotate({
      description:
        "A signed checkpoint of the log that covers the last entry of the month. Absent: it has no " +
        "entries, or the service signs nothing."
    })
  )
}).annotate({ identifier: "LedgerStatement" })
export type LedgerStatement = typeof LedgerStatement.Type

export const statement = HttpApiEndpoint.get("statement", "/ledger/statements/:month", {
  params: { month: MonthParam },
  success: LedgerStatement,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Get the statement of a month",
    description:
      "The balance before and after, what was granted, held, charged and returned, the digest of all " +
      "entries, and a signed checkpoint that covers them. A month that has not begun is a 404."
  })
)

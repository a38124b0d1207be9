/** The statement of a month: what the account had, what came and went, and what proves it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"

import { boolean, described, integer, string } from "./fields.ts"
import { Checkpoint } from "./LedgerProofs.ts"
import { BeforeMonthQuery, MonthParam } from "./ledgerQuery.ts"
import { BadRequest, NotFound } from "./Problem.ts"

/** The totals of a calendar month. */
export const MonthTotals = Schema.Struct({
  month: string("UTC, such as `2026-11`."),
  balance_before: integer("The balance when the month began."),
  granted: integer("Credits granted."),
  adjusted: integer("Adjustments; negative if they removed more credits than they added."),
  held: integer("Credits held for unfinished checks and jobs."),
  charged: integer("Credits charged."),
  refunded: integer("Credits refunded."),
  balance_after: integer("`balance_before` + `granted` + `adjusted` − `held` + `refunded`.")
}).annotate({
  identifier: "MonthTotals",
  description: "Sums of the credits of one calendar month."
})
export type MonthTotals = typeof MonthTotals.Type

/** Jobs, grants and adjustments with a line of their own; of more, each day has one line. */
export const ownLinesMax = 500

/** Months per page: ten years. */
export const statementsMax = 120

const isOver = boolean("False: the month goes on, and so may the statement.")

export const StatementLine = Schema.Struct({
  date: Schema.String.annotate({
    format: "date",
    description: "Day (UTC) of its first entry in the month."
  }),
  what: Schema.Literals(["grant", "adjustment", "verification", "batch", "job"]).annotate({
    description: "The use of its credits, or their source."
  }),
  mode: Schema.optionalKey(
    Schema.Literals(["fast", "deep"]).annotate({ description: "The mode that was used." })
  ),
  job: Schema.optionalKey(
    Schema.String.annotate({ format: "uuid", description: "Id of the list." })
  ),
  reason: Schema.optionalKey(string("Given by the owner of the service.")),
  entries: integer("Number of ledger entries in this line."),
  held: integer("Credits held for unfinished checks and jobs."),
  charged: integer("Credits charged."),
  refunded: integer("Credits refunded."),
  change: integer("The change of the balance by these entries.")
}).annotate({ identifier: "StatementLine" })
export type StatementLine = typeof StatementLine.Type

export const LedgerStatement = Schema.Struct({
  month: string("UTC, such as `2026-11`."),
  is_over: isOver,
  totals: described(MonthTotals, "Sums of the month. Only with `month`."),
  lines: Schema.Array(StatementLine).annotate({
    description:
      "Oldest first: one for each job, grant and adjustment, and one a day for single checks and for " +
      `batches of each mode. With more than ${ownLinesMax} jobs, or grants and adjustments, these have ` +
      "one line a day too. The sum of `change` is `balance_after` − `balance_before`."
  }),
  csv_sha256: string(
    "SHA-256 of the file `GET /ledger.csv?month=`, in hex: it has every entry, and is the same each " +
      "time once the month is over."
  ),
  checkpoint: Schema.optionalKey(
    Checkpoint.annotate({
      description:
        "A signed checkpoint of the log that covers the last entry of the month. Absent: it has no " +
        "entries, or the service signs nothing."
    })
  )
}).annotate({ identifier: "LedgerStatement" })
export type LedgerStatement = typeof LedgerStatement.Type

export const LedgerStatements = Schema.Struct({
  statements: Schema.Array(
    Schema.Struct({
      month: LedgerStatement.fields.month,
      is_over: isOver,
      totals: described(MonthTotals, "Sums of the month. Only with `month`.")
    })
  ).annotate({ description: "A month without entries is not among them." }),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`before` of the next page; null on the last page."
  })
}).annotate({ identifier: "LedgerStatements" })
export type LedgerStatements = typeof LedgerStatements.Type

export const statements = HttpApiEndpoint.get("statements", "/ledger/statements", {
  query: { before: BeforeMonthQuery },
  success: LedgerStatements,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listStatements",
    summary: "List the months that have entries",
    description: `Newest first, with their balances and totals, ${statementsMax} a page.`
  })
)

export const statement = HttpApiEndpoint.get("statement", "/ledger/statements/:month", {
  params: { month: MonthParam },
  success: LedgerStatement,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getStatement",
    summary: "Get the statement of a month",
    description:
      "The balance before and after, the credits granted, held, charged and refunded, the digest of all " +
      "entries, and a signed checkpoint that covers them. A month that has not begun is a 404."
  })
)

export const statementPdf = HttpApiEndpoint.get("statementPdf", "/ledger/statements/:month/pdf", {
  params: { month: MonthParam },
  success: HttpApiSchema.WithHeaders(
    HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" }),
    {
      "content-disposition": string("`attachment`, named `statement-2026-11.pdf`.")
    }
  ),
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "downloadStatement",
    summary: "Download the statement of a month as PDF",
    description:
      "The same statement on A4 pages, for the books. The same month gives the same file once it is " +
      "over and a checkpoint covers it."
  })
)

/**
 * Endpoints of the account's ledger: every grant, adjustment, hold, charge and refund with its
 * purpose and the balance after it. It does not contain the verified addresses.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import * as proofs from "./LedgerProofs.ts"
import * as query from "./ledgerQuery.ts"
import * as statements from "./LedgerStatement.ts"
import { MonthTotals } from "./LedgerStatement.ts"
import { dropInNames } from "./otherServices.ts"
import { Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { secured } from "./secured.ts"

const Purpose = Schema.Struct({
  kind: Schema.Literals(["verification", "batch", "job"]).annotate({
    description: "The kind of the request."
  }),
  mode: Schema.Literals(["fast", "deep"]).annotate({ description: "The mode that was used." }),
  job: Schema.optionalKey(uuidText.annotate({ description: "Id of the list." })),
  interface: described(
    Schema.optionalKey(Schema.String),
    `The other service by whose interface it was requested (\`${dropInNames.join("`, `")}\`); absent for this API.`
  )
}).annotate({ identifier: "LedgerPurpose" })

export const LedgerEntry = Schema.Struct({
  id: string("Commit and position in it, such as `4711-1`."),
  type: query.EntryType.annotate({ description: "Its type." }),
  credits: integer("Number of credits, always 1 or more."),
  change: integer(
    "Change of the balance. A hold subtracts its credits, a refund adds its credits. A charge is " +
      "paid from a hold, so it does not change the balance."
  ),
  balance: integer("Available credits after this entry."),
  for: described(Schema.optionalKey(Purpose), "The use of the credits."),
  hold_id: Schema.optionalKey(
    uuidText.annotate({ description: "The same for a hold and its charges and refunds." })
  ),
  reason: Schema.optionalKey(
    string(
      "Grants and adjustments: the reason given by the owner of the service. Refunds: " +
        "`remainder`, `unknown`, `failed`, `expired` or `unanswered` (charged, but the response " +
        "could not be delivered)."
    )
  ),
  created_at: described(dateTime, "When it was made.")
}).annotate({ identifier: "LedgerEntry" })
export type LedgerEntry = typeof LedgerEntry.Type

export const LedgerPage = Schema.Struct({
  entries: Schema.Array(LedgerEntry).annotate({
    description: "One page of entries, the newest first."
  }),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null on the last page."
  }),
  totals: described(
    Schema.optionalKey(MonthTotals),
    "Only with `month`: totals of the whole month, regardless of other filters."
  )
}).annotate({ identifier: "LedgerPage" })
export type LedgerPage = typeof LedgerPage.Type

const HoldState = Schema.Struct({
  id: described(uuidText, "Its id."),
  credits: integer("Credits."),
  charged: integer("Without reversed charges."),
  refunded: integer("Credits refunded."),
  open: integer("Neither charged nor refunded yet.")
})
export type HoldState = typeof HoldState.Type

export const LedgerLine = Schema.Struct({
  entry: described(
    LedgerEntry,
    "Its beginning: the hold of a check or job, a grant, or an adjustment."
  ),
  hold: Schema.optionalKey(
    HoldState.annotate({ description: "Checks and jobs: the state of the hold." })
  ),
  change: integer("Of the balance, by all of its entries up to now."),
  entries: integer("Number of its entries. The receipt of one of them has them in `chain`.")
}).annotate({ identifier: "LedgerLine" })
export type LedgerLine = typeof LedgerLine.Type

export const LedgerLines = Schema.Struct({
  lines: Schema.Array(LedgerLine).annotate({ description: "Newest first, by their first entry." }),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null on the last page."
  }),
  totals: described(
    Schema.optionalKey(MonthTotals),
    "Only with `month`: totals of the whole month."
  )
}).annotate({ identifier: "LedgerLines" })
export type LedgerLines = typeof LedgerLines.Type

export const LedgerReceipt = Schema.Struct({
  entry: described(LedgerEntry, "The entry."),
  result: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Literals(["valid", "risky", "invalid", "unknown"]).annotate({
        description: "Its state."
      }),
      sub_status: Schema.optionalKey(string("The most decisive finding.")),
      score: integer("0 to 100; from 80 on, no problem was found."),
      via: Schema.Literals(["api_key", "dashboard", "demo"]).annotate({
        description: "Where the request came from."
      })
    }).annotate({ description: "Single and batch checks: the result." })
  ),
  hold: Schema.optionalKey(
    HoldState.annotate({ description: "The hold that the entry belongs to." })
  ),
  chain: Schema.Array(LedgerEntry).annotate({
    description:
      "The hold and its charges and refunds, oldest first; at most 100. `GET /ledger?job=` has all."
  }),
  activity: Schema.optionalKey(
    uuidText.annotate({
      description:
        "Single and batch checks: id of the row of `GET /activity/{id}`, while it is kept."
    })
  ),
  proof: Schema.Struct({
    commit: integer("The commit of the log that has it."),
    stream: string("The stream of the event."),
    version: integer("The number of the event in its stream."),
    event: string("The event."),
    hash: string("SHA-256 over the event and all earlier events of its stream, in hex.")
  }).annotate({ description: "The event in the log, which `rcpt ledger verify` checks." })
}).annotate({ identifier: "LedgerReceipt" })
export type LedgerReceipt = typeof LedgerReceipt.Type

const list = HttpApiEndpoint.get("list", "/ledger", {
  query: {
    limit: query.LimitQuery,
    cursor: query.CursorQuery,
    type: query.TypeQuery,
    job: query.JobQuery,
    month: query.MonthQuery
  },
  success: LedgerPage,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listLedger",
    summary: "List the account's ledger entries",
    description: "Newest first. The sum of all `change` up to an entry is its `balance`."
  })
)

const lines = HttpApiEndpoint.get("lines", "/ledger/lines", {
  query: {
    limit: query.LimitQuery,
    cursor: query.CursorQuery,
    job: query.JobQuery,
    month: query.MonthQuery
  },
  success: LedgerLines,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "listLedgerLines",
    summary: "List what credits were used for",
    description:
      "One line for each check, job, grant and adjustment, newest first: the credits held, charged and refunded. " +
      "With `month` those that began in it."
  })
)

const file = HttpApiSchema.WithHeaders(
  HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  {
    "content-disposition": string("`attachment`, named `ledger.csv` or `ledger-2026-11.csv`.")
  }
)

const exported = HttpApiEndpoint.get("export", "/ledger.csv", {
  query: { type: query.TypeQuery, job: query.JobQuery, month: query.MonthQuery },
  success: file,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "exportLedger",
    summary: "Export the ledger as CSV",
    description:
      "All matching entries, newest first, one per line. UTF-8 with byte order mark; lines end with " +
      "CR LF. Spreadsheets run no cell as a formula."
  })
)

const find = HttpApiEndpoint.get("find", "/ledger/:entry", {
  params: { entry: string("The entry's `id`.") },
  success: LedgerReceipt,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getLedgerEntry",
    summary: "Get the receipt of an entry",
    description: "With its use, its hold, and its place in the log."
  })
)

export class Ledger extends secured(
  HttpApiGroup.make("Ledger")
    .add(
      list,
      lines,
      exported,
      statements.statements,
      statements.statement,
      statements.statementPdf
    )
    .add(proofs.checkpoints, proofs.consistency, find, proofs.proof)
    .annotateEndpoints(Requires, "read")
) {}

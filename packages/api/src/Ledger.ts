/**
 * The account's ledger: every grant, hold, charge and refund, what it was for, and the balance after
 * it. Nothing in it says which address was verified.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Authentication } from "./Authentication.ts"
import * as query from "./ledgerQuery.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"

const dateTime = Schema.String.annotate({ format: "date-time" })
const uuid = Schema.String.annotate({ format: "uuid" })

const Purpose = Schema.Struct({
  kind: Schema.Literals(["verification", "batch", "job"]),
  mode: Schema.Literals(["fast", "deep"]),
  job: Schema.optionalKey(uuid.annotate({ description: "Of a bulk job: its id." }))
}).annotate({ identifier: "LedgerPurpose" })

export const LedgerEntry = Schema.Struct({
  id: Schema.String.annotate({ description: "The commit that has it, and its place in that." }),
  type: query.EntryType,
  credits: Schema.Int.annotate({ description: "How many it is about; never below 1." }),
  change: Schema.Int.annotate({
    description:
      "What it did to the balance. A hold takes its credits off; a charge takes them out of the " +
      "hold, so it changes nothing any more; a refund brings back what was held."
  }),
  balance: Schema.Int.annotate({ description: "Credits available after it." }),
  for: Schema.optionalKey(Purpose),
  hold_id: Schema.optionalKey(
    uuid.annotate({ description: "The same for a hold and all that became of it." })
  ),
  reason: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Of a grant or a correction: in the words of who made it. Of a refund: `remainder`, " +
        "`unknown`, `failed`, `expired` or `unanswered` (charged, but the answer did not arrive)."
    })
  ),
  created_at: dateTime
}).annotate({ identifier: "LedgerEntry" })
export type LedgerEntry = typeof LedgerEntry.Type

export const MonthTotals = Schema.Struct({
  month: Schema.String.annotate({ description: "UTC, such as `2026-11`." }),
  balance_before: Schema.Int,
  granted: Schema.Int,
  adjusted: Schema.Int.annotate({ description: "Corrections; below 0 when they took more off." }),
  held: Schema.Int,
  charged: Schema.Int,
  refunded: Schema.Int,
  balance_after: Schema.Int.annotate({
    description: "`balance_before` + `granted` + `adjusted` − `held` + `refunded`."
  })
}).annotate({ identifier: "MonthTotals" })
export type MonthTotals = typeof MonthTotals.Type

export const LedgerPage = Schema.Struct({
  entries: Schema.Array(LedgerEntry),
  next: Schema.NullOr(Schema.String).annotate({
    description: "`cursor` of the next page; null: there is none."
  }),
  totals: Schema.optionalKey(
    MonthTotals.annotate({
      description: "With `month`: of all its entries, whatever else is asked for."
    })
  )
}).annotate({ identifier: "LedgerPage" })
export type LedgerPage = typeof LedgerPage.Type

export const LedgerReceipt = Schema.Struct({
  entry: LedgerEntry,
  result: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Literals(["valid", "risky", "invalid", "unknown"]),
      sub_status: Schema.optionalKey(Schema.String),
      score: Schema.Int,
      via: Schema.Literals(["api_key", "dashboard", "demo"])
    }).annotate({ description: "Of a single check or one of a batch: what it came to." })
  ),
  hold: Schema.optionalKey(
    Schema.Struct({
      id: uuid,
      credits: Schema.Int,
      charged: Schema.Int.annotate({ description: "Without what was given back again." }),
      refunded: Schema.Int,
      open: Schema.Int.annotate({ description: "Neither charged nor refunded yet." })
    })
  ),
  chain: Schema.Array(LedgerEntry).annotate({
    description:
      "The hold and all that became of it, oldest first; at most 100, `GET /ledger?job=` has more."
  }),
  proof: Schema.Struct({
    commit: Schema.Int,
    stream: Schema.String,
    version: Schema.Int,
    event: Schema.String,
    hash: Schema.String.annotate({
      description: "SHA-256 of the event and of all before it in its stream, hex."
    })
  }).annotate({ description: "Where an auditor finds the event: see `rcpt ledger verify`." })
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
    summary: "What the account was given, and what it was charged for",
    description: "The newest first. The sum of all `change` up to an entry is its `balance`."
  })
)

const file = HttpApiSchema.WithHeaders(
  HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  {
    "content-disposition": Schema.String.annotate({
      description: "`attachment`, named `ledger.csv` or `ledger-2026-11.csv`."
    })
  }
)

const exported = HttpApiEndpoint.get("export", "/ledger.csv", {
  query: { type: query.TypeQuery, job: query.JobQuery, month: query.MonthQuery },
  success: file,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    summary: "The ledger as a CSV",
    description:
      "All entries that fit, the newest first, one a line; UTF-8 with byte order mark, lines end " +
      "with CR LF. No cell is run as a formula."
  })
)

const find = HttpApiEndpoint.get("find", "/ledger/:entry", {
  params: { entry: Schema.String },
  success: LedgerReceipt,
  error: NotFound
}).annotateMerge(OpenApi.annotations({ summary: "The receipt of one entry" }))

export class Ledger extends HttpApiGroup.make("Ledger")
  .add(list, exported, find)
  .annotateEndpoints(Requires, "read")
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}

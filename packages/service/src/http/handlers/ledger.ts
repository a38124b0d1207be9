/** The endpoints of the ledger. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import { entryId } from "@rcpt/api/ledgerQuery"
import {
  BadRequest,
  checkpointNotFound,
  entryNotFound,
  entryNotSigned,
  nothingSigned,
  statementNotFound
} from "@rcpt/api/Problem"
import { Effect, Stream, Clock } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { profileOf } from "../../accounts/Accounts.ts"
import {
  listCheckpoints,
  proveConsistency,
  proveEntry,
  checkpointCovering
} from "../../ledger/checkpoints/proofs.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import type { ViewReader } from "../../views/awaitAccount.ts"
import { exportEntries } from "../../views/ledger/exportEntries.ts"
import type { Filter } from "../../views/ledger/exportEntries.ts"
import { findEntries } from "../../views/ledger/findEntries.ts"
import { findLines } from "../../views/ledger/findLines.ts"
import { findPlace, findReceipt } from "../../views/ledger/findReceipt.ts"
import { statementPdf } from "../../views/ledger/statement/statementPdf.ts"
import { listStatements, monthOf, Statements } from "../../views/ledger/statement/Statements.ts"

// The statement of a month: its totals, lines, the digest of its file, and a checkpoint that covers it.

const statementOf = Effect.fnUntraced(function* (month: string) {
  const { accountId } = yield* CurrentAccount
  const current = monthOf(yield* Clock.currentTimeMillis)
  if (month > current) return yield* Effect.fail(statementNotFound)
  const { read } = yield* Statements
  const { totals, lines, digest, lastSeq } = yield* read(accountId, month)
  const checkpoint = lastSeq === null ? undefined : yield* checkpointCovering(Number(lastSeq))
  return {
    month,
    is_over: month < current,
    totals,
    lines,
    csv_sha256: digest,
    ...(checkpoint && { checkpoint })
  }
})

/** The address of the person is only for those who are signed in, as in `GET /account`. */
const statementPdfOf = Effect.fnUntraced(function* (month: string) {
  const { accountId, personId } = yield* CurrentAccount
  const statement = yield* statementOf(month)
  const profile = personId === undefined ? undefined : yield* profileOf(personId)
  const file = statementPdf(statement, { account: accountId, email: profile?.email })
  return HttpServerResponse.uint8Array(file, {
    contentType: "application/pdf",
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="statement-${month}.pdf"`
    }
  })
})

const unknownCursor = new BadRequest({
  error: `cursor ${fieldFault("cursor")}`
})

const filenameOf = ({ month }: Filter): string =>
  month === undefined ? "ledger.csv" : `ledger-${month}.csv`

const exportCsv = (filter: Filter) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const bytes = yield* exportEntries(accountId, filter).pipe(
      readTimeout(readWaitMax),
      Effect.orDie
    )
    const reader = yield* Effect.context<ViewReader>()
    return HttpServerResponse.stream(Stream.provideContext(bytes, reader), {
      contentType: "text/csv; charset=utf-8",
      headers: {
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="${filenameOf(filter)}"`
      }
    })
  })

const proofOf = (entry: string) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const place = entryId.test(entry) ? yield* findPlace(accountId, entry) : undefined
    if (place === undefined) return yield* Effect.fail(entryNotFound)
    return yield* proveEntry(entry, place)
  }).pipe(
    Effect.catchTag("NotSigned", ({ isSigning }) =>
      Effect.fail(isSigning ? entryNotSigned : nothingSigned)
    )
  )

export const ledgerHandlers = HttpApiBuilder.group(Api, "Ledger", (handlers) =>
  handlers
    .handle("list", ({ query: { job, ...query } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* findEntries(accountId, { ...query, job: job?.toLowerCase() })
      }).pipe(
        readTimeout(readWaitMax),
        Effect.catchTag("UnknownCursor", () => Effect.fail(unknownCursor))
      )
    )
    .handle("lines", ({ query: { job, ...query } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* findLines(accountId, { ...query, job: job?.toLowerCase() })
      }).pipe(
        readTimeout(readWaitMax),
        Effect.catchTag("UnknownCursor", () => Effect.fail(unknownCursor))
      )
    )
    .handleRaw("export", ({ query: { job, ...query } }) =>
      exportCsv({ ...query, job: job?.toLowerCase() })
    )
    .handle("statements", ({ query: { before } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* listStatements(accountId, before)
      }).pipe(readTimeout(readWaitMax))
    )
    .handleRaw("statementPdf", ({ params: { month } }) => statementPdfOf(month))
    .handle("statement", ({ params: { month } }) => statementOf(month))
    // A malformed id is the id of no entry.
    .handle("find", ({ params: { entry } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const receipt = entryId.test(entry)
          ? yield* findReceipt(accountId, entry).pipe(readTimeout(readWaitMax))
          : undefined
        return receipt ?? (yield* Effect.fail(entryNotFound))
      })
    )
    .handle("proof", ({ params: { entry } }) => readTimeout(readWaitMax)(proofOf(entry)))
    .handle("checkpoints", ({ query: { before } }) =>
      readTimeout(readWaitMax)(listCheckpoints(before))
    )
    .handle("consistency", ({ query: { from, to } }) =>
      Effect.gen(function* () {
        const found = yield* readTimeout(readWaitMax)(proveConsistency(from, to))
        return found ?? (yield* Effect.fail(checkpointNotFound))
      })
    )
)

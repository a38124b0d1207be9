/** The endpoints of the ledger. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { entryId } from "@rcpt/api/ledgerQuery"
import { BadRequest, entryNotFound } from "@rcpt/api/Problem"
import { Duration, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"

import { answerWithin } from "../answerWithin.ts"
import { exportEntries } from "../ledgerView/exportEntries.ts"
import type { Filter } from "../ledgerView/exportEntries.ts"
import { findEntries } from "../ledgerView/findEntries.ts"
import { findReceipt } from "../ledgerView/findReceipt.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
export const ledgerWaitMax = Duration.seconds(3)

const unknownCursor = new BadRequest({
  error: "cursor must be one that a page was given as `next`"
})

const nameOf = ({ month }: Filter): string =>
  month === undefined ? "ledger.csv" : `ledger-${month}.csv`

const exported = (filter: Filter) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const bytes = yield* exportEntries(accountId, filter).pipe(
      answerWithin(ledgerWaitMax),
      Effect.orDie
    )
    const sql = yield* SqlClient.SqlClient
    return HttpServerResponse.stream(Stream.provideService(bytes, SqlClient.SqlClient, sql), {
      contentType: "text/csv; charset=utf-8",
      headers: {
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="${nameOf(filter)}"`
      }
    })
  })

export const layer = HttpApiBuilder.group(Api, "Ledger", (handlers) =>
  handlers
    .handle("list", ({ query: { job, ...query } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        return yield* findEntries(accountId, { ...query, job: job?.toLowerCase() })
      }).pipe(
        answerWithin(ledgerWaitMax),
        Effect.catchTag("UnknownCursor", () => Effect.fail(unknownCursor)),
        Effect.catchTag(["SqlError", "TimeoutError"], Effect.die)
      )
    )
    .handleRaw("export", ({ query: { job, ...query } }) =>
      exported({ ...query, job: job?.toLowerCase() })
    )
    // What is no id is the id of no entry.
    .handle("find", ({ params: { entry } }) =>
      Effect.gen(function* () {
        const { accountId } = yield* CurrentAccount
        const receipt = entryId.test(entry)
          ? yield* findReceipt(accountId, entry).pipe(answerWithin(ledgerWaitMax), Effect.orDie)
          : undefined
        return receipt ?? (yield* Effect.fail(entryNotFound))
      })
    )
)

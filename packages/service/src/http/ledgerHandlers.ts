/** The endpoints of the ledger. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { entryId } from "@rcpt/api/ledgerQuery"
import { BadRequest, entryNotFound } from "@rcpt/api/Problem"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { answerWithin } from "../answerWithin.ts"
import { findEntries } from "../ledgerView/findEntries.ts"
import { findReceipt } from "../ledgerView/findReceipt.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
export const ledgerWaitMax = Duration.seconds(3)

const unknownCursor = new BadRequest({
  error: "cursor must be one that a page was given as `next`"
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

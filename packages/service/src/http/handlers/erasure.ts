/** The endpoints of the right to erasure. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { errorText } from "@rcpt/api/errors/errorTexts"
import { lastOwner, unauthorized, WorkInProgress } from "@rcpt/api/Problem"
import type { WorkUnfinished } from "@rcpt/domain/AccountEnd"
import { Duration, Effect, Layer, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { closeAccount } from "../../erasure/closeAccount.ts"
import { eraseAddress } from "../../erasure/eraseAddress.ts"
import { receiptOf } from "../../erasure/receipt.ts"
import { Config } from "../../platform/Config.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { makeSessionCookie } from "../sessionCookie.ts"

/**
 * A list of a million rows is searched in some 10 s. A longer request gets 503 and is to be repeated, while
 * the work goes on.
 */
const eraseWaitMax = Duration.seconds(60)

/** Each erasure goes through all lists of an account; others wait for their turn. */
const erasuresAtOnce = Semaphore.makeUnsafe(2)

const running = ({ jobs }: { readonly jobs: ReadonlyArray<string> }) =>
  Effect.fail(
    new WorkInProgress({
      error: errorText("listsRunning", {
        lists:
          jobs.length === 1
            ? `job ${jobs[0]} has the address and is`
            : `jobs ${jobs.join(", ")} have the address and are`
      })
    })
  )

const counted = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [count === 1 ? `1 ${one} is` : `${count} ${many} are`]

const unfinished = ({ jobs, checks }: WorkUnfinished) =>
  Effect.fail(
    new WorkInProgress({
      error: [
        ...counted(jobs, "job", "jobs").map((lists) => errorText("listsRunning", { lists })),
        ...counted(checks, "check", "checks").map((text) =>
          errorText("checksRunning", { checks: text })
        )
      ].join("; ")
    })
  )

const erasure = HttpApiBuilder.group(Api, "Erasure", (handlers) =>
  handlers.handle("eraseAddress", ({ query: { email } }) =>
    Effect.gen(function* () {
      const { accountId } = yield* CurrentAccount
      const erased = yield* eraseAddress(accountId, email).pipe(
        erasuresAtOnce.withPermits(1),
        readTimeout(eraseWaitMax)
      )
      return receiptOf(erased)
    }).pipe(
      Effect.catchTags({
        JobsRunning: running,
        NoSuchAccount: Effect.die,
        AccountNotOpen: Effect.die,
        StoreUnavailable: Effect.die,
        SqlError: Effect.die
      })
    )
  )
)

const closing = HttpApiBuilder.group(Api, "Closing", (handlers) =>
  handlers.handle("closeAccount", () =>
    Effect.gen(function* () {
      const { accountId } = yield* CurrentAccount
      const closed = yield* closeAccount(accountId).pipe(readTimeout(eraseWaitMax))
      yield* Effect.flatMap(Config, (config) => makeSessionCookie(config).remove)
      return closed
    }).pipe(
      Effect.catchTags({
        WorkUnfinished: unfinished,
        LastOwner: () => Effect.fail(lastOwner),
        // Closed by another session a moment ago.
        NoSuchAccount: () => Effect.fail(unauthorized)
      })
    )
  )
)

export const erasureHandlers = Layer.merge(erasure, closing)

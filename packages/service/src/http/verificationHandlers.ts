/** The endpoints that verify while the caller waits. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { BatchResponse } from "@rcpt/api/Batch"
import { insufficientCredits } from "@rcpt/api/Problem"
import { render } from "@rcpt/api/render"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Mode } from "@rcpt/domain/Verdict"
import { Duration, Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import type { Answered } from "../flows/Tab.ts"
import { verifyAddress } from "../flows/verifyAddress.ts"
import { verifyBatch } from "../flows/verifyBatch.ts"
import type { AnsweredBatch, AnsweredItem } from "../flows/verifyBatch.ts"
import { answerOnce } from "./answerOnce.ts"
import { permitMode } from "./permissions.ts"
import { takeForBatch } from "./rateLimit.ts"

interface Wish {
  readonly mode: Mode
  readonly explain?: boolean
}

const resultOf = (answered: Answered, { mode, explain = false }: Wish): VerifyResult => {
  const { verification, creditsUsed, elapsedMillis, checkedAt } = answered
  const circumstances = { mode, creditsUsed, elapsedMillis, explain }
  return render(verification, { ...circumstances, checkedAt: new Date(checkedAt).toISOString() })
}

/** A repeat has the result of the first, in its own spelling and for nothing. */
const itemOf = ({ email, error, answered, repeat }: AnsweredItem, mode: Mode) => {
  if (answered === undefined) return { email, ...(error !== undefined && { error }) }
  const result = resultOf(answered, { mode })
  return {
    email,
    result: repeat ? { ...result, email: email.trim(), credits_used: 0 } : result
  }
}

const batchOf = ({ items, truncated }: AnsweredBatch, mode: Mode): BatchResponse => {
  const results = items.map((item) => itemOf(item, mode))
  const used = results.map(({ result }) => result?.credits_used ?? 0)
  return {
    results,
    count: results.length,
    credits_used: used.reduce((sum, credits) => sum + credits, 0),
    mode,
    truncated
  }
}

const resultText = Schema.encodeSync(Schema.fromJsonString(VerifyResult))
const batchText = Schema.encodeSync(Schema.fromJsonString(BatchResponse))

export const layer = HttpApiBuilder.group(Api, "Verification", (handlers) =>
  handlers
    .handle("verify", ({ query, headers }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const { email, mode } = query
        yield* permitMode(mode)
        const asked = { email, mode, timeout: Duration.millis(query.timeout) }
        const explain = query.explain === "true"
        const inWords = (answered: Answered) => resultText(resultOf(answered, { mode, explain }))
        return yield* answerOnce({ status: 200, key: headers["idempotency-key"] }, (command) =>
          verifyAddress(caller, asked, { inWords, command }).pipe(
            Effect.catchTag("InsufficientCredits", () => Effect.fail(insufficientCredits)),
            Effect.catchTag("LedgerUnavailable", Effect.die)
          )
        )
      })
    )
    .handle("verifyBatch", ({ payload, headers }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        const { emails, mode } = payload
        yield* permitMode(mode)
        const inWords = (answered: AnsweredBatch) => batchText(batchOf(answered, mode))
        return yield* answerOnce({ status: 200, key: headers["idempotency-key"] }, (command) =>
          Effect.andThen(
            takeForBatch(emails.length),
            verifyBatch(caller, payload, { inWords, command })
          ).pipe(Effect.catchTag("LedgerUnavailable", Effect.die))
        )
      })
    )
)

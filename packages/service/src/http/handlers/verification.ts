/** The endpoints that verify addresses synchronously: one address, or a batch. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import type { BatchRequest, BatchResponse } from "@rcpt/api/Batch"
import { insufficientCredits } from "@rcpt/api/Problem"
import { readMaxAge } from "@rcpt/api/query"
import type { VerifyQuery } from "@rcpt/api/query"
import { render } from "@rcpt/api/render"
import { resultText } from "@rcpt/api/resultText"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Mode } from "@rcpt/domain/Verdict"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { CurrentRequest } from "../../accounts/security/requestOrigin.ts"
import { answerOf } from "../../jobs/knownResults.ts"
import type { IdempotentCommand } from "../../ledger/idempotency/Reply.ts"
import type { CheckResult, KnownCheck } from "../../verify/CreditReservation.ts"
import { verifyAddress } from "../../verify/verifyAddress.ts"
import { verifyBatch } from "../../verify/verifyBatch.ts"
import type { BatchResult, BatchItemResult } from "../../verify/verifyBatch.ts"
import { idempotent } from "../middleware/idempotent.ts"
import { permitMode } from "../middleware/permissions.ts"
import { takeForBatch } from "../middleware/rateLimit.ts"

interface ResultOptions {
  readonly mode: Mode
  readonly explain?: boolean
}

const resultOf = (
  answered: CheckResult | KnownCheck,
  { mode, explain = false }: ResultOptions
): VerifyResult => {
  if ("known" in answered) return answerOf(answered)
  const { verification, creditsUsed, elapsedMillis, checkedAt } = answered
  const details = { mode, creditsUsed, elapsedMillis, explain }
  return render(verification, { ...details, checkedAt: new Date(checkedAt).toISOString() })
}

/** A repeat has the result of its first occurrence, with its own spelling and at no charge. */
const itemOf = ({ email, error, checkResult, repeat }: BatchItemResult, mode: Mode) => {
  if (checkResult === undefined) return { email, ...(error !== undefined && { error }) }
  const result = resultOf(checkResult, { mode })
  return {
    email,
    result: repeat ? { ...result, email: email.trim(), credits_used: 0 } : result
  }
}

const batchOf = ({ items, truncated }: BatchResult, mode: Mode): BatchResponse => {
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

/**
 * The work of `GET /verify`, once everything about the request is known to be in order. With the id of a request
 * that checks nothing else, its hold has the same.
 */
export const verifyOne =
  (caller: CurrentAccount["Service"], query: VerifyQuery, requestId?: string) =>
  (command: IdempotentCommand | undefined) => {
    const { email, mode } = query
    const timeout = Duration.millis(query.timeout)
    const maxAge = readMaxAge(query.max_age)
    const request = { email, mode, timeout, maxAge, holdId: requestId }
    const explain = query.explain === "true"
    const encode = (answered: CheckResult | KnownCheck) =>
      resultText(resultOf(answered, { mode, explain }))
    return verifyAddress(caller, request, { encode, command }).pipe(
      Effect.catchTag("InsufficientCredits", () => Effect.fail(insufficientCredits)),
      Effect.catchTag("LedgerUnavailable", Effect.die)
    )
  }

/** Does the work of `POST /verify/batch` in the same way. */
export const verifyMany =
  (caller: CurrentAccount["Service"], payload: BatchRequest) =>
  (command: IdempotentCommand | undefined) => {
    const maxAge = readMaxAge(payload.max_age)
    const encode = (answered: BatchResult) => resultText(batchOf(answered, payload.mode))
    return Effect.andThen(
      takeForBatch(payload.emails.length),
      verifyBatch(caller, { ...payload, maxAge }, { encode, command })
    ).pipe(Effect.catchTag("LedgerUnavailable", Effect.die))
  }

export const verificationHandlers = HttpApiBuilder.group(Api, "Verification", (handlers) =>
  handlers
    .handle("verify", ({ query, headers }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        yield* permitMode(query.mode)
        const key = headers["idempotency-key"]
        const request = (yield* CurrentRequest)?.()
        return yield* idempotent(
          { status: 200, key, meaning: query },
          verifyOne(caller, query, request?.requestId)
        )
      })
    )
    .handle("verifyBatch", ({ payload, headers }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        yield* permitMode(payload.mode)
        const key = headers["idempotency-key"]
        return yield* idempotent(
          { status: 200, key, meaning: payload },
          verifyMany(caller, payload)
        )
      })
    )
)

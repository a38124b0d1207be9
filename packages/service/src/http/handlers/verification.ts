/** The endpoints that verify addresses synchronously: one address, or a batch. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import type { BatchRequest } from "@rcpt/api/Batch"
import { insufficientCredits } from "@rcpt/api/Problem"
import { readMaxAge } from "@rcpt/api/query"
import type { VerifyQuery } from "@rcpt/api/query"
import { render } from "@rcpt/api/render"
import type { KeptResult } from "@rcpt/api/render"
import { keptText, spokenText } from "@rcpt/api/resultText"
import type { KeptBatch } from "@rcpt/api/resultText"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { isBrowserKey, noTerms } from "@rcpt/domain/KeyTerms"
import { heldFor } from "@rcpt/domain/prices"
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
import { CurrentLanguage } from "../language.ts"
import { idempotent } from "../middleware/idempotent.ts"
import { permitMode } from "../middleware/permissions.ts"
import { takeForBatch } from "../middleware/rateLimit.ts"
import { permitKnown, withinCredits } from "../middleware/withinTerms.ts"

interface ResultOptions {
  readonly mode: Mode
  readonly explain?: boolean
}

const resultOf = (
  answered: CheckResult | KnownCheck,
  { mode, explain = false }: ResultOptions
): KeptResult => {
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

const batchOf = ({ items, truncated }: BatchResult, mode: Mode): KeptBatch => {
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

interface VerifyOptions {
  readonly requestId?: string | undefined
  /** Is told what the check has cost. */
  readonly spent?: (credits: number) => void
}

/**
 * The work of `GET /verify`, once everything about the request is known to be in order: its body as it is kept. With the
 * id of a request that checks nothing else, its hold has the same.
 */
export const verifyOne =
  (
    caller: CurrentAccount["Service"],
    query: VerifyQuery,
    { requestId, spent }: VerifyOptions = {}
  ) =>
  (command: IdempotentCommand | undefined) => {
    const { email, mode } = query
    const timeout = Duration.millis(query.timeout)
    const maxAge = readMaxAge(query.max_age)
    const request = { email, mode, timeout, maxAge, holdId: requestId }
    const explain = query.explain === "true"
    const encode = (answered: CheckResult | KnownCheck) => {
      spent?.("known" in answered ? 0 : answered.creditsUsed)
      return keptText(resultOf(answered, { mode, explain }))
    }
    return verifyAddress(caller, request, { encode, command }).pipe(
      Effect.catchTag("InsufficientCredits", () => Effect.fail(insufficientCredits)),
      Effect.catchTag("LedgerUnavailable", Effect.die)
    )
  }

/** `verifyOne` within the credit limit of the key. */
export const verifyWithin =
  (caller: CurrentAccount["Service"], query: VerifyQuery, requestId?: string) =>
  (command: IdempotentCommand | undefined) =>
    Effect.andThen(
      permitKnown(readMaxAge(query.max_age)),
      withinCredits(caller, heldFor[query.mode], (spent) =>
        verifyOne(caller, query, { requestId, spent })(command)
      )
    )

/** Does the work of `POST /verify/batch` in the same way. */
export const verifyMany =
  (caller: CurrentAccount["Service"], payload: BatchRequest) =>
  (command: IdempotentCommand | undefined) => {
    const { emails, mode } = payload
    const maxAge = readMaxAge(payload.max_age)
    return Effect.andThen(
      Effect.andThen(permitKnown(maxAge), takeForBatch(emails.length)),
      withinCredits(caller, heldFor[mode] * emails.length, (spent) => {
        const encode = (answered: BatchResult) => {
          const batch = batchOf(answered, mode)
          spent(batch.credits_used)
          return keptText(batch)
        }
        return verifyBatch(caller, { emails, mode, maxAge }, { encode, command })
      })
    ).pipe(Effect.catchTag("LedgerUnavailable", Effect.die))
  }

/** All that a visitor of a page is told: enough for a form, and nothing that is worth copying the key for. */
const shownToVisitors = [
  "email",
  "status",
  "sub_status",
  "did_you_mean",
  "recommendation",
  "mode"
] as const

const forVisitors = (body: string): string => {
  const result: VerifyResult = JSON.parse(body)
  const shown = shownToVisitors.flatMap((field) =>
    result[field] === undefined ? [] : [[field, result[field]]]
  )
  return JSON.stringify(Object.fromEntries(shown))
}

/** The body of the answer, for a text that is kept. */
const spokenBody = Effect.map(
  CurrentLanguage,
  (language) => (text: string) => spokenText(text, language)
)

export const verificationHandlers = HttpApiBuilder.group(Api, "Verification", (handlers) =>
  handlers
    .handle("verify", ({ query, headers }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        yield* permitMode(query.mode)
        const key = headers["idempotency-key"]
        const request = (yield* CurrentRequest)?.()
        const spoken = yield* spokenBody
        const shown = isBrowserKey(caller.terms ?? noTerms) ? forVisitors : spoken
        return yield* idempotent(
          { status: 200, key, meaning: query, shown },
          verifyWithin(caller, query, request?.requestId)
        )
      })
    )
    .handle("verifyBatch", ({ payload, headers }) =>
      Effect.gen(function* () {
        const caller = yield* CurrentAccount
        yield* permitMode(payload.mode)
        const key = headers["idempotency-key"]
        return yield* idempotent(
          { status: 200, key, meaning: payload, shown: yield* spokenBody },
          verifyMany(caller, payload)
        )
      })
    )
)

/**
 * Verifies one address for one request: hold, check, settle; in fast mode hold and settle together. The response body is encoded before the
 * charge, so that the same commit can store exactly that body.
 */
import { spokenText } from "@rcpt/api/resultText"
import type { Mode } from "@rcpt/domain/Verdict"
import { Clock, Duration, Effect } from "effect"

import { noteChecks } from "../activity/CurrentActivity.ts"
import { findKnown } from "../jobs/knownResults.ts"
import type { KnownResult, KnownResults, WantedResults } from "../jobs/knownResults.ts"
import type { IdempotentCommand } from "../ledger/idempotency/Reply.ts"
import { withReservation } from "./CreditReservation.ts"
import type { CheckResult, Caller, KnownCheck } from "./CreditReservation.ts"

/**
 * Longer than any request lives (test/service/limits.test.ts), so that no running request loses its
 * hold; short enough that a crash does not lock an account's credits for long.
 */
export const requestHoldLifetime = Duration.minutes(10)

interface VerifyRequest {
  readonly email: string
  readonly mode: Mode
  /** The time for the whole check; deep mode only. */
  readonly timeout: Duration.Duration
  /** Milliseconds: an earlier result that is not older is given again. */
  readonly maxAge?: number | undefined
  /** The id of the check's hold; else it gets a new one. */
  readonly holdId?: string | undefined
}

export interface ReplyEncoder<A> {
  /** Encodes the response body. */
  readonly encode: (result: A) => string
  /** The command under which the body is stored; `undefined`: it is not stored. */
  readonly command: IdempotentCommand | undefined
}

/** In English as it was sent: a node of the release before may be the one that repeats it. */
export const replyOf = (command: IdempotentCommand | undefined, body: string) =>
  command && { ...command, body: spokenText(body, "en") }

/** The results that are given again; without `maxAge` none is looked for. */
export const knownTo = (
  { accountId: account, addressKey, rulesId, hasFeedback = false }: Caller,
  { maxAge, ...wanted }: Pick<VerifyRequest, "maxAge"> & Omit<WantedResults, "since">
) =>
  maxAge === undefined
    ? Effect.succeed(noneKnown)
    : Effect.flatMap(Clock.currentTimeMillis, (now) =>
        findKnown({ account, addressKey, rulesId, hasFeedback }, { ...wanted, since: now - maxAge })
      )

const noneKnown: KnownResults = new Map()

export const verifyAddress = (
  caller: Caller,
  request: VerifyRequest,
  encoder: ReplyEncoder<CheckResult | KnownCheck>
) =>
  request.maxAge === undefined
    ? verifyOr(undefined, caller, request, encoder)
    : Effect.flatMap(knownTo(caller, { ...request, emails: [request.email] }), (known) =>
        verifyOr(known.get(request.email), caller, request, encoder)
      )

const verifyOr = (
  known: KnownResult | undefined,
  caller: Caller,
  { email, mode, timeout, holdId }: VerifyRequest,
  { encode, command }: ReplyEncoder<CheckResult | KnownCheck>
) =>
  withReservation(
    {
      caller,
      kind: "verification",
      mode,
      lifetime: requestHoldLifetime,
      storesReply: command !== undefined,
      holdsFirst: mode === "deep" && known === undefined,
      holdId
    },
    (reservation) =>
      Effect.gen(function* () {
        const [check] = yield* reservation.hold([email])
        const result =
          known === undefined
            ? yield* reservation.check(check!, timeout)
            : yield* reservation.giveAgain(check!, known)
        const body = encode(result)
        const kept = yield* reservation.settle(replyOf(command, body))
        yield* noteChecks({ body, kept, checks: [result.holdId] })
        return { body, kept }
      })
  )

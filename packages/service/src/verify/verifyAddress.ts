/**
 * Verifies one address for one request: hold, check, settle; in fast mode hold and settle together. The response body is encoded before the
 * charge, so that the same commit can store exactly that body.
 */
import type { Mode } from "@rcpt/domain/Verdict"
import { Duration, Effect } from "effect"

import { noteChecks } from "../activity/CurrentActivity.ts"
import type { IdempotentCommand } from "../ledger/idempotency/Reply.ts"
import { withReservation } from "./CreditReservation.ts"
import type { CheckResult, Caller } from "./CreditReservation.ts"

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
  /** The id of the check's hold; else it gets a new one. */
  readonly holdId?: string | undefined
}

export interface ReplyEncoder<A> {
  /** Encodes the response body. */
  readonly encode: (result: A) => string
  /** The command under which the body is stored; `undefined`: it is not stored. */
  readonly command: IdempotentCommand | undefined
}

export const verifyAddress = (
  caller: Caller,
  { email, mode, timeout, holdId }: VerifyRequest,
  { encode, command }: ReplyEncoder<CheckResult>
) =>
  withReservation(
    {
      caller,
      kind: "verification",
      mode,
      lifetime: requestHoldLifetime,
      storesReply: command !== undefined,
      holdsFirst: mode === "deep",
      holdId
    },
    (reservation) =>
      Effect.gen(function* () {
        const [check] = yield* reservation.hold([email])
        const result = yield* reservation.check(check!, timeout)
        const body = encode(result)
        const kept = yield* reservation.settle(command && { ...command, body })
        yield* noteChecks({ body, kept, checks: [result.holdId] })
        return { body, kept }
      })
  )

/**
 * One address, from request to receipt: hold, verify, charge.
 *
 * Whatever happens in between, the credits end where they belong. A verification that fails, or
 * whose caller goes away, is taken back; if we die, the hold sweeper refunds the hold when it expires.
 */
import { createHmac, randomUUIDv7 } from "node:crypto"

import type { Purpose, Receipt } from "@rcpt/domain/Credits"
import { InsufficientCredits } from "@rcpt/domain/Credits"
import { costOf, heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Exit } from "effect"

import type { Caller } from "../accounts/Accounts.ts"
import { Ledger } from "../ledger/Ledger.ts"
import * as orders from "../ledger/orders.ts"

/**
 * Longer than any request lives (test/service/limits.test.ts), so that no live one loses its hold;
 * short enough that a crash keeps nobody's credits for long.
 */
export const requestHoldLifetime = Duration.minutes(10)

export interface Answered {
  readonly verification: Verification
  readonly creditsUsed: number
}

export interface Asked {
  readonly email: string
  readonly mode: Mode
  /** Of deep mode, for everything. */
  readonly timeout: Duration.Duration
}

export const verifyAddress = Effect.fn("verifyAddress")(function* (
  caller: Caller,
  { email, mode, timeout }: Asked
) {
  const ledger = yield* Ledger
  const verifier = yield* Verifier
  const holdId = randomUUIDv7()
  const now = yield* Clock.currentTimeMillis

  const hold = ledger
    .submit(
      caller.accountId,
      orders.hold({
        holdId,
        credits: heldFor[mode],
        expiresAt: now + Duration.toMillis(requestHoldLifetime),
        purpose: purposeOf(caller, email, mode)
      })
    )
    .pipe(Effect.catchTag(neverOfOurOwnHold, Effect.die))

  const verifyAndCharge = Effect.gen(function* () {
    const verification = yield* verifier.verify(email, { mode, timeout })
    const creditsUsed = costOf(mode, verification.judgement, verification.evidence.smtp)
    yield* ledger
      .submit(
        caller.accountId,
        orders.settle({ holdId, charge: creditsUsed, receipt: receiptOf(verification) })
      )
      .pipe(Effect.catchTag([...neverOfOurOwnHold, "InsufficientCredits"], Effect.die))
    return { verification, creditsUsed } satisfies Answered
  })

  // A refused hold holds nothing. One whose answer was lost may hold something.
  return yield* Effect.andThen(hold, verifyAndCharge).pipe(
    Effect.onExit((exit) =>
      Exit.isSuccess(exit) || isRefusal(exit)
        ? Effect.void
        : ledger.withdraw(caller.accountId, holdId)
    )
  )
})

/** Rejections that a hold of our own making, with an id of our own, cannot meet: they would be bugs. */
const neverOfOurOwnHold = ["OrderAltered", "HoldClosed", "TooManyCredits"] as const

const isRefusal = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) => reason._tag === "Fail" && reason.error instanceof InsufficientCredits
  )

/** 128 bits of HMAC tell two addresses of one account apart, and reveal neither. */
const digestHexChars = 32

const purposeOf = (caller: Caller, email: string, mode: Mode): Purpose => ({
  kind: "verification",
  mode,
  digest: createHmac("sha256", caller.addressKey)
    .update(email.trim().toLowerCase())
    .digest("hex")
    .slice(0, digestHexChars)
})

const receiptOf = ({ judgement }: Verification): Receipt => ({
  status: judgement.status,
  score: judgement.score,
  ...(judgement.subStatus && { subStatus: judgement.subStatus })
})

/**
 * The credits that one request has on hold until it is answered. The credits of each check are held
 * before the check starts. One commit settles all of them, and stores the reply if it is to be replayed.
 *
 * A check in fast mode takes a few milliseconds. When the account has more than enough, its hold waits
 * and is appended together with its charge: one commit instead of two. If the account cannot pay after
 * all, the request is refused and its result is not given. After `holdDelay` without a result the hold
 * is appended as if it had come first.
 *
 * So a request is never charged in part: either all of its checks are charged and its reply stands, or
 * none is. If the request breaks off, its open holds are refunded. If the node dies, the hold sweeper
 * refunds them when they expire.
 */
import { randomUUIDv7 } from "node:crypto"

import type { InsufficientCredits } from "@rcpt/domain/Credits"
import { chargeFor, heldFor } from "@rcpt/domain/price"
import type { Verification } from "@rcpt/domain/Verification"
import { EventLoopTurns } from "@rcpt/verifier/EventLoopTurns"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Exit, Fiber } from "effect"
import type { Duration } from "effect"
import type { SqlClient } from "effect/sql"

import * as commands from "../ledger/commands.ts"
import type { LedgerCommand, Reply } from "../ledger/commands.ts"
import type { StoredReply } from "../ledger/idempotency/Reply.ts"
import { Ledger } from "../ledger/Ledger.ts"
import type { LedgerUnavailable } from "../ledger/Ledger.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { withOwnReports } from "../reports/ownReports.ts"
import { holdCommand, receiptOf, settleCommand, undoCommands } from "./holdCommands.ts"
import type { HeldCheck, OpenHold, ReservationOptions } from "./holdCommands.ts"
import { asSubmitted, change, whileWaiting } from "./waitingHolds.ts"
import type { ReservationState } from "./waitingHolds.ts"

export interface CheckResult {
  /** Of its hold; one that is free has an id all the same. */
  readonly holdId: string
  readonly verification: Verification
  readonly creditsUsed: number
  readonly elapsedMillis: number
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

export interface CreditReservation {
  /** Holds credits for as many checks as the account can pay, first ones first; fails if for none. */
  readonly hold: (
    emails: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<HeldCheck>, InsufficientCredits | LedgerUnavailable>
  /** `timeout`: for the whole check; deep mode only. */
  readonly check: (
    check: HeldCheck,
    timeout: Duration.Duration
  ) => Effect.Effect<CheckResult, never, Verifier | SqlClient.SqlClient>
  /** The result with the facts that were late for it, as far as they come in this time. */
  readonly catchUp: (
    check: HeldCheck,
    result: CheckResult,
    wait: Duration.Duration
  ) => Effect.Effect<CheckResult, never, Verifier>
  /** Refunds at once what this check did not cost, so that other checks can use the credits. */
  readonly refundRemainder: (check: HeldCheck) => Effect.Effect<void, LedgerUnavailable>
  /**
   * Settles all open holds, and stores the reply in the same commit. Fails with `InsufficientCredits`
   * only where the holds had waited; nothing is charged then.
   */
  readonly settle: (
    reply?: Reply
  ) => Effect.Effect<StoredReply["kept"], InsufficientCredits | LedgerUnavailable>
}

/** A reservation makes its holds and their ids itself, so these rejections would be bugs. */
const impossibleRejections = ["HoldClosed", "TooManyCredits"] as const

const submitTo = (ledger: Ledger["Service"], account: string, command: LedgerCommand) =>
  Effect.catchTag(ledger.submit(account, command), impossibleRejections, Effect.die)

/** Runs `use` with a new reservation; refunds its open holds unless `use` succeeds. */
export const withReservation = <A, E, R>(
  options: ReservationOptions,
  use: (reservation: CreditReservation) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | Ledger> =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { accountId } = options.caller
    const openHolds = new Map<string, OpenHold>()
    const refundAll = Effect.suspend(() => {
      const undo = [...openHolds].flatMap(([holdId, hold]) => undoCommands(options, holdId, hold))
      return undo.length === 0
        ? Effect.void
        : ledger.submitInBackground(accountId, commands.allOrNothing(undo))
    })
    const submit = (command: LedgerCommand) => submitTo(ledger, accountId, command)
    const canPay = (credits: number) => ledger.canPay(accountId, credits)
    const lateHolds: ReservationState["lateHolds"] = new Set()
    const state = { options, openHolds, lateHolds, submit, canPay, refundAll }
    const reservation = {
      hold: makeHold(state),
      check: makeCheck(state),
      catchUp: makeCatchUp(state),
      ...makeSettle(state)
    }
    return yield* Effect.onExit(use(reservation), (exit) =>
      Exit.isSuccess(exit) ? Effect.void : refundAll
    )
  })

const makeHold = (state: ReservationState): CreditReservation["hold"] => {
  const { options, openHolds, submit, canPay } = state
  const hold: CreditReservation["hold"] = (emails) =>
    Effect.gen(function* () {
      const checks = emails.map((email) => {
        return { holdId: options.holdId ?? randomUUIDv7(), email, isFree: isSandbox(email) }
      })
      const paid = checks.filter(({ isFree }) => !isFree)
      if (paid.length === 0) return checks
      const toCommand = holdCommand(options, yield* Clock.currentTimeMillis)
      if (!options.holdsFirst && canPay(heldFor[options.mode] * paid.length)) {
        for (const check of paid) {
          const waiting = { command: toCommand(check), isSubmitted: false }
          openHolds.set(check.holdId, { email: check.email, waiting })
        }
        return checks
      }
      // Before the commit: if its outcome is lost, it may have held credits. A rejected one has not.
      for (const { holdId, email } of paid) openHolds.set(holdId, { email })
      return yield* submit(commands.allOrNothing(paid.map(toCommand))).pipe(
        Effect.as(checks),
        Effect.catchTag("IdReused", Effect.die),
        Effect.catchTag("InsufficientCredits", (rejection) => {
          for (const { holdId } of paid) openHolds.delete(holdId)
          const payable = Math.floor(rejection.available / heldFor[options.mode])
          // Up to the first check that cannot be paid. At least one fewer in each round, since other
          // requests spend credits too.
          const firstUnpaid = paid[Math.min(payable, paid.length - 1)]!
          const fewer = emails.slice(0, checks.indexOf(firstUnpaid))
          return fewer.length > 0 ? hold(fewer) : Effect.fail(rejection)
        })
      )
    })
  return hold
}

/**
 * Deep checks that begin or end in one turn of the event loop: either takes some 0.5 ms. Fast ones come
 * one by one, deep ones wait for the same slow servers and end together.
 */
const deepTurns = new EventLoopTurns(16)

const makeCheck =
  (state: ReservationState): CreditReservation["check"] =>
  ({ holdId, email, isFree }, timeout) =>
    Effect.gen(function* () {
      const { caller, mode, kind } = state.options
      const startedAt = yield* Clock.currentTimeMillis
      const verifier = yield* Verifier
      const { accountId: account } = caller
      const verifying = withOwnReports(
        caller,
        email,
        verifier.verify(email, { mode, timeout, account, isOfList: kind === "batch" })
      )
      if (mode === "deep") yield* deepTurns.turn
      const verification = yield* whileWaiting(state, holdId, verifying)
      if (mode === "deep") yield* deepTurns.turn
      const creditsUsed = chargeFor(mode, verification)
      const { status } = verification.judgement
      metricTable.verifications.add({ channel: "request", mode, status })
      const due = { charge: creditsUsed, receipt: receiptOf(caller, verification) }
      if (!isFree) change(state, holdId, (hold) => ({ ...hold, due }))
      const checkedAt = yield* Clock.currentTimeMillis
      metricTable.verificationSeconds.record({ mode }, (checkedAt - startedAt) / 1_000)
      return { holdId, verification, creditsUsed, elapsedMillis: checkedAt - startedAt, checkedAt }
    })

/** What is late changes no price: it is neither DNS nor the mail server. */
const makeCatchUp =
  (state: ReservationState): CreditReservation["catchUp"] =>
  ({ holdId }, result, wait) =>
    Effect.gen(function* () {
      const { catchUp } = yield* Verifier
      const verification = yield* catchUp(result.verification, wait)
      const receipt = receiptOf(state.options.caller, verification)
      change(state, holdId, ({ due, ...hold }) => ({
        ...hold,
        ...(due && { due: { ...due, receipt } })
      }))
      return { ...result, verification }
    })

const makeSettle = (
  state: ReservationState
): Pick<CreditReservation, "refundRemainder" | "settle"> => {
  const { openHolds, submit, refundAll } = state
  const creditsPerHold = heldFor[state.options.mode]

  const refundRemainder: CreditReservation["refundRemainder"] = ({ holdId }) =>
    Effect.suspend(() => {
      const hold = openHolds.get(holdId)
      if (hold === undefined) return Effect.void
      const charge = hold.due?.charge ?? 0
      if (charge === creditsPerHold) return Effect.void
      if (charge > 0) return submit(commands.refund({ holdId, reason: "remainder", keep: charge }))
      // A check that costs nothing is settled here: nothing of it is left for `settle`.
      const close = Effect.sync(() => void openHolds.delete(holdId))
      return Effect.andThen(submit(settleCommand(holdId, hold)), close)
    }).pipe(Effect.catchTag(["IdReused", "InsufficientCredits"], Effect.die))

  /** A rejected command has written nothing, so a hold that waited for it is not in the ledger. */
  const dropWaiting = Effect.sync(() => {
    for (const [holdId, { waiting }] of openHolds) if (waiting) openHolds.delete(holdId)
  })

  const settle: CreditReservation["settle"] = (reply) =>
    Effect.gen(function* () {
      for (const late of state.lateHolds) yield* Fiber.join(late)
      if (openHolds.size === 0) return "no"
      const all = commands.allOrNothing(
        [...openHolds].map(([holdId, hold]) => settleCommand(holdId, hold))
      )
      for (const holdId of openHolds.keys()) change(state, holdId, asSubmitted)
      return yield* submit(reply === undefined ? all : commands.withReply(all, reply)).pipe(
        Effect.as(reply === undefined ? ("no" as const) : ("yes" as const)),
        Effect.catchTag("IdReused", () =>
          dropWaiting.pipe(Effect.andThen(refundAll), Effect.as("before" as const))
        ),
        Effect.tapErrorTag("InsufficientCredits", () => dropWaiting)
      )
    })

  return { refundRemainder, settle }
}

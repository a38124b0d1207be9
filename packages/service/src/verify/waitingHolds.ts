/**
 * Holds that wait for their charge (`CreditReservation.ts`), and what happens when a check takes too
 * long for that.
 */
import type { InsufficientCredits, Rejection } from "@rcpt/domain/Credits"
import { Duration, Effect, Fiber } from "effect"

import type { LedgerCommand } from "../ledger/commands.ts"
import type { LedgerUnavailable } from "../ledger/Ledger.ts"
import type { OpenHold, ReservationOptions, WaitingHold } from "./holdCommands.ts"

/** Longer than nearly all checks in fast mode take; well below what a waiting caller would notice. */
const holdDelay = Duration.millis(50)

/** A reservation makes its holds and their ids itself, so the other rejections would be bugs. */
type PossibleRejection = Exclude<Rejection, { readonly _tag: "HoldClosed" | "TooManyCredits" }>

/** What the methods of one reservation share. */
export interface ReservationState {
  readonly options: ReservationOptions
  /** By hold id. */
  readonly openHolds: Map<string, OpenHold>
  /** Those that waited for too long, while they are submitted. */
  readonly lateHolds: Set<Fiber.Fiber<void, InsufficientCredits | LedgerUnavailable>>
  readonly submit: (
    command: LedgerCommand
  ) => Effect.Effect<void, PossibleRejection | LedgerUnavailable>
  readonly canPay: (credits: number) => boolean
  /** Refunds all open holds, in the background. */
  readonly refundAll: Effect.Effect<void>
}

export const change = (
  { openHolds }: ReservationState,
  holdId: string,
  changed: (hold: OpenHold) => OpenHold
): void => {
  const hold = openHolds.get(holdId)
  if (hold !== undefined) openHolds.set(holdId, changed(hold))
}

export const asSubmitted = (hold: OpenHold): OpenHold =>
  hold.waiting ? { ...hold, waiting: { ...hold.waiting, isSubmitted: true } } : hold

const asHeld = ({ email, due }: OpenHold): OpenHold => ({ email, ...(due && { due }) })

/** Submits a hold that has waited for too long. One that is rejected is not in the ledger. */
const submitWaiting = (state: ReservationState, holdId: string, { command }: WaitingHold) =>
  Effect.suspend(() => {
    change(state, holdId, asSubmitted)
    return state.submit(command)
  }).pipe(
    Effect.tap(() => Effect.sync(() => change(state, holdId, asHeld))),
    Effect.catchTag("IdReused", Effect.die),
    Effect.tapErrorTag("InsufficientCredits", () =>
      Effect.sync(() => state.openHolds.delete(holdId))
    )
  )

/** Runs a check whose hold waits, and submits the hold when the check takes too long. */
export const whileWaiting = <A, R>(
  state: ReservationState,
  holdId: string,
  check: Effect.Effect<A, never, R>
) =>
  Effect.gen(function* () {
    const waiting = state.openHolds.get(holdId)?.waiting
    if (waiting === undefined) return yield* check
    const checking = yield* Effect.forkChild(check, { startImmediately: true })
    // A known domain needs no answer from elsewhere: such a check has ended here, without a timer.
    if (checking.pollUnsafe() !== undefined) return yield* Fiber.join(checking)
    const late = yield* Effect.forkChild(
      Effect.delay(submitWaiting(state, holdId, waiting), holdDelay)
    )
    const result = yield* Fiber.join(checking)
    if (state.openHolds.get(holdId)?.waiting?.isSubmitted === false) yield* Fiber.interrupt(late)
    else state.lateHolds.add(late)
    return result
  })

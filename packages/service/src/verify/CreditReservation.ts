/**
 * The credits that one request has on hold until it is answered. The credits of each check are held
 * before the check starts. One commit settles all of them, and stores the reply if it is to be replayed.
 *
 * A check in fast mode takes a few milliseconds, or two answers of DNS. When the account has more than enough, its hold waits
 * and is appended together with its charge: one commit instead of two. If the account cannot pay after
 * all, the request is refused and its result is not given. After `holdDelay` without a result the hold
 * is appended as if it had come first.
 *
 * So a request is never charged in part: either all of its checks are charged and its reply stands, or
 * none is. If the request breaks off, its open holds are refunded. If the node dies, the hold sweeper
 * refunds them when they expire.
 */
import { randomUUIDv7 } from "node:crypto"

import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { InsufficientCredits, Rejection, Purpose, Receipt } from "@rcpt/domain/Credits"
import { chargeFor } from "@rcpt/domain/price"
import { heldFor } from "@rcpt/domain/prices"
import type { Judgement, Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { EventLoopTurns } from "@rcpt/verifier/EventLoopTurns"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Exit, Fiber, Duration } from "effect"
import type { SqlClient } from "effect/sql"

import { addressDigest } from "../accounts/addressHmac.ts"
import type { KnownResult } from "../jobs/knownResults.ts"
import * as commands from "../ledger/commands.ts"
import type { LedgerCommand, Reply } from "../ledger/commands.ts"
import { CurrentInterface } from "../ledger/CurrentInterface.ts"
import type { InterfaceUsed } from "../ledger/CurrentInterface.ts"
import type { StoredReply } from "../ledger/idempotency/Reply.ts"
import { Ledger, LedgerUnavailable } from "../ledger/Ledger.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { withOwnReports } from "../reports/ownReports.ts"
import { rulesNamed } from "../rules/ruleRows.ts"

// The commands of a reservation's holds: what opens, settles and undoes one.

/** The account that sends the request and pays for it. */
export type Caller = Pick<
  CurrentAccount["Service"],
  "accountId" | "addressKey" | "authMode" | "hasFeedback" | "rulesId" | "visitor"
>

/** A check whose credits are held. One of a sandbox address is free: no hold, and no trace. */
export interface HeldCheck {
  readonly holdId: string
  readonly email: string
  readonly isFree: boolean
}

interface ReservationOptions {
  readonly caller: Caller
  readonly kind: Exclude<Purpose["kind"], "job">
  readonly mode: Mode
  /**
   * The lifetime of the holds: longer than any request lives, so that no request loses a hold while it runs.
   */
  readonly lifetime: Duration.Duration
  /** Whether the reply is stored: then a client that has disconnected can still fetch it. */
  readonly storesReply: boolean
  /** False: a hold may wait for its charge, if the account has more than enough. */
  readonly holdsFirst: boolean
  /** The id of the hold of a reservation for one check; else it gets a new one. */
  readonly holdId?: string | undefined
}

interface OpenHold {
  readonly email: string
  /** The hold waits for its charge. */
  readonly waiting?: WaitingHold
  /** Set when the check has ended. */
  readonly due?: { readonly charge: number; readonly receipt: Receipt }
}

interface WaitingHold {
  readonly command: LedgerCommand
  /** Once this is true, the hold may be in the ledger. */
  readonly isSubmitted: boolean
}

const holdCommand = (
  { caller, kind, mode, lifetime }: ReservationOptions,
  now: number,
  by: InterfaceUsed
) => {
  const expiresAt = now + Duration.toMillis(lifetime)
  return ({ holdId, email }: HeldCheck): LedgerCommand => {
    const purpose = { kind, mode, digest: addressDigest(caller.addressKey, email), ...by }
    return commands.hold({ holdId, credits: heldFor[mode], expiresAt, purpose })
  }
}

const settleCommand = (holdId: string, { due, waiting }: OpenHold): LedgerCommand => {
  const settle =
    due === undefined
      ? commands.refund({ holdId, reason: "failed" })
      : commands.settle({ holdId, ...due })
  return waiting === undefined ? settle : commands.allOrNothing([waiting.command, settle])
}

/**
 * The charge may have been committed although its commit seemed to fail. If a reply was stored with it,
 * the reply can still be fetched, so only what is still held is refunded. Without a reply, the charge is
 * reversed too.
 *
 * A hold that waited for its charge may not exist, or its append may still be on its way. It is opened
 * here as well, which changes the version of the stream: that append is refused then.
 */
const undoCommands = (
  { storesReply }: ReservationOptions,
  holdId: string,
  { waiting }: OpenHold
): ReadonlyArray<LedgerCommand> => {
  const undo = storesReply
    ? commands.refund({ holdId, reason: "failed" })
    : commands.reverseCharge({ holdId })
  if (waiting === undefined) return [undo]
  return waiting.isSubmitted ? [waiting.command, undo] : []
}

const receiptOf = (
  { authMode }: Caller,
  judgement: Pick<Judgement, "status" | "score" | "subStatus">
): Receipt => ({
  ...(authMode === "jwt" && { via: "dashboard" }),
  status: judgement.status,
  score: judgement.score,
  ...(judgement.subStatus && { subStatus: judgement.subStatus })
})

// Holds that wait for their charge, and what happens when a check takes too long for that.

/**
 * The delay is longer than nearly all checks in fast mode: a domain that nobody knows takes two answers of its
 * resolver, 20 to 200 ms. Nobody waits for it; until then the credits are not held, and another check may spend them.
 */
const holdDelay = Duration.millis(250)

/** Those that `submitTo` lets through. */
type PossibleRejection = Exclude<Rejection, { readonly _tag: "HoldClosed" | "TooManyCredits" }>

/** The state that the methods of one reservation share. */
interface ReservationState {
  readonly options: ReservationOptions
  /** The open holds by hold id. */
  readonly openHolds: Map<string, OpenHold>
  /** Holds that waited for too long, while they are submitted. */
  readonly lateHolds: Set<Fiber.Fiber<void, InsufficientCredits | LedgerUnavailable>>
  readonly submit: (
    command: LedgerCommand
  ) => Effect.Effect<void, PossibleRejection | LedgerUnavailable>
  readonly canPay: (credits: number) => boolean
  /** Refunds all open holds, in the background. */
  readonly refundAll: Effect.Effect<void>
}

const change = (
  { openHolds }: ReservationState,
  holdId: string,
  changed: (hold: OpenHold) => OpenHold
): void => {
  const hold = openHolds.get(holdId)
  if (hold !== undefined) openHolds.set(holdId, changed(hold))
}

const asSubmitted = (hold: OpenHold): OpenHold =>
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
const whileWaiting = <A, R>(
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

export interface CheckResult {
  /** The id of the check's hold; a check that is free has an id all the same. */
  readonly holdId: string
  readonly verification: Verification
  readonly creditsUsed: number
  readonly elapsedMillis: number
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

/** An earlier answer, given again. */
export interface KnownCheck {
  readonly holdId: string
  readonly email: string
  readonly known: KnownResult
  readonly elapsedMillis: number
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
  ) => Effect.Effect<CheckResult, never, Secrets | SqlClient.SqlClient | Verifier>
  /** Ends a check without verifying: it costs nothing, and its receipt says why. */
  readonly giveAgain: (check: HeldCheck, known: KnownResult) => Effect.Effect<KnownCheck>
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

/**
 * A hold that the ledger does not know any more was lost with the newest commits at a fail-over of the database: nothing
 * was charged, and the request can be repeated. A reservation only refunds, so too many credits would be a bug.
 */
const submitTo = (ledger: Ledger["Service"], account: string, command: LedgerCommand) =>
  ledger.submit(account, command).pipe(
    Effect.catchTag("HoldClosed", (cause) => Effect.fail(new LedgerUnavailable({ cause }))),
    Effect.catchTag("TooManyCredits", Effect.die)
  )

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
      giveAgain: makeGiveAgain(state),
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
      const toCommand = holdCommand(
        options,
        yield* Clock.currentTimeMillis,
        yield* CurrentInterface
      )
      if (!options.holdsFirst && canPay(heldFor[options.mode] * paid.length)) {
        for (const check of paid) {
          const waiting = { command: toCommand(check), isSubmitted: false }
          openHolds.set(check.holdId, { email: check.email, waiting })
        }
        return checks
      }
      // This is noted before the commit: if its outcome is lost, it may have held credits. A rejected one
      // has not.
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
      const { accountId: account, visitor } = caller
      const options = { mode, timeout, account, visitor, isOfList: kind === "batch" } as const
      const verifying = withOwnReports(
        caller,
        email,
        caller.rulesId
          ? Effect.flatMap(rulesNamed(account, caller.rulesId), (rules) =>
              verifier.verify(email, { ...options, rules })
            )
          : verifier.verify(email, options)
      )
      if (mode === "deep") yield* deepTurns.turn
      const verification = yield* whileWaiting(state, holdId, verifying)
      if (mode === "deep") yield* deepTurns.turn
      const creditsUsed = chargeFor(mode, verification)
      const { status } = verification.judgement
      metricTable.verifications.add({ channel: "request", mode, status })
      const due = { charge: creditsUsed, receipt: receiptOf(caller, verification.judgement) }
      if (!isFree) change(state, holdId, (hold) => ({ ...hold, due }))
      const checkedAt = yield* Clock.currentTimeMillis
      metricTable.verificationSeconds.record({ mode }, (checkedAt - startedAt) / 1_000)
      return { holdId, verification, creditsUsed, elapsedMillis: checkedAt - startedAt, checkedAt }
    })

const makeGiveAgain =
  ({ options, ...state }: ReservationState): CreditReservation["giveAgain"] =>
  ({ holdId, email }, known) =>
    Effect.sync(() => {
      const { status, score, subStatus } = known.row
      const receipt = {
        ...receiptOf(options.caller, { status, score, subStatus }),
        known: true as const
      }
      change({ options, ...state }, holdId, (hold) => ({ ...hold, due: { charge: 0, receipt } }))
      return { holdId, email, known, elapsedMillis: 0 }
    })

/** A late fact changes no price: it is neither DNS nor the mail server. */
const makeCatchUp =
  (state: ReservationState): CreditReservation["catchUp"] =>
  ({ holdId }, result, wait) =>
    Effect.gen(function* () {
      const { catchUp } = yield* Verifier
      const verification = yield* catchUp(result.verification, wait)
      const receipt = receiptOf(state.options.caller, verification.judgement)
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

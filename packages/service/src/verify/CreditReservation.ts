/**
 * The credits that one request has on hold until it is answered. The credits of each check are held
 * before the check starts. One commit settles all of them, and stores the reply if it is to be replayed.
 *
 * So a request is never charged in part: either all of its checks are charged and its reply stands, or
 * none is. If the request breaks off, its open holds are refunded. If the node dies, the hold sweeper
 * refunds them when they expire.
 */
import { randomUUIDv7 } from "node:crypto"

import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { InsufficientCredits, Purpose, Receipt } from "@rcpt/domain/Credits"
import { chargeFor, heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Exit } from "effect"

import { addressHmac } from "../accounts/addressHmac.ts"
import * as commands from "../ledger/commands.ts"
import type { LedgerCommand, Reply } from "../ledger/commands.ts"
import type { StoredReply } from "../ledger/idempotency/Reply.ts"
import { Ledger } from "../ledger/Ledger.ts"
import type { LedgerUnavailable } from "../ledger/Ledger.ts"

/** The account that sends the request and pays for it. */
export type Caller = Pick<CurrentAccount["Service"], "accountId" | "addressKey" | "authMode">

/** A check whose credits are held. One of a sandbox address is free: no hold, and no trace. */
export interface HeldCheck {
  readonly holdId: string
  readonly email: string
  readonly isFree: boolean
}

export interface CheckResult {
  readonly verification: Verification
  readonly creditsUsed: number
  readonly elapsedMillis: number
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

export interface ReservationOptions {
  readonly caller: Caller
  readonly kind: Exclude<Purpose["kind"], "job">
  readonly mode: Mode
  /** Of the holds. Longer than any request lives, so that no request loses a hold while it runs. */
  readonly lifetime: Duration.Duration
  /** Whether the reply is stored: then a client that has disconnected can still fetch it. */
  readonly storesReply: boolean
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
  ) => Effect.Effect<CheckResult, never, Verifier>
  /** Refunds at once what this check did not cost, so that other checks can use the credits. */
  readonly refundRemainder: (check: HeldCheck) => Effect.Effect<void, LedgerUnavailable>
  /** Settles all open holds, and stores the reply in the same commit. */
  readonly settle: (reply?: Reply) => Effect.Effect<StoredReply["kept"], LedgerUnavailable>
}

interface OpenHold {
  readonly email: string
  /** Set when the check has ended. */
  readonly due?: { readonly charge: number; readonly receipt: Receipt }
}

/** A reservation makes its holds and their ids itself, so these rejections would be bugs. */
const impossibleRejections = ["HoldClosed", "TooManyCredits"] as const

/** What the methods of one reservation share. */
interface ReservationState {
  readonly options: ReservationOptions
  /** By hold id. */
  readonly openHolds: Map<string, OpenHold>
  readonly submit: (command: LedgerCommand) => ReturnType<typeof submitTo>
  /** Refunds all open holds, in the background. */
  readonly refundAll: Effect.Effect<void>
}

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
    // The charge may have been committed although its commit seemed to fail. If a reply was stored with
    // it, the reply can still be fetched, so only what is still held is refunded. Without a reply, the
    // charge is reversed too.
    const undo = (holdId: string): LedgerCommand =>
      options.storesReply
        ? commands.refund({ holdId, reason: "failed" })
        : commands.reverseCharge({ holdId })
    const refundAll = Effect.suspend(() =>
      openHolds.size === 0
        ? Effect.void
        : ledger.submitInBackground(
            accountId,
            commands.allOrNothing([...openHolds.keys()].map(undo))
          )
    )
    const submit = (command: LedgerCommand) => submitTo(ledger, accountId, command)
    const state = { options, openHolds, submit, refundAll }
    const reservation = { hold: makeHold(state), check: makeCheck(state), ...makeSettle(state) }
    return yield* Effect.onExit(use(reservation), (exit) =>
      Exit.isSuccess(exit) ? Effect.void : refundAll
    )
  })

const holdCommand = ({ caller, kind, mode, lifetime }: ReservationOptions, now: number) => {
  const expiresAt = now + Duration.toMillis(lifetime)
  return ({ holdId, email }: HeldCheck): LedgerCommand => {
    const purpose = { kind, mode, digest: digestOf(caller, email) }
    return commands.hold({ holdId, credits: heldFor[mode], expiresAt, purpose })
  }
}

const makeHold = ({ options, openHolds, submit }: ReservationState): CreditReservation["hold"] => {
  const hold: CreditReservation["hold"] = (emails) =>
    Effect.gen(function* () {
      const checks = emails.map((email) => {
        return { holdId: randomUUIDv7(), email, isFree: isSandbox(email) }
      })
      const paid = checks.filter(({ isFree }) => !isFree)
      if (paid.length === 0) return checks
      // Before the commit: if its outcome is lost, it may have held credits. A rejected one has not.
      for (const { holdId, email } of paid) openHolds.set(holdId, { email })
      const now = yield* Clock.currentTimeMillis
      return yield* submit(commands.allOrNothing(paid.map(holdCommand(options, now)))).pipe(
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

const makeCheck =
  ({ options: { caller, mode }, openHolds }: ReservationState): CreditReservation["check"] =>
  ({ holdId, email, isFree }, timeout) =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const verifier = yield* Verifier
      const { accountId: account } = caller
      const verification = yield* verifier.verify(email, { mode, timeout, account })
      const creditsUsed = chargeFor(mode, verification)
      const due = { charge: creditsUsed, receipt: receiptOf(caller, verification) }
      if (!isFree) openHolds.set(holdId, { email, due })
      const checkedAt = yield* Clock.currentTimeMillis
      return { verification, creditsUsed, elapsedMillis: checkedAt - startedAt, checkedAt }
    })

const settleCommand = (holdId: string, { due }: OpenHold): LedgerCommand =>
  due === undefined
    ? commands.refund({ holdId, reason: "failed" })
    : commands.settle({ holdId, ...due })

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

  const settle: CreditReservation["settle"] = (reply) =>
    Effect.suspend(() => {
      if (openHolds.size === 0) return Effect.succeed("no" as const)
      const all = commands.allOrNothing(
        [...openHolds].map(([holdId, hold]) => settleCommand(holdId, hold))
      )
      return submit(reply === undefined ? all : commands.withReply(all, reply)).pipe(
        Effect.as(reply === undefined ? ("no" as const) : ("yes" as const)),
        Effect.catchTag("IdReused", () => Effect.as(refundAll, "before" as const)),
        Effect.catchTag("InsufficientCredits", Effect.die)
      )
    })

  return { refundRemainder, settle }
}

/** 128 bits: enough to tell the addresses of one account apart. */
const digestHexChars = 32

const digestOf = (caller: Caller, email: string): string =>
  addressHmac(caller.addressKey)
    .update(email.trim().toLowerCase())
    .digest("hex")
    .slice(0, digestHexChars)

const receiptOf = ({ authMode }: Caller, { judgement }: Verification): Receipt => ({
  ...(authMode === "jwt" && { via: "dashboard" }),
  status: judgement.status,
  score: judgement.score,
  ...(judgement.subStatus && { subStatus: judgement.subStatus })
})

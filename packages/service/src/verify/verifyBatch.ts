/**
 * Verifies the addresses of a batch request, a few at a time. The credits of each check are held before
 * it starts. When the account cannot pay for the next check, it waits for the refunds of the checks that
 * are running. Only when none is running does the batch end there, so the results are always those of
 * the first addresses.
 */
import { unverifiable } from "@rcpt/api/query"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Queue } from "effect"
import type { Exit } from "effect"
import type { SqlClient } from "effect/sql"

import { noteChecks } from "../activity/CurrentActivity.ts"
import type { KnownResults } from "../jobs/knownResults.ts"
import type { LedgerUnavailable } from "../ledger/Ledger.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { withReservation } from "./CreditReservation.ts"
import type {
  CheckResult,
  CreditReservation,
  Caller,
  HeldCheck,
  KnownCheck
} from "./CreditReservation.ts"
import { knownTo, replyOf } from "./verifyAddress.ts"
import type { ReplyEncoder } from "./verifyAddress.ts"

/** Per batch. 100 addresses take four rounds; twenty batches at once fill one node's SMTP connections. */
const checksAtOnceMax = 25

/** A check may take a minute, or what is left of this time; a second at least. */
export const batchPatience = Duration.minutes(4)
/** The wait for facts that were late, at the end: a query to a registry takes up to 4 s. */
export const batchFactsWait = Duration.seconds(4)

const checkWait = { maximum: Duration.seconds(60), minimum: Duration.seconds(1) }

/**
 * A batch is settled at its end. So each hold outlives the whole batch, even when credits are so short
 * that the addresses are checked one after the other (test/service/limits.test.ts).
 */
export const batchHoldLifetime = Duration.minutes(20)

export interface BatchItemResult extends BatchItem {
  readonly checkResult?: CheckResult | KnownCheck
}

export interface BatchResult {
  readonly items: ReadonlyArray<BatchItemResult>
  readonly truncated: boolean
}

interface BatchRequest {
  readonly emails: ReadonlyArray<string>
  readonly mode: Mode
  /** Milliseconds: earlier results that are not older are given again. */
  readonly maxAge?: number | undefined
}

export const verifyBatch = (
  caller: Caller,
  { emails, mode, maxAge }: BatchRequest,
  { encode, command }: ReplyEncoder<BatchResult>
) =>
  withReservation(
    {
      caller,
      kind: "batch",
      mode,
      lifetime: batchHoldLifetime,
      storesReply: command !== undefined,
      holdsFirst: true
    },
    (reservation) =>
      Effect.gen(function* () {
        const { items, checks } = planBatch(emails)
        const known = yield* knownTo(caller, { emails: checks, mode, maxAge })
        const results = yield* checkAll(reservation, checks, known)
        const result = batchResult(items, results)
        const body = encode(result)
        // The repeated check whose credits were held first.
        const kept = yield* reservation
          .settle(replyOf(command, body))
          .pipe(Effect.catchTag("InsufficientCredits", Effect.die))
        yield* noteChecks({ body, kept, checks: result.items.map(ownHold) })
        return { body, kept }
      })
  )

/** A repeat has none of its own. */
const ownHold = ({ checkResult, repeat }: BatchItemResult): string | undefined =>
  repeat ? undefined : checkResult?.holdId

/** The items before the first one whose check was not started. */
const batchResult = (
  items: ReadonlyArray<BatchItem>,
  results: ReadonlyArray<CheckResult | KnownCheck>
): BatchResult => {
  const cut = items.findIndex(({ check }) => check !== undefined && check >= results.length)
  const checked = cut < 0 ? items : items.slice(0, cut)
  return {
    truncated: cut >= 0,
    items: checked.map((item) => ({
      ...item,
      ...(item.check !== undefined && { checkResult: results[item.check]! })
    }))
  }
}

type Failure = LedgerUnavailable

/** The results of the first checks, as many as the account can pay. */
const checkAll = (
  reservation: CreditReservation,
  emails: ReadonlyArray<string>,
  known: KnownResults
): Effect.Effect<
  ReadonlyArray<CheckResult | KnownCheck>,
  Failure,
  Secrets | SqlClient.SqlClient | Verifier
> =>
  Effect.gen(function* () {
    const patienceEnds = (yield* Clock.currentTimeMillis) + Duration.toMillis(batchPatience)
    const results: Array<CheckResult | KnownCheck> = []
    const checked: Array<HeldCheck> = []
    const ended = yield* Queue.unbounded<Exit.Exit<void, Failure>>()
    let started = 0
    let running = 0

    const run = (check: HeldCheck, index: number) =>
      Effect.gen(function* () {
        const left = Duration.millis(patienceEnds - (yield* Clock.currentTimeMillis))
        checked[index] = check
        const earlier = known.get(check.email)
        results[index] =
          earlier === undefined
            ? yield* reservation.check(check, Duration.clamp(left, checkWait))
            : yield* reservation.giveAgain(check, earlier)
        yield* reservation.refundRemainder(check)
      }).pipe(Effect.onExit((exit) => Queue.offer(ended, exit)))

    while (started < emails.length || running > 0) {
      const room = Math.min(checksAtOnceMax - running, emails.length - started)
      const checks =
        room > 0 ? yield* holdSome(reservation, emails.slice(started, started + room)) : []
      for (const check of checks) {
        yield* Effect.forkChild(run(check, started++))
        running++
      }
      if (checks.length > 0) continue
      if (running === 0) break
      for (const exit of yield* Queue.takeAll(ended)) {
        running--
        yield* exit
      }
    }
    // All addresses wait at once, so that all addresses of a domain get the same.
    return yield* Effect.forEach(
      results,
      (result, index): Effect.Effect<CheckResult | KnownCheck, never, Verifier> =>
        "known" in result
          ? Effect.succeed(result)
          : reservation.catchUp(checked[index]!, result, batchFactsWait),
      { concurrency: "unbounded" }
    )
  })

const holdSome = (reservation: CreditReservation, emails: ReadonlyArray<string>) =>
  Effect.catchTag(reservation.hold(emails), "InsufficientCredits", () =>
    Effect.succeed<ReadonlyArray<HeldCheck>>([])
  )

interface BatchItem {
  /** The address as the client sent it. */
  readonly email: string
  /** Why it cannot be verified. */
  readonly error?: string
  /** The index of the address in `checks`. */
  readonly check?: number
  /** The same address is further up in this batch. */
  readonly repeat: boolean
}

interface BatchPlan {
  readonly items: ReadonlyArray<BatchItem>
  /** The distinct addresses to verify, in the order of their first item. */
  readonly checks: ReadonlyArray<string>
}

const planBatch = (emails: ReadonlyArray<string>): BatchPlan => {
  const checkOf = new Map<string, number>()
  const checks: Array<string> = []
  const items = emails.map((email): BatchItem => {
    const error = unverifiable(email)
    if (error !== undefined) return { email, error, repeat: false }
    const address = email.trim().toLowerCase()
    const first = checkOf.get(address)
    if (first !== undefined) return { email, check: first, repeat: true }
    checkOf.set(address, checks.length)
    return { email, check: checks.push(email) - 1, repeat: false }
  })
  return { items, checks }
}

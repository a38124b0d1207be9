/**
 * The ledger as the service uses it: commands on an account's credits, each answered when it is on
 * disk. This file groups commands into batches; `commitCommands.ts` commits a batch. There is no actor
 * per account: the lock on the account's stream makes its commands serial, on any number of nodes.
 */
import type { Rejection } from "@rcpt/domain/Credits"
import { EventStore } from "@rcpt/store/EventStore"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { isLocked } from "@rcpt/store/unavailable"
import { Context, Duration, Effect, Layer, Schedule, Schema } from "effect"

import { commitsAtOnce } from "../platform/Database.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { currentSpan, serviceSpans, traced } from "../platform/spans.ts"
import * as AccountCache from "./AccountCache.ts"
import type { LedgerCommand } from "./commands.ts"
import { commitsOf } from "./commitCommands.ts"

/**
 * The ledger could not be reached in time. The command may still have been committed: submit it again,
 * or a command that reverses it.
 */
export class LedgerUnavailable extends Schema.TaggedError<LedgerUnavailable>()(
  "LedgerUnavailable",
  { cause: Schema.Defect() }
) {}

/** Commands per commit. Larger batches save nothing more, and lock the account for longer. */
const batchMax = 256

/**
 * Accounts that wait for a lock at once, 100 ms in turn, each with a connection. Other accounts do not
 * notice them: a frozen node may have locked any number.
 */
const lockWaitsAtOnce = 2

/** A request is answered within 5 s, with a 503 at worst; its key is looked up before this (1.5 s). */
export const commandWaitMax = Duration.seconds(3)

/** The waits are short at first: a deadlock or a server restart is soon over. */
const retries = Schedule.min([
  Schedule.exponential("20 millis"),
  Schedule.spaced("500 millis")
]).pipe(Schedule.upTo({ duration: commandWaitMax }))

/**
 * Credits that an account must have beside those of the check in question: more than the checks that
 * one node answers at the same time cost.
 */
export const payReserve = 1_000

/** After an hour every hold has expired, and the hold sweeper has refunded it. */
const backgroundMax = Duration.hours(1)

export class Ledger extends Context.Service<
  Ledger,
  {
    readonly submit: (
      account: string,
      command: LedgerCommand
    ) => Effect.Effect<void, Rejection | LedgerUnavailable>
    /**
     * Submits a command in the background, and again each second while the database is away. For
     * refunds of a request that ended without a reply.
     */
    readonly submitInBackground: (account: string, command: LedgerCommand) => Effect.Effect<void>
    /**
     * Whether this node expects that the account can pay, whatever else it is asked at the same time.
     * A guess from the last commit: only `submit` decides.
     */
    readonly canPay: (account: string, credits: number) => boolean
  }
>()("@rcpt/service/ledger/Ledger") {}

/** A command, and the stage that waits for it. */
interface Submitted {
  readonly command: LedgerCommand
  readonly span: ReturnType<typeof currentSpan>
}

/** Tries again while the database is away; not for a lock, for which others would wait too. */
const untilCommitted =
  <A>(
    commit: (
      account: string,
      batch: ReadonlyArray<LedgerCommand>
    ) => Effect.Effect<A, StoreUnavailable>
  ) =>
  (account: string, batch: ReadonlyArray<Submitted>) =>
    commit(
      account,
      batch.map(({ command }) => command)
    ).pipe(
      Effect.retry({ schedule: retries, while: (error) => !isLocked(error) }),
      Effect.tap(() => Effect.sync(() => metricTable.ledgerCommands.add({}, batch.length))),
      Effect.mapError((cause) => new LedgerUnavailable({ cause })),
      traced(
        serviceSpans.ledgerCommit,
        { account, commands: batch.length },
        undefined,
        batch.map(({ span }) => span)
      )
    )

export const layer: Layer.Layer<Ledger, never, EventStore> = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const store = yield* EventStore
    const scope = yield* Effect.scope

    const cache = AccountCache.make()
    const commit = commitsOf(store, cache)

    const submitNow = yield* GroupCommit.make<Submitted, void, Rejection | LedgerUnavailable>({
      commit: untilCommitted((account, batch) => commit(account, batch, "none")),
      concurrency: commitsAtOnce,
      batchMax,
      whenLocked: {
        isLocked: (error) => error._tag === "LedgerUnavailable" && isLocked(error.cause),
        commit: untilCommitted((account, batch) => commit(account, batch, "brief")),
        concurrency: lockWaitsAtOnce
      },
      timeout: {
        after: commandWaitMax,
        error: () => new LedgerUnavailable({ cause: new Error("timed out") })
      }
    })

    const submit = (account: string, command: LedgerCommand) =>
      Effect.withFiber((fiber) => submitNow(account, { command, span: currentSpan(fiber) })).pipe(
        traced(serviceSpans.ledgerCommand, { account })
      )

    const submitInBackground = (account: string, command: LedgerCommand) =>
      submit(account, command).pipe(
        Effect.retry({
          while: (error) => error._tag === "LedgerUnavailable",
          schedule: Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: backgroundMax }))
        }),
        Effect.catch((error) => Effect.logError("Holds are not refunded", command.holds, error)),
        Effect.forkIn(scope),
        Effect.asVoid
      )

    return Ledger.of({ submit, submitInBackground, canPay: makeCanPay(cache) })
  })
)

const makeCanPay =
  ({ lastAvailable }: AccountCache.AccountCache): Ledger["Service"]["canPay"] =>
  (account, credits) =>
    (lastAvailable(account) ?? 0) >= credits + payReserve

/**
 * The ledger as the service uses it: commands on an account's credits, each answered when it is on
 * disk. The decisions are in `domain/Credits`; this file groups commands into batches, reads the
 * account's state, and appends what they decide. There is no actor per account: the lock on the
 * account's stream makes its commands serial, on any number of nodes.
 */
import { createHash } from "node:crypto"

import * as Credits from "@rcpt/domain/Credits"
import type { Rejection } from "@rcpt/domain/Credits"
import { EventStore } from "@rcpt/store/EventStore"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { Context, Duration, Effect, Exit, HashMap, Layer, Result, Schedule, Schema } from "effect"

import { commitsAtOnce } from "../platform/Database.ts"
import { serviceSpans, traced } from "../platform/spans.ts"
import * as AccountCache from "./AccountCache.ts"
import type { CachedAccount } from "./AccountCache.ts"
import type { LedgerCommand, Reply } from "./commands.ts"
import { ledgerStream, toAppend, toState } from "./ledgerRows.ts"

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

/** A request is answered within 5 s, with a 500 at worst; its key is looked up before this (1.5 s). */
export const commandWaitMax = Duration.seconds(3)

/** Short at first: a deadlock or a server restart is soon over. */
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

export const layer: Layer.Layer<Ledger, never, EventStore> = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const store = yield* EventStore
    const scope = yield* Effect.scope

    const cache = AccountCache.make()

    const readAndCommit = (account: string, batch: ReadonlyArray<LedgerCommand>) =>
      commitCommands(account, batch).pipe(
        Effect.map(({ outcomes, after }) => {
          if (after !== undefined) cache.set(account, after)
          return outcomes
        }),
        Effect.provideService(EventStore, store)
      )

    /** Commits on the cached state where that is enough; otherwise, or if it is stale, reads first. */
    const commitOnce = (account: string, batch: ReadonlyArray<LedgerCommand>) =>
      Effect.suspend(() => {
        const decided = decideFromCache(cache.get(account), batch)
        // Until the outcome of this commit is known, the account's state is unknown.
        cache.forget(account)
        if (decided === undefined) return readAndCommit(account, batch)
        return store.append(toAppend(account, decided.before, decided.events, sha256)).pipe(
          Effect.map(({ heads: [head] }) => {
            cache.set(account, { ...decided.after, ...(head !== undefined && { head }) })
            return decided.outcomes
          }),
          Effect.catchTag(["VersionConflict", "CommandAltered"], () =>
            readAndCommit(account, batch)
          ),
          // Perhaps a retry, whose hold exists already. The read shows it, or dies too.
          Effect.catchDefect(() => readAndCommit(account, batch))
        )
      })

    const commit = (account: string, batch: ReadonlyArray<LedgerCommand>) =>
      commitOnce(account, batch).pipe(
        Effect.retry({ schedule: retries }),
        Effect.mapError((cause) => new LedgerUnavailable({ cause })),
        traced(serviceSpans.ledgerCommit, { account, commands: batch.length })
      )

    const submitNow = yield* GroupCommit.make<LedgerCommand, void, Rejection | LedgerUnavailable>({
      commit,
      concurrency: commitsAtOnce,
      batchMax,
      timeout: {
        after: commandWaitMax,
        error: () => new LedgerUnavailable({ cause: new Error("timed out") })
      }
    })

    const submit = (account: string, command: LedgerCommand) =>
      submitNow(account, command).pipe(traced(serviceSpans.ledgerCommand, { account }))

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

type Outcomes = ReadonlyArray<Exit.Exit<void, Rejection>>

export interface Committed {
  readonly outcomes: Outcomes
  /** The state after the batch; absent when it may not be on disk yet. */
  readonly after: CachedAccount | undefined
}

/**
 * Commits one batch of one account in one transaction: lock, read, decide, append. Other modules use
 * it only to change credits in the same transaction as something else.
 */
export const commitCommands = (
  account: string,
  batch: ReadonlyArray<LedgerCommand>
): Effect.Effect<Committed, StoreUnavailable, EventStore> =>
  EventStore.use((store) =>
    store.transact(
      {
        streams: [ledgerStream(account)],
        accounts: [account],
        holds: batch.flatMap(({ holds, opens }) => [...holds, ...opens]),
        commands: batch.flatMap((command) => command.postings)
      },
      (view) => {
        const version = view.versions[ledgerStream(account)] ?? 0
        const { events, outcomes, replies, state } = decideAll(batch, toState(account, view))
        const append =
          events.length === 0 ? undefined : toAppend(account, { version }, events, sha256, replies)
        const isFlushed = append !== undefined && append.flushLater !== true
        const after = isFlushed ? { version: version + events.length, state } : undefined
        return Result.succeed({ append, outcome: { outcomes, after } })
      }
    )
  )

/** Each command sees what those before it decided; a rejected one leaves the state unchanged. */
const decideAll = (batch: ReadonlyArray<LedgerCommand>, from: Credits.Credits) => {
  const events: Array<Credits.CreditsEvent> = []
  const replies: Array<Reply> = []
  let state = from
  const outcomes = batch.map((command): Exit.Exit<void, Rejection> => {
    const decision = command.decide(state)
    if (Result.isFailure(decision)) return Exit.fail(decision.failure)
    state = decision.success.reduce(Credits.evolve, state)
    events.push(...decision.success)
    if (command.reply !== undefined && decision.success.length > 0) {
      replies.push(command.reply)
      const postings = HashMap.set(state.postings, command.reply.commandId, 0)
      state = { ...state, postings }
    }
    return Exit.void
  })
  return { events, outcomes, replies, state }
}

/**
 * Decides on the cached state, when that is enough: it has all holds, each command changes something,
 * and none is rejected. A rejection is never returned without a read.
 */
const decideFromCache = (
  cached: CachedAccount | undefined,
  batch: ReadonlyArray<LedgerCommand>
) => {
  if (cached === undefined) return undefined
  const { version, state: from } = cached
  const isCovered = ({ holds, opens, postings }: LedgerCommand) =>
    postings.length === 0 &&
    holds.every((id) => HashMap.has(from.holds, id)) &&
    !opens.some((id) => HashMap.has(from.holds, id))
  if (!batch.every(isCovered)) return undefined
  const { events, outcomes, state } = decideAll(batch, from)
  if (events.length < batch.length || !outcomes.every(Exit.isSuccess)) return undefined
  return { before: cached, events, outcomes, after: { version: version + events.length, state } }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/**
 * The ledger as the service uses it: orders on an account's credits, each answered when it is on
 * disk. Decisions are `domain/Credits`; this file gathers orders, shows them what stands, and keeps
 * what they decide. No account has an actor: the lock on its stream is what makes it serial.
 */
import { createHash } from "node:crypto"

import * as Credits from "@rcpt/domain/Credits"
import type { Rejection } from "@rcpt/domain/Credits"
import { EventStore } from "@rcpt/store/EventStore"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { Context, Duration, Effect, Exit, HashMap, Layer, Result, Schedule, Schema } from "effect"

import * as KnownAccounts from "./KnownAccounts.ts"
import type { Known } from "./KnownAccounts.ts"
import { ledgerStream, toAppend, toState } from "./ledgerRows.ts"
import type { Order, Reply } from "./orders.ts"

/**
 * The ledger could not be reached in time. The order may have been carried out all the same: send it
 * again, or withdraw it.
 */
export class LedgerUnavailable extends Schema.TaggedError<LedgerUnavailable>()(
  "LedgerUnavailable",
  { cause: Schema.Defect() }
) {}

/** One commit's worth: larger batches save nothing more and keep the account locked for longer. */
const batchMax = 256

/** Batches at once on this node: as many as the ledger's pool has connections. */
export const commitsAtOnce = 4

/** A request is answered in 5 s, by 500 if need be; before the ledger its key is looked up (1.5 s). */
export const orderWaitMax = Duration.seconds(3)

/** Short first: a deadlock or a restarting server is over in a moment. */
const retries = Schedule.min([
  Schedule.exponential("20 millis"),
  Schedule.spaced("500 millis")
]).pipe(Schedule.upTo({ duration: orderWaitMax }))

/** After an hour every hold is long expired, and the hold sweeper has given its credits back. */
const insistenceMax = Duration.hours(1)

export class Ledger extends Context.Service<
  Ledger,
  {
    readonly submit: (
      account: string,
      order: Order
    ) => Effect.Effect<void, Rejection | LedgerUnavailable>
    /**
     * Carries an order out in the background, and keeps trying while the database is away: to give
     * back what nobody will be answered for.
     */
    readonly insist: (account: string, order: Order) => Effect.Effect<void>
  }
>()("@rcpt/service/ledger/Ledger") {}

export const layer: Layer.Layer<Ledger, never, EventStore> = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const store = yield* EventStore
    const scope = yield* Effect.scope

    const known = KnownAccounts.make()

    const looking = (account: string, batch: ReadonlyArray<Order>) =>
      commitOrders(account, batch).pipe(
        Effect.map(({ outcomes, after }) => {
          if (after !== undefined) known.set(account, after)
          return outcomes
        }),
        Effect.provideService(EventStore, store)
      )

    /** Without looking, where all that is asked for is known and accepted; else, or if wrong, with. */
    const commitOnce = (account: string, batch: ReadonlyArray<Order>) =>
      Effect.suspend(() => {
        const decided = decideUnseen(known.get(account), batch)
        // Until it is known what became of this, nothing is known.
        known.forget(account)
        if (decided === undefined) return looking(account, batch)
        return store.append(toAppend(account, decided.before, decided.events, hash)).pipe(
          Effect.map(({ heads: [head] }) => {
            known.set(account, { ...decided.after, ...(head !== undefined && { head }) })
            return decided.outcomes
          }),
          Effect.catchTag(["VersionConflict", "CommandAltered"], () => looking(account, batch)),
          // An order that came before, perhaps: its hold is there already. Looking tells, or dies too.
          Effect.catchDefect(() => looking(account, batch))
        )
      })

    const commit = (account: string, batch: ReadonlyArray<Order>) =>
      commitOnce(account, batch).pipe(
        Effect.retry({ schedule: retries }),
        Effect.mapError((cause) => new LedgerUnavailable({ cause }))
      )

    const submitNow = yield* GroupCommit.make<Order, void, Rejection | LedgerUnavailable>({
      commit,
      concurrency: commitsAtOnce,
      batchMax
    })

    const submit = (account: string, order: Order) =>
      submitNow(account, order).pipe(
        Effect.timeoutOrElse({
          duration: orderWaitMax,
          orElse: () => Effect.fail(new LedgerUnavailable({ cause: new Error("timed out") }))
        })
      )

    const insist = (account: string, order: Order) =>
      submit(account, order).pipe(
        Effect.retry({
          while: (error) => error._tag === "LedgerUnavailable",
          schedule: Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: insistenceMax }))
        }),
        Effect.catch((error) => Effect.logError("Holds are not given back", order.holds, error)),
        Effect.forkIn(scope),
        Effect.asVoid
      )

    return Ledger.of({ submit, insist })
  })
)

type Outcomes = ReadonlyArray<Exit.Exit<void, Rejection>>

export interface Committed {
  readonly outcomes: Outcomes
  /** Absent when what stands now may not be on disk yet. */
  readonly after: Known | undefined
}

/**
 * One batch of one account in one transaction: lock, look, decide, append. The ledger's own way to
 * the store; others use it only to keep credits in the same transaction as something else.
 */
export const commitOrders = (
  account: string,
  batch: ReadonlyArray<Order>
): Effect.Effect<Committed, StoreUnavailable, EventStore> =>
  EventStore.use((store) =>
    store.transact(
      {
        streams: [ledgerStream(account)],
        accounts: [account],
        holds: batch.flatMap(({ holds, opens }) => [...holds, ...opens]),
        commands: batch.flatMap((order) => order.postings)
      },
      (view) => {
        const version = view.versions[ledgerStream(account)] ?? 0
        const { events, outcomes, replies, state } = decideAll(batch, toState(account, view))
        const append =
          events.length === 0 ? undefined : toAppend(account, { version }, events, hash, replies)
        const isFlushed = append !== undefined && append.flushLater !== true
        const after = isFlushed ? { version: version + events.length, state } : undefined
        return Result.succeed({ append, outcome: { outcomes, after } })
      }
    )
  )

/** Each order sees what those before it decided; a refused one leaves the state as it was. */
const decideAll = (batch: ReadonlyArray<Order>, from: Credits.Credits) => {
  const events: Array<Credits.CreditsEvent> = []
  const replies: Array<Reply> = []
  let state = from
  const outcomes = batch.map((order): Exit.Exit<void, Rejection> => {
    const decision = order.decide(state)
    if (Result.isFailure(decision)) return Exit.fail(decision.failure)
    state = decision.success.reduce(Credits.evolve, state)
    events.push(...decision.success)
    if (order.reply !== undefined && decision.success.length > 0) {
      replies.push(order.reply)
      const postings = HashMap.set(state.postings, order.reply.commandId, 0)
      state = { ...state, postings }
    }
    return Exit.void
  })
  return { events, outcomes, replies, state }
}

/**
 * Decides on what is known, when that is enough: all holds are known, each order has something to
 * say, and none is refused. A refusal is never told without having looked.
 */
const decideUnseen = (known: Known | undefined, batch: ReadonlyArray<Order>) => {
  if (known === undefined) return undefined
  const { version, state: from } = known
  const isKnown = ({ holds, opens, postings }: Order) =>
    postings.length === 0 &&
    holds.every((id) => HashMap.has(from.holds, id)) &&
    !opens.some((id) => HashMap.has(from.holds, id))
  if (!batch.every(isKnown)) return undefined
  const { events, outcomes, state } = decideAll(batch, from)
  if (events.length < batch.length || !outcomes.every(Exit.isSuccess)) return undefined
  return { before: known, events, outcomes, after: { version: version + events.length, state } }
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex")

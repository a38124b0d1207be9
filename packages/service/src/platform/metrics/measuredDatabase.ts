/**
 * How long the database lets requests wait: for an append, for a connection of a pool. The driver reports waits
 * only for statements that are traced.
 */
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { isLocked, whenConnected } from "@rcpt/store/unavailable"
import { Cause, Context, Effect, Exit, Layer, Option } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"

import { metricTable } from "./metricTable.ts"
import { atScrape } from "./scrape.ts"

/**
 * How an append ended. `refused` means that the decision said no, or that the version had moved: nothing was
 * written, and nothing is wrong.
 */
const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "done"
  if (Cause.hasInterruptsOnly(exit.cause)) return "cancelled"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (isLocked(error)) return "locked"
  return error === undefined || error instanceof StoreUnavailable ? "failed" : "refused"
}

const timed = <A, E, R>(append: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.onExit(append, (exit) => {
      const seconds = (performance.now() - startedAt) / 1_000
      metricTable.appendSeconds.record({ outcome: outcomeOf(exit) }, seconds)
      return Effect.void
    })
  })

/** Measures the store that it is provided with. All appends of the service pass here. */
export const measuredStore: Layer.Layer<EventStore, never, EventStore> = Layer.effect(
  EventStore,
  Effect.map(EventStore, (store) => ({
    ...store,
    transact: (keys, decide, lockWait) => timed(store.transact(keys, decide, lockWait)),
    append: (append, lockWait) => timed(store.append(append, lockWait))
  }))
)

/**
 * Changes a client so that its transactions wait for a connection of a server that is full for a moment, and record how long
 * they waited to begin. Those inside another transaction have its connection, so they do neither.
 */
export const measureWait = (sql: SqlClient.SqlClient): SqlClient.SqlClient => {
  const { withTransaction } = sql
  const measured: typeof withTransaction = (step, ...options) =>
    Effect.withFiber((fiber) => {
      const isNested = Option.isSome(Context.getOption(fiber.context, sql.transactionService))
      if (isNested) return withTransaction(step, ...options)
      const wishedAt = performance.now()
      let isBegun = false
      const begun = Effect.sync(() => {
        isBegun = true
        metricTable.transactionWait.record({}, (performance.now() - wishedAt) / 1_000)
      })
      const transaction = withTransaction(Effect.andThen(begun, step), ...options)
      return whenConnected(transaction, () => isBegun)
    })
  return Object.assign(sql, { withTransaction: measured })
}

const probe = (sql: SqlClient.SqlClient) =>
  Effect.suspend(() => {
    const askedAt = performance.now()
    return Effect.map(sql`select 1`, () => (performance.now() - askedAt) / 1_000)
  })

/** Asks each pool for a connection at each scrape, and records how long `select 1` took. */
export const probeAtScrape = (pools: {
  readonly read: SqlClient.SqlClient
  readonly write: SqlClient.SqlClient
}): Effect.Effect<void, never, Scope.Scope> =>
  atScrape(
    Effect.gen(function* () {
      metricTable.poolProbe.set([])
      const { read, write } = yield* Effect.all(
        { read: probe(pools.read), write: probe(pools.write) },
        { concurrency: 2 }
      )
      metricTable.poolProbe.set([
        [{ pool: "read" }, read],
        [{ pool: "write" }, write]
      ])
    }).pipe(Effect.ignore)
  )

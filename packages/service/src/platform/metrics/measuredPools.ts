/** How long the pools let wait. The driver tells it of no statement, unless that is traced. */
import { Context, Effect, Option } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"

import { metricTable } from "./metricTable.ts"
import { atScrape } from "./scrape.ts"

/** Of a client that nobody else has yet. Transactions inside another one wait for nothing. */
export const measureWait = (sql: SqlClient.SqlClient): SqlClient.SqlClient => {
  const { withTransaction } = sql
  const measured: typeof withTransaction = (step, ...options) =>
    Effect.withFiber((fiber) => {
      const isNested = Option.isSome(Context.getOption(fiber.context, sql.transactionService))
      if (isNested) return withTransaction(step, ...options)
      const wishedAt = performance.now()
      const begun = Effect.sync(() =>
        metricTable.transactionWait.record({}, (performance.now() - wishedAt) / 1_000)
      )
      return withTransaction(Effect.andThen(begun, step), ...options)
    })
  return Object.assign(sql, { withTransaction: measured })
}

const probe = (sql: SqlClient.SqlClient) =>
  Effect.suspend(() => {
    const askedAt = performance.now()
    return Effect.map(sql`select 1`, () => (performance.now() - askedAt) / 1_000)
  })

/** Asks each pool for a connection at each scrape. */
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

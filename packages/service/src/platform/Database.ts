/**
 * Pools on one database. Writers wait for row locks; readers must never wait behind them.
 *
 * `SqlClient` reads (statements of many requests share a connection). `WriteSql` carries every
 * transaction of the event store, and all other writes that must be in the same one.
 */
import { PgClient } from "@effect/sql-pg"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { connectionTo } from "./databaseLine.ts"
import { measuredStore, measureWait, probeAtScrape } from "./metrics/measuredDatabase.ts"
import { migrate } from "./migrate.ts"
import { processes } from "./processes/Processes.ts"

export class WriteSql extends Context.Service<WriteSql, SqlClient.SqlClient>()(
  "@rcpt/service/WriteSql"
) {}

/** The URL of the database, for code that needs a connection of its own. */
export class DatabaseUrl extends Context.Service<DatabaseUrl, Redacted.Redacted>()(
  "@rcpt/service/DatabaseUrl"
) {}

/** All times are in milliseconds, and below the 3 s that an order waits, so that a stuck one is retried. */
export const timeouts = {
  statement_timeout: "2000",
  lock_timeout: "1500",
  // A node that was frozen in the middle of a transaction must not keep its locks: others, who wait for
  // 1.5 s, shall get them at their first attempt. No turn of our event loop is nearly so long.
  idle_in_transaction_session_timeout: "1200"
}

/** So many batches of the ledger commit at once on this node: each holds one of the writers' connections. */
export const commitsAtOnce = 4

/**
 * Connections of the ledger and eight more: one to seal, three for projections, one for accounts and keys, two for
 * jobs, one for webhooks.
 */
const writersMax = commitsAtOnce + 8
const readersMax = 4
const readersMin = 2

/** Two connections listen to other nodes: for hints, and for keys that are revoked. */
const listenersMax = 2

/**
 * Connections that stay open: what a node of a cluster has in all, with which a check costs the same as with 18
 * (Processes.ts). A server whose other connections are all taken does not slow down the checks of a node that runs.
 */
const floorOf = (connectionsMax: number, floor: number) => ({
  maxConnections: connectionsMax,
  minConnections: Math.min(connectionsMax, floor)
})
const writersFloor = commitsAtOnce + 1
const readersFloor = readersMin

/** The sizes of the pools of a process that may open so many connections (Processes.ts), listeners included. */
export const poolsOf = (connectionsMax: number) => {
  const shared = connectionsMax - listenersMax
  const readers = Math.min(readersMax, Math.max(readersMin, Math.floor(shared / 4)))
  return { readers, writers: Math.min(writersMax, shared - readers) }
}

/** Milliseconds: more than `statement_timeout`, less than the 3 s that an order waits. */
export const silenceMax = 2_500

/**
 * A new database is empty, plans made then read whole tables, and a connection keeps its plans until
 * the tables are analysed, a minute later: appends were four times slower until then (measured).
 * All statements of writers have an index.
 */
const byIndex = { enable_seqscan: "off" }

/**
 * Writers repeat a few statements whose plan does not depend on their arguments. Planning is most of
 * their time: one `es.append` of one event took 1.1 to 2.3 ms with `auto`, and takes 0.6 to 0.9.
 */
const plannedOnce = { plan_cache_mode: "force_generic_plan" }

/**
 * Our statements take milliseconds. With `jit = on`, the default of PostgreSQL, one round of sealing
 * takes 510 to 1,925 ms instead of 1 to 3.
 */
const planning = { jit: "off" }

/** The options of a connection of a pool. */
export const connect = (url: Redacted.Redacted, name: string, parameters = {}) => ({
  ...connectionTo(url, silenceMax),
  applicationName: `rcpt ${name}`,
  connectTimeout: "1500 millis" as const,
  startupParameters: { ...timeouts, ...planning, ...parameters }
})

const readers = (url: Redacted.Redacted, maxConnections: number) =>
  Layer.effect(SqlClient.SqlClient, SqlClient.SqlClient).pipe(
    Layer.provide(
      PgClient.layer({
        ...connect(url, "read"),
        ...floorOf(maxConnections, readersFloor),
        multiplex: true
      })
    )
  )

/**
 * A listener keeps a connection for good. If it took one of the readers, who share theirs, others would wait on
 * it already: for ever, as some of the first statements of a process did.
 */
const listeners = (url: Redacted.Redacted) =>
  Layer.effect(PgClient.PgClient, PgClient.PgClient).pipe(
    Layer.provide(
      PgClient.layer({ ...connect(url, "listen"), ...floorOf(listenersMax, listenersMax) })
    )
  )

const writers = (url: Redacted.Redacted, maxConnections: number) =>
  Layer.effect(WriteSql, Effect.map(SqlClient.SqlClient, measureWait)).pipe(
    Layer.provide(
      PgClient.layer({
        ...connect(url, "write", { ...byIndex, ...plannedOnce }),
        ...floorOf(maxConnections, writersFloor)
      })
    )
  )

/**
 * Migrations may take long. So they have a connection of their own, without the limits above, which is closed
 * once they are done.
 */
const migration = (url: Redacted.Redacted) =>
  Layer.effectDiscard(
    Effect.andThen(migrateStore, migrate).pipe(
      Effect.provide(
        PgClient.layer({
          ...connectionTo(url),
          applicationName: "rcpt migrate",
          maxConnections: 1
        }),
        { local: true }
      )
    )
  )

/** Migrates, unless this is a worker: its supervisor has made the tables. */
const migrated = (url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.map(processes, ({ siblings }) => (siblings === undefined ? migration(url) : Layer.empty))
  )

const pools = (url: Redacted.Redacted, connectionsLimit: number) =>
  Layer.unwrap(
    Effect.map(processes, ({ connectionsMax }) => {
      const sizes = poolsOf(Math.min(connectionsMax, connectionsLimit))
      return Layer.mergeAll(
        readers(url, sizes.readers),
        listeners(url),
        writers(url, sizes.writers)
      )
    })
  )

/** Between two proofs that each connection of the floor lives, so that no request finds a dead one. */
const proveEvery = Duration.seconds(1)

/** Between two proofs while one is missing and none could be opened. */
const knockEvery = Duration.millis(200)

/**
 * No proof keeps connections from others for longer. An attempt to open one goes on without it. While they come back one
 * after the other, as a pool opens them, proofs follow each other as quickly: the floor is whole again before other
 * programs take what is free.
 */
const proofMax = Duration.millis(20)

/**
 * Holds as many connections at once as stay open, and tells how many there were: a pool opens one in place of a lost one
 * only for a borrower whom no other can serve. They are taken one after the other, or two would share one of the readers'.
 */
const prove = (sql: SqlClient.SqlClient, connections: number): Effect.Effect<number> =>
  Effect.suspend(() => {
    let held = 0
    return Effect.flatMap(sql.reserve, (one) =>
      one.executeUnprepared("select 1", [], undefined)
    ).pipe(
      Effect.tap(() => Effect.sync(() => held++)),
      Effect.replicateEffect(connections, { discard: true }),
      Effect.scoped,
      Effect.timeout(proofMax),
      Effect.ignore,
      Effect.map(() => held)
    )
  })

const proved = Layer.effectDiscard(
  Effect.gen(function* () {
    const [read, write] = [yield* SqlClient.SqlClient, yield* WriteSql]
    const proofs = Effect.gen(function* () {
      let [before, grewAt] = [0, 0]
      while (true) {
        const held = (yield* prove(read, readersFloor)) + (yield* prove(write, writersFloor))
        const now = yield* Clock.currentTimeMillis
        if (held > before) grewAt = now
        before = held
        const isGrowing = now - grewAt < Duration.toMillis(knockEvery)
        const wait = isGrowing ? proofMax : knockEvery
        yield* Effect.sleep(held === readersFloor + writersFloor ? proveEvery : wait)
      }
    })
    yield* Effect.forkScoped(proofs)
  })
)

const probed = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* probeAtScrape({ read: yield* SqlClient.SqlClient, write: yield* WriteSql })
  })
)

interface Options<E, R> {
  /** The way in which nodes tell each other of news. Default: by Postgres. */
  readonly hints?: Layer.Layer<Hints.Hints, E, R | PgClient.PgClient>
  /** Connections of the pools, if they are to be fewer than this process may open. */
  readonly connectionsMax?: number
}

export const layer = <E = never, R = PgClient.PgClient>(
  url: Redacted.Redacted,
  { hints = Hints.layerPg, connectionsMax = Infinity }: Options<E, R> = {}
) =>
  measuredStore.pipe(
    Layer.provide(EventStorePg.layer),
    Layer.provide(Layer.effect(SqlClient.SqlClient, WriteSql)),
    // These two know both pools, so they stand outside of what takes the writers for its only one.
    Layer.merge(Layer.merge(probed, proved)),
    Layer.provideMerge(hints),
    Layer.provideMerge(pools(url, connectionsMax)),
    Layer.provideMerge(migrated(url)),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url))
  )

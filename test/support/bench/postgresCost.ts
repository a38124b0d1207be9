/** What work costs a Postgres: commits, flushes of the log, bytes of it, and bytes on disk. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schema } from "effect"
import type { Scope } from "effect"

const Counters = Schema.Struct({
  commits: Schema.Number,
  flushes: Schema.Number,
  walBytes: Schema.Number,
  diskBytes: Schema.Number
})
export type Counters = typeof Counters.Type

/** Counters of other sessions reach the statistics within a second; ours are flushed by asking. */
const query = `
  select xact_commit::float8 as commits,
    (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as flushes,
    (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes",
    pg_database_size(current_database())::float8 as "diskBytes"
  from pg_stat_database where datname = current_database()`

/** Postgres 18 or newer. */
export const postgresCounters = (
  url: string
): Effect.Effect<Effect.Effect<Counters>, never, Scope.Scope> =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.map((connection) =>
      connection.query(query).pipe(
        Effect.flatMap(({ rows }) => Schema.decodeUnknownEffect(Counters)(rows[0])),
        Effect.orDie
      )
    ),
    Effect.orDie
  )

export const difference = (after: Counters, before: Counters): Counters => ({
  commits: after.commits - before.commits,
  flushes: after.flushes - before.flushes,
  walBytes: after.walBytes - before.walBytes,
  diskBytes: after.diskBytes - before.diskBytes
})

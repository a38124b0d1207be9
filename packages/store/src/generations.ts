/**
 * The generations of a projection: which exist, which one is live, how a rebuild starts and replaces
 * the live one, and how far each has come.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { transaction } from "./transaction.ts"

/** A view that can be rebuilt beside its live generation. */
export interface Rebuildable {
  /** Stored: never rename. */
  readonly name: string
  /** Deletes the rows of a generation that is no longer read. */
  readonly drop: (generation: number) => Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
}

export interface Checkpoint {
  readonly generation: number
  readonly live: boolean
  readonly seq: bigint
  readonly epoch: bigint
}

/** The generations of a projection, oldest first. If there is none, creates the first one, live. */
export const generationsOf = ({ name }: Rebuildable) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = sql<Pick<Checkpoint, "generation">>`
      select generation from es.projection where name = ${name} order by generation`
    const existing = yield* rows
    if (existing.length > 0) return existing.map(({ generation }) => generation)
    yield* sql`
      insert into es.projection (name, generation, live)
      select ${name}, 1, true where not exists (select from es.projection where name = ${name})
      on conflict do nothing`
    return (yield* rows).map(({ generation }) => generation)
  })

/** Makes a generation live that has caught up with the live one, and drops the others. */
export const switchOver = ({ name, drop }: Rebuildable) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<Checkpoint>`
      select generation, live, seq, epoch from es.projection
      where name = ${name} order by generation for update`
    const live = rows.find((row) => row.live)
    const next = rows.at(-1)
    if (live === undefined || next === undefined || next.live || next.seq < live.seq) return
    yield* sql`update es.projection set live = false where name = ${name} and live`
    yield* sql`
      update es.projection set live = true, epoch = epoch + 1
      where name = ${name} and generation = ${next.generation}`
    for (const { generation } of rows.filter((row) => row !== next)) {
      yield* drop(generation)
      yield* sql`delete from es.projection where name = ${name} and generation = ${generation}`
    }
    yield* Effect.logInfo("A rebuilt projection is live", name, next.generation)
  }).pipe(transaction)

/** Starts a rebuild beside the live view; the running projections do the work. */
export const rebuild = ({
  name
}: Rebuildable): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.projection (name, generation, live)
      select name, max(generation) + 1, false from es.projection
      where name = ${name} group by name having bool_and(live)`
  ).pipe(Effect.asVoid)

export interface Status {
  readonly name: string
  readonly generation: number
  /** False: a rebuild beside the live one. */
  readonly live: boolean
  /** Commits of the log that it has not applied yet. */
  readonly behind: number
  /** How long the first of these has been in the log; 0 when there is none. */
  readonly behindSeconds: number
  /** Commits that it failed on. */
  readonly parked: number
}

/** The progress of every projection, for monitoring. */
export const status: Effect.Effect<
  ReadonlyArray<Status>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = SqlClient.SqlClient.use(
  (sql) => sql<Status>`
    select name, generation, live, (greatest(0, head.seq - p.seq))::float8 as behind,
      coalesce((select extract(epoch from clock_timestamp() - at) from es.sealed
        where seq = p.seq + 1), 0)::float8 as "behindSeconds",
      (select count(*)::int4 from es.parked k
        where k.name = p.name and k.generation = p.generation) as parked
    from es.projection p, es.head order by name, generation`
)

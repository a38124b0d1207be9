/**
 * The lives of a projection: which generations of its rows exist, which one is live, how a rebuild
 * begins beside it and takes its place, and how far each has come.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Projection } from "./Projection.ts"
import { transaction } from "./transaction.ts"

export interface Checkpoint {
  readonly generation: number
  readonly live: boolean
  readonly seq: bigint
  readonly epoch: bigint
}

/** The generations of a projection, oldest first; the first one of all is live from the start. */
export const generationsOf = ({ name }: Projection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = sql<Pick<Checkpoint, "generation">>`
      select generation from es.projection where name = ${name} order by generation`
    const known = yield* rows
    if (known.length > 0) return known.map(({ generation }) => generation)
    yield* sql`
      insert into es.projection (name, generation, live)
      select ${name}, 1, true where not exists (select from es.projection where name = ${name})
      on conflict do nothing`
    return (yield* rows).map(({ generation }) => generation)
  })

/** Lets a generation that has caught up with the live one take its place. */
export const switchOver = ({ name, drop }: Projection) =>
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

/** Starts a rebuild beside the live view; the running projections carry it out. */
export const rebuild = ({
  name
}: Projection): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.projection (name, generation, live)
      select name, max(generation) + 1, false from es.projection
      where name = ${name} group by name having bool_and(live)`
  ).pipe(Effect.asVoid)

export interface Status {
  readonly name: string
  readonly generation: number
  /** False: being rebuilt beside the live one. */
  readonly live: boolean
  /** Commits of the log that it has not taken yet. */
  readonly behind: number
  /** Commits that it failed on. */
  readonly parked: number
}

/** How far every projection is: for whoever watches. */
export const status: Effect.Effect<
  ReadonlyArray<Status>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = SqlClient.SqlClient.use(
  (sql) => sql<Status>`
    select name, generation, live, (greatest(0, head.seq - p.seq))::float8 as behind,
      (select count(*)::int4 from es.parked k
        where k.name = p.name and k.generation = p.generation) as parked
    from es.projection p, es.head order by name, generation`
)

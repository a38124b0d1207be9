/**
 * Rows that nobody will ask for: `job_scraps` says whose, and whoever comes first erases them, some at
 * a time. A node that dies over it loses nothing: another one goes on.
 *
 * An upload that comes in is due a little later than its last part; one that became a job is no scrap.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** Nothing came for so long: whoever sent it has gone, and so has the node that stored it. */
export const uploadWaits = "10 minutes"

/** Rows per statement: 10,000 take some 50 ms, of the 2 s that a statement has. */
const erasedAtOnce = 10_000

/** Chunks are 30 kB and more. */
const chunksAtOnce = 100

/** Scraps looked up in one round; the next one takes what is left. */
const scrapsPerRound = 20

/** Due at once. `isAll`: false leaves the job its results, and takes its rows out of the probe queue. */
export const scrap = (job: string, { isAll }: { readonly isAll: boolean }): Asked<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into job_scraps as mine (job_id, due_at, is_all) values (${job}, now(), ${isAll})
      on conflict (job_id) do update set due_at = least(mine.due_at, excluded.due_at),
        is_all = mine.is_all or excluded.is_all`
  ).pipe(Effect.asVoid)

/** Of an upload: due at once. Where a job was made of it, there is nothing to abandon. */
export const abandon = (job: string): Asked<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update job_scraps set due_at = least(due_at, now()) where job_id = ${job} and is_all`
  ).pipe(Effect.asVoid)

/** An upload is no scrap any more. False: it is, or never was. */
export const adopt = (job: string): Asked<boolean> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from job_scraps where job_id = ${job} and is_all and due_at > now() returning 1`
  ).pipe(Effect.map((rows) => rows.length > 0))

interface Scraps {
  readonly job: string
  readonly isAll: boolean
}

interface Pile {
  readonly table: string
  readonly key: string
  readonly atOnce: number
}

const waiting: Pile = { table: "probe_queue", key: "row_no", atOnce: erasedAtOnce }
const piles: ReadonlyArray<Pile> = [
  waiting,
  { table: "job_result", key: "row_no", atOnce: erasedAtOnce },
  { table: "job_repeat", key: "first_row", atOnce: erasedAtOnce },
  { table: "job_search", key: "chunk_no", atOnce: chunksAtOnce },
  { table: "job_chunk", key: "chunk_no", atOnce: chunksAtOnce }
]

/** In the order of their keys, and locked in it, as all others lock them. */
const eraseSome = (job: string, { table, key, atOnce }: Pile): Asked<number> =>
  SqlClient.SqlClient.use((sql) =>
    sql`
      with part as (
        select ${sql(key)} from ${sql(table)} where job_id = ${job}
        order by job_id, ${sql(key)} limit ${atOnce} for update
      ), gone as (
        delete from ${sql(table)} where job_id = ${job}
          and ${sql(key)} = any (array(select ${sql(key)} from part)) returning 1
      )
      select count(*)::int as count from gone`.pipe(
      Effect.map(([row]) => (row as { readonly count: number }).count)
    )
  )

/** Of an upload: from now on no job can be made of it. */
const condemn = ({ job, isAll }: Scraps): Asked<boolean> =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql`update job_scraps set due_at = '-infinity'
        where job_id = ${job} and is_all = ${isAll} and due_at <= now() returning 1`,
      (rows) => rows.length > 0
    )
  )

/** What is due of one job: false when it is none (any more). */
export const erase = (scraps: Scraps): Asked<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* condemn(scraps))) return false
    for (const pile of scraps.isAll ? piles : [waiting])
      yield* Effect.repeat(eraseSome(scraps.job, pile), { until: (erased) => erased === 0 })
    // Meanwhile all of it may have become due.
    yield* sql`delete from job_scraps where job_id = ${scraps.job} and is_all = ${scraps.isAll}`
    return true
  })

/** Whatever is due. Answers how many jobs had some; safe on every node at once. */
export const eraseDue: Asked<number> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const due = yield* sql<Scraps>`
    select job_id as job, is_all as "isAll" from job_scraps where due_at <= now()
    order by due_at limit ${scrapsPerRound}`
  yield* Effect.forEach(due, erase, { discard: true })
  return due.length
})

/** How far each view has read the log. */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** One generation of a view, and the commits that it has not applied although it has passed them. */
export interface Progress {
  readonly name: string
  readonly generation: number
  readonly seq: number
  readonly parked: ReadonlySet<number>
}

/** Columns: expected, found, seq. */
const contradictions = `
  select * from (
    select 'a place in the log, up to ' || h.seq as expected,
      format('view %s, generation %s: %s', name, generation, p.seq) as found, p.seq as seq
    from es.projection p, es.head h where p.seq < 0 or p.seq > h.seq
    union all
    select 'one generation that is read', format('view %s: %s', name, count(*) filter (where live)), null
    from es.projection group by name having count(*) filter (where live) <> 1
    union all
    select 'a commit that the view has passed', format('view %s, generation %s: parked', name, generation), k.seq
    from es.parked k left join es.projection p using (name, generation)
    where p.seq is null or k.seq > p.seq or k.seq < 1
    union all
    select 'a place in the log for these rows', format('generation %s of usage_month', generation), null
    from usage_month u where not exists (
      select from es.projection p where name = 'usage' and p.generation = u.generation)
    union all
    select 'a place in the log for these rows', format('generation %s of account_day', generation), null
    from account_day d where not exists (
      select from es.projection p where name = 'days' and p.generation = d.generation)
    union all
    select 'a place in the log for these rows', format('generation %s of ledger_commit', latest), null
    from (select max(generation) as latest from ledger_commit) e
    where latest > coalesce((select max(generation) from es.projection where name = 'ledger'), 0)
  ) x order by seq nulls last, found limit 1`

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

export const brokenCheckpoint: Asked<Broken | undefined> = SqlClient.SqlClient.use((sql) =>
  sql.unsafe<{ readonly expected: string; readonly found: string; readonly seq: bigint | null }>(
    contradictions
  )
).pipe(
  Effect.map(([first]) => {
    if (first === undefined) return undefined
    const { expected, found, seq } = first
    return { expected, found, ...(seq !== null && { seq: Number(seq) }) }
  })
)

export const progress: Asked<ReadonlyArray<Progress>> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly name: string
    readonly generation: number
    readonly seq: bigint
    readonly parked: ReadonlyArray<string>
  }>`
    select name, generation, seq, array(select k.seq::text from es.parked k
      where k.name = p.name and k.generation = p.generation) as parked
    from es.projection p order by name, generation`
  return rows.map(({ seq, parked, ...row }) => {
    return { ...row, seq: Number(seq), parked: new Set(parked.map(Number)) }
  })
})

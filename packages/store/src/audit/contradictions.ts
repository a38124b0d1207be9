/**
 * The checks that are a single query: each returns the first contradicting row, or none. They must
 * run in one snapshot: a commit between two queries would look like a contradiction.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { whereStreamSql } from "../whereStream.ts"
import type { AuditFinding } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"

interface Check {
  readonly id: string
  readonly says: string
  /** The table whose rows it examines. */
  readonly table: string
  /** SQL with the columns expected and found, and where they apply stream, version, "commitId", seq and field. */
  readonly contradictions: string
}

const noHash = "decode(repeat('00', 32), 'hex')"

const heads = `
  select s.stream_id as stream, s.version,
    format('version %s, hash %s', coalesce(e.version, 0), encode(coalesce(e.hash, ${noHash}), 'hex'))
      as expected,
    format('version %s, hash %s', s.version, encode(s.head_hash, 'hex')) as found
  from es.stream s left join lateral (
    select version, hash from es.event where ${whereStreamSql("s.stream_id")} order by version desc limit 1
  ) e on true
  where (s.version, s.head_hash) is distinct from (coalesce(e.version, 0), coalesce(e.hash, ${noHash}))
  union all
  (select e.stream_id, e.version, 'a head of its stream', 'none'
  from es.event e where not exists (select from es.stream s where s.stream_id = e.stream_id))
  order by stream, version limit 1`

/**
 * First the log positions themselves, then their commits, then the head: a commit whose number the sealer
 * believes to have seen would never get into the log.
 */
const sealed = `
  select * from (
    select 1 as nth, place as seq, commit_id as "commitId",
      'number ' || place as expected, 'number ' || seq as found
    from (select seq, commit_id, row_number() over (order by seq) as place from es.sealed) numbered
    where seq <> place
    union all
    select 2, s.seq, s.commit_id, 'commit ' || s.commit_id, 'none'
    from es.sealed s where not exists (select from es.commit c where c.commit_id = s.commit_id)
    union all
    select 2, max(seq), commit_id, 'commit ' || commit_id || ' once', 'also number ' || min(seq)
    from es.sealed group by commit_id having count(*) > 1
    union all
    select 3, h.seq, null, 'a head of ' || top.seq, 'head ' || h.seq
    from es.head h, (select coalesce(max(seq), 0) as seq from es.sealed) top where h.seq <> top.seq
    union all
    select 3, null, null, 'a row that says how far the log goes', 'none'
    where not exists (select from es.head)
    union all
    select 3, null, top.commit_id, 'commits seen up to ' || top.commit_id, 'up to ' || h.max_seen
    from es.head h, (select coalesce(max(commit_id), 0) as commit_id from es.sealed) top
    where h.max_seen <> top.commit_id
    union all
    select 3, null, g.commit_id, 'a gap below the commits seen', 'a gap at ' || g.commit_id
    from es.gap g where g.commit_id > (select max_seen from es.head)
    union all
    select 3, null, s.last_value, 'numbers of commits that were drawn, up to ' || top.commit_id,
      'up to ' || s.last_value
    from es.commit_commit_id_seq s, (select coalesce(max(commit_id), 0) as commit_id from es.commit) top
    where s.last_value < top.commit_id
  ) x order by nth, seq limit 1`

/**
 * No append takes this long: Postgres ends its transaction when it is idle for 5 s. A commit that
 * was skipped for longer is missing, not late.
 */
const latenessMax = "interval '30 seconds'"

/**
 * An unsealed commit is in order when its number is above all that the sealer has seen, or in a gap,
 * and nothing was sealed much later. So a store that was stopped before sealing passes, and one that
 * lost a row of the log does not.
 */
const complete = `
  select c.commit_id as "commitId", 'a number in the log' as expected,
    case when passed then 'none, although the log has passed it'
      else 'none, although the log has grown since ' || c.at end as found
  from (
    select c.*, coalesce(c.commit_id <= (select max_seen from es.head), true)
      and not exists (select from es.gap g where g.commit_id = c.commit_id) as passed
    from es.commit c where not exists (select from es.sealed s where s.commit_id = c.commit_id)
  ) c
  where passed
    or c.at + ${latenessMax} < (select at from es.sealed order by seq desc limit 1)
  order by c.commit_id limit 1`

/**
 * How far a time may lie before that of an earlier row, or after the present: as long as an append may wait for its turn,
 * and more than time synchronisation sets a clock back.
 */
const clockTolerance = latenessMax

/**
 * The times of commits are hashed. The time at which a commit got into the log is not: no checkpoint signs it, and no
 * charge depends on it. So it is only compared with its neighbours, its commit and the present.
 */
const clock = `
  with timed as materialized (
    select seq, commit_id, c.at, s.at as sealed_at, max(c.at) over before as after,
      max(s.at) over before as sealed_after
    from es.sealed s join es.commit c using (commit_id)
    window before as (order by seq rows between unbounded preceding and 1 preceding)
  ), latest as (select clock_timestamp() + ${clockTolerance} as at)
  select * from (
    select t.seq, commit_id as "commitId", 'at' as field,
      'a time before the present' as expected, 'at ' || t.at as found
    from timed t, latest where t.at > latest.at
    union all
    select seq, commit_id, 'at', 'a time from ' || after || ' on', 'at ' || at
    from timed where at < after - ${clockTolerance} and after <= (select at from latest)
    union all
    select seq, commit_id, 'sealed.at', 'a time from that of its commit on, ' || at, 'sealed at ' || sealed_at
    from timed where sealed_at < at - ${clockTolerance}
    union all
    select seq, commit_id, 'sealed.at', 'a time from ' || sealed_after || ' on', 'sealed at ' || sealed_at
    from timed where sealed_at < sealed_after - ${clockTolerance}
      and sealed_after <= (select at from latest)
    union all
    select t.seq, commit_id, 'sealed.at', 'a time before the present', 'sealed at ' || sealed_at
    from timed t, latest where sealed_at > latest.at
    union all
    select null, commit_id, 'at', 'a time before the present', 'at ' || c.at
    from es.commit c, latest where c.at > latest.at
      and not exists (select from es.sealed s where s.commit_id = c.commit_id)
    union all
    select size, null, 'checkpoint.at', 'a time before the present', 'signed at ' || c.at
    from es.checkpoint c, latest where c.at > latest.at
    union all
    select size, null, 'checkpoint.at', 'a time from ' || t.sealed_at || ' on', 'signed at ' || c.at
    from es.checkpoint c join timed t on t.seq = c.size where c.at < t.sealed_at - ${clockTolerance}
  ) x order by seq nulls last limit 1`

const commands = `
  select o.commit_id as "commitId", 'the commit of command ' || o.command_id as expected,
    'none' as found
  from es.command o where not exists (select from es.commit c where c.commit_id = o.commit_id)
  order by o.commit_id limit 1`

const checks: ReadonlyArray<Check> = [
  {
    id: "heads",
    says: "The head of a stream is its last event.",
    table: "stream",
    contradictions: heads
  },
  {
    id: "commands",
    says: "Every command that is remembered has its commit.",
    table: "command",
    contradictions: commands
  },
  {
    id: "log",
    says: "The log is 1, 2, 3 … up to its head, and every number is a commit.",
    table: "sealed",
    contradictions: sealed
  },
  {
    id: "complete",
    says: "No commit is missing from the log.",
    table: "commit",
    contradictions: complete
  },
  {
    id: "clock",
    says: "No time lies before that of an earlier commit, or in the future.",
    table: "sealed",
    contradictions: clock
  }
]

type ContradictionRow = Readonly<Record<string, string | number | bigint | null>> & {
  readonly expected: string
  readonly found: string
}

const placeFields = ["stream", "version", "commitId", "seq", "field"] as const

const brokenOf = (row: ContradictionRow) => {
  const place = placeFields.flatMap((name) => {
    const value = row[name]
    return value === null || value === undefined
      ? []
      : [[name, typeof value === "bigint" ? Number(value) : value] as const]
  })
  return { ...Object.fromEntries(place), expected: row.expected, found: row.found }
}

const ask = ({ table, contradictions }: Check) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [size] = yield* sql.unsafe<{ readonly rows: bigint }>(
      `select count(*) as rows from es.${table}`
    )
    const [first] = yield* sql.unsafe<ContradictionRow>(contradictions)
    return { examined: Number(size!.rows), broken: first && brokenOf(first) }
  })

export const findContradictions: Checked<ReadonlyArray<AuditFinding>> = Effect.forEach(
  checks,
  (check) =>
    Effect.map(readable(ask(check)), (answer) => {
      const { id, says } = check
      return answer._tag === "Read"
        ? { id, says, ...answer.value }
        : { id, says, broken: answer.broken }
    })
)

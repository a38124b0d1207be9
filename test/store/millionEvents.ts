/**
 * A store with 1,000,000 events, inserted directly because a million appends take minutes. Only their
 * number and distribution matter; their hashes are not valid.
 */
import { extendPartitions, partitionSize } from "@rcpt/store/partitions"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const eventCount = 1_000_000
/** As with group commit under some load. */
const eventsPerCommit = 5
export const commitCount = eventCount / eventsPerCommit
export const accountCount = 20_000
/** Every tenth commit is of one busy customer. */
const busyEvery = 10
/** Of the log; they are filled one after the other, each with some of the commits. */
const partitionCount = 4
const holdCount = 300_000
const openHoldCount = 2_000

/** The n-th account's id; the first one is busy. */
const uuid = (n: string) => `('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
export const accountId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

/** SQL: the account of commit c; 0 is the busy one. */
const owner = `case when c % ${busyEvery} = 0 then 0 else 1 + c % ${accountCount - 1} end`

/** SQL: the number of commit c, which leaves out the rest of each partition. */
const commitId = (c: string) =>
  `((${c}) + (${c}) * ${partitionCount} / ${commitCount + 1} * ${partitionSize}::bigint)`

const lastCommit = `select setval('es.commit_commit_id_seq', ${commitId(String(commitCount))})`

const statements: ReadonlyArray<string> = [
  "set local session_replication_role = replica",
  `create temp table plan on commit drop as
    select c, account, row_number() over (partition by account order by c) - 1 as nth
    from (select c, ${owner} as account from generate_series(1, ${commitCount}) c) owned`,
  `insert into es.commit (commit_id, at, events, leaf) overriding system value
    select ${commitId("c")}, now() - interval '1 day' + c * interval '100 ms', ${eventsPerCommit}, sha256(int8send(c))
    from generate_series(1, ${commitCount}) c`,
  `insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
    select ${commitId("c")}, i, 'ledger-' || ${uuid("account")}, nth * ${eventsPerCommit} + i, 'CreditsHeld', 1,
      '{"holdId":"00000000-0000-7000-8000-000000000000","credits":1}', sha256(int8send(c))
    from plan, generate_series(1, ${eventsPerCommit}) i order by c, i`,
  `insert into es.journal (commit_id, event_idxs, kinds, amounts, accounts, holds)
    select ${commitId("c")}, '{1}', '{held}', '{1}', array[${uuid("account")}], array[${uuid("c")}]
    from plan order by c`,
  `insert into es.stream (stream_id, version, head_hash)
    select 'ledger-' || ${uuid("account")}, count(*) * ${eventsPerCommit}, sha256('')
    from plan group by account`,
  `insert into es.account (account_id, available)
    select ${uuid("n")}, 1000000 from generate_series(0, ${accountCount} - 1) n`,
  `insert into es.hold (hold_id, account_id, credits, charged, expires_at)
    select ${uuid("n")}, ${uuid(`n % ${accountCount}`)}, 1,
      case when n <= ${openHoldCount} then 0 else 1 end, now() + interval '1 hour'
    from generate_series(1, ${holdCount}) n`,
  `insert into es.command (command_id, request_hash, commit_id, outcome)
    select ${uuid("c")}, sha256(''), ${commitId("c")}, '{"credits":1}' from generate_series(1, ${commitCount}) c`,
  `insert into es.sealed (seq, commit_id) select c, ${commitId("c")} from generate_series(1, ${commitCount}) c`,
  `update es.head set seq = ${commitCount}, max_seen = ${commitId(String(commitCount))}`
]

export const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(lastCommit)
  yield* extendPartitions()
  yield* sql.withTransaction(
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  )
  // As autovacuum does, which leaves out the partitioned tables themselves.
  const tables = yield* sql<{ readonly name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('es'::regnamespace, current_schema()::regnamespace)`
  yield* sql.unsafe(`vacuum analyze ${tables.map(({ name }) => name).join(", ")}`)
})

/**
 * A store that has grown: millions of events of a thousand accounts, inserted directly, because as many
 * checks would take hours. Rows are those of checks in fast mode, with the data of a real one; their
 * hashes are not valid.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

import { sized } from "./smoke.ts"

/** Events of all accounts; two for each check. */
export const eventCount = sized(5_000_000, 20_000)
export const accountCount = 1_000

/** The owner of the service has two of five checks. */
const [ownShare, shares] = [2, 5]
export const ownEntryCount = (eventCount * ownShare) / shares

const checkCount = eventCount / 2

/** As with group commit under some load. */
const checksPerCommit = 8
const commitCount = Math.ceil(checkCount / checksPerCommit)

const uuid = (kind: string, n: string) =>
  `('01980000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** One transaction: the service, which is running, must not seal commits that it finds half-way. */
const statements: ReadonlyArray<string> = [
  "begin",
  "set local session_replication_role = replica",
  `create temp table start on commit drop as select
    (select account_id from account where owner limit 1) as owner,
    (select max(commit_id) from es.commit) as commit_id,
    (select seq from es.head) as seq,
    (select data::text from es.event where type = 'CreditsHeld' limit 1) as held,
    (select data::text from es.event where type = 'CreditsCharged' limit 1) as charged,
    (select data ->> 'holdId' from es.event where type = 'CreditsHeld' limit 1) as hold_id`,
  `create temp table checks on commit drop as
    select n, c, account, hold_id, (n - 1) % ${checksPerCommit} * 2 + 1 as idx,
      row_number() over (partition by account order by n) - 1 as nth
    from (
      select n, 1 + (n - 1) / ${checksPerCommit} as c,
        case when n % ${shares} < ${ownShare} then owner
          else ${uuid("aaaa", `n % ${accountCount - 1}`)} end as account,
        ${uuid("bbbb", "n")} as hold_id
      from generate_series(1, ${checkCount}) n, start) owned`,
  "create temp table began on commit drop as select account, coalesce(version, 0) as version from (select distinct account from checks) a left join es.stream on stream_id = 'ledger-' || account",
  `insert into es.commit (commit_id, at, events, leaf) overriding system value
    select commit_id + c, now() - (${commitCount} - c) * interval '1 ms', ${checksPerCommit * 2}, sha256(int8send(c))
    from generate_series(1, ${commitCount}) c, start`,
  `select setval('es.commit_commit_id_seq', commit_id + ${commitCount}) from start`,
  `insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
    select start.commit_id + c, idx + i, 'ledger-' || account, began.version + nth * 2 + i + 1,
      case i when 0 then 'CreditsHeld' else 'CreditsCharged' end, 1,
      replace(case i when 0 then held else charged end, start.hold_id, checks.hold_id::text)::json,
      sha256(int8send(n))
    from checks join began using (account), generate_series(0, 1) i, start order by n, i`,
  `insert into es.transfer (commit_id, idx, event_idx, debit, credit, amount, hold_id)
    select start.commit_id + c, idx + i, idx + i,
      case i when 0 then 'avail:' || account else 'hold:' || checks.hold_id end,
      case i when 0 then 'hold:' || checks.hold_id else 'sys:usage:' || account end, 1, checks.hold_id
    from checks, generate_series(0, 1) i, start order by n, i`,
  `insert into es.hold (hold_id, account_id, credits, charged)
    select hold_id, account, 1, 1 from checks order by n`,
  `insert into es.stream (stream_id, version, head_hash)
    select 'ledger-' || account, began.version + 2 * count(*), sha256('')
    from checks join began using (account) group by account, began.version
    on conflict (stream_id) do update set version = excluded.version, head_hash = excluded.head_hash`,
  `insert into es.account as a (account_id, available)
    select account, 1000000 from checks group by account
    on conflict (account_id) do nothing`,
  `update es.account set available = available - ${ownEntryCount / 2} from start where account_id = owner`,
  `insert into es.sealed (seq, commit_id)
    select seq + c, commit_id + c from generate_series(1, ${commitCount}) c, start`,
  `update es.head set seq = start.seq + ${commitCount}, max_seen = start.commit_id + ${commitCount} from start`,
  `insert into ledger_entry (generation, account_id, seq, idx, commit_id, type, credits, change, balance, hold_id)
    select generation, account, start.seq + c, idx + i, start.commit_id + c,
      case i when 0 then 'hold' else 'charge' end, 1, i - 1, 100000000 - nth, checks.hold_id
    from checks, generate_series(0, 1) i, start, es.projection p
    where p.name = 'ledger' and live order by n, i`,
  `update es.projection set seq = start.seq + ${commitCount} from start`,
  "commit",
  "vacuum analyze",
  "checkpoint"
]

/** `url`: of a service's database, in which there is one check, as a superuser. */
export const fill = (url: string): Effect.Effect<void> =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) =>
      Effect.forEach(["set statement_timeout = 0", ...statements], (one) => connection.query(one), {
        discard: true
      })
    ),
    Effect.scoped,
    Effect.orDie
  )

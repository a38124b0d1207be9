/**
 * A store that has grown: millions of events of a thousand accounts, inserted directly, because as many
 * checks would take hours. Rows are those of checks in fast mode, with the data and the hashes of real ones;
 * grants are real, and the running service makes its views of it all, so that an audit passes.
 */
import { randomUUIDv7 } from "node:crypto"

import { PgClient, PgConnection } from "@effect/sql-pg"
import * as seals from "@rcpt/service/ledger/checkpoints/seals"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { Config, load } from "@rcpt/service/platform/Config"
import { role } from "@rcpt/service/platform/postgres/settings"
import { partitionSize } from "@rcpt/store/partitions"
import { Duration, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { storeOn } from "../storeDatabase.ts"
import { sized } from "./smoke.ts"

/** Events of all accounts; two for each check. */
export const eventCount = Number(process.env["GROWTH_EVENTS"] ?? sized(5_000_000, 20_000))
export const accountCount = 1_000

/** The owner of the service has two of five checks. */
const [ownShare, shares] = [2, 5]
export const ownEntryCount = (eventCount * ownShare) / shares

const checkCount = eventCount / 2

/** As with group commit under some load. */
const checksPerCommit = 8
const commitCount = Math.ceil(checkCount / checksPerCommit)

/** Of the log: each has as many of the commits, and the rest of its numbers is left out. */
export const partitionCount = 4

/** SQL: the number of the n-th commit, its time, and the place of its log. */
const commitId = (n: string) =>
  `(start.commit_id + ${n} + (${n} - 1) * ${partitionCount} / ${commitCount} * ${partitionSize}::bigint)`
/** After those that are there, and not in the future. */
const at = (n: string) => `(start.at + (now() - start.at) / ${commitCount} * ${n})`
const noHash = "decode(repeat('00', 32), 'hex')"

const accountId = (n: number) => `01980000-aaaa-7000-8000-${String(n).padStart(12, "0")}`

const uuid = (kind: string, n: string) =>
  `('01980000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** As those of real checks, of the time of the filling, after those that are there: an audit goes by their order. */
const millis = "lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0')"
const holdId = (n: string) =>
  `(overlay(${millis} placing '-' from 9 for 0) || '-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** As in `es.append`; within the fill's transaction. */
const chain: ReadonlyArray<string> = [
  `create function pg_temp.link(
      head bytea, first bytea, stream text, version bigint, type text, data text, at timestamptz
    ) returns bytea language plpgsql as $$ begin
      return sha256('\\x00'::bytea || coalesce(head, first) || es.length_prefixed(stream)
        || int8send(version) || es.length_prefixed(type) || int2send(1::int2)
        || int8send((extract(epoch from at) * 1000000)::bigint) || sha256(convert_to(data, 'UTF8')));
    end $$`,
  `create aggregate pg_temp.chain (bytea, text, bigint, text, text, timestamptz)
    (sfunc = pg_temp.link, stype = bytea)`
]

/** Made as the service makes them, and owned by it. */
const partitions: ReadonlyArray<string> = [
  `select setval('es.commit_commit_id_seq', ${commitId(String(commitCount))}) from start`,
  `set local role ${role}`,
  `select es.extend_partitions(${partitionSize})`,
  "reset role"
]

/** One transaction: the service, which is running, must not seal commits that it finds half-way. */
const statements: ReadonlyArray<string> = [
  "begin",
  "set local session_replication_role = replica",
  `create temp table start on commit drop as select
    (select account_id from account where owner limit 1) as owner,
    (select max(commit_id) from es.commit) as commit_id,
    (select max(at) from es.commit) as at,
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
        ${holdId("n")} as hold_id
      from generate_series(1, ${checkCount}) n, start) owned`,
  `create temp table began on commit drop as
    select account, coalesce(version, 0) as version, coalesce(head_hash, ${noHash}) as head
    from (select distinct account from checks) a left join es.stream on stream_id = 'ledger-' || account`,
  ...partitions,
  ...chain,
  `create temp table said on commit drop as
    select c, idx + i as idx, 'ledger-' || account as stream, head, ${at("c")} as at,
      began.version + nth * 2 + i + 1 as version,
      case i when 0 then 'CreditsHeld' else 'CreditsCharged' end as type,
      replace(case i when 0 then held else charged end, start.hold_id, checks.hold_id::text) as data
    from checks join began using (account), generate_series(0, 1) i, start`,
  `insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
    select ${commitId("c")}, idx, stream, version, type, 1, data::json, hash from (
      select *, pg_temp.chain(head, stream, version, type, data, at)
        over (partition by stream order by version) as hash
      from said) chained, start order by c, idx`,
  `insert into es.commit (commit_id, at, events, leaf) overriding system value
    select ${commitId("c")}, ${at("c")}, events, leaf
    from generate_series(1, ${commitCount}) c, start, lateral (
      select count(*) as events,
        sha256('\\x00'::bytea || string_agg(hash, ''::bytea order by idx)) as leaf
      from es.event e where e.commit_id = ${commitId("c")} offset 0) its`,
  `insert into es.journal (commit_id, event_idxs, kinds, amounts, accounts, holds)
    select ${commitId("c")}, array_agg(idx + i order by idx, i),
      array_agg((case i when 0 then 'held' else 'charged' end)::es.posting_kind order by idx, i),
      array_agg(1 order by idx, i), array_agg(account::uuid order by idx, i),
      array_agg(checks.hold_id::uuid order by idx, i)
    from checks, generate_series(0, 1) i, start group by c, start.commit_id order by c`,
  `insert into es.hold (hold_id, account_id, credits, charged, expires_at, commit_id, event_idx)
    select checks.hold_id, account, 1, 1, to_timestamp((held::json ->> 'expiresAt')::bigint / 1000.0),
      ${commitId("c")}, idx
    from checks, start order by n`,
  `insert into es.stream (stream_id, version, head_hash)
    select stream, top.version, hash
    from (select stream, max(version) as version from said group by stream) top
      join es.event e on stream_id = stream and e.version = top.version
    on conflict (stream_id) do update set version = excluded.version, head_hash = excluded.head_hash`,
  `update es.account a set available = available - checks
    from (select account, count(*) as checks from checks group by account) of
    where account_id = of.account`,
  `insert into es.sealed (seq, commit_id)
    select seq + c, ${commitId("c")} from generate_series(1, ${commitCount}) c, start`,
  `update es.head set seq = start.seq + ${commitCount}, max_seen = ${commitId(String(commitCount))} from start`,
  "commit",
  "vacuum analyze",
  "checkpoint"
]

/** To every account but that of the owner, who has some. */
const grantAll = (dataDir: string) =>
  Effect.gen(function* () {
    const { config } = yield* load({ RCPT_DATA_DIR: dataDir })
    const { submit } = yield* Ledger.Ledger
    const given = { credits: checkCount, reason: "to spend" }
    yield* Effect.forEach(
      Array.from({ length: accountCount - 1 }, (_, n) => accountId(n)),
      (account) =>
        Effect.flatMap(seals.grant(account, { ...given, grantId: randomUUIDv7() }), (command) =>
          submit(account, command)
        ),
      { concurrency: 20 }
    ).pipe(Effect.provideService(Config, config))
  })

/** All commits are in the log, and the views know them. */
const followed = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly is: boolean }>`
    select (select max(commit_id) from es.commit) = max_seen
      and (select min(seq) from es.projection where live) >= seq as is from es.head`
).pipe(
  Effect.map(([row]) => row!.is),
  Effect.repeat({ until: (is) => is, schedule: Schedule.spaced(Duration.seconds(1)) })
)

/** `url`: of a service's database, in which there is one check, as a superuser. Ends when its views have followed. */
export const fill = (url: string, dataDir: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* grantAll(dataDir)
    yield* followed
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    for (const one of ["set statement_timeout = 0", ...statements]) yield* connection.query(one)
    yield* followed
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Ledger.layer.pipe(
        Layer.provideMerge(storeOn(PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })))
      )
    ),
    Effect.orDie
  )

/**
 * Takes the results of a run's job into the contacts, and notes what changed. May be repeated: what was taken before
 * changes nothing.
 */
import type { Status } from "@rcpt/domain/Verdict"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"

import { isLasting, recommendationOf } from "../jobs/csv/ResultRow.ts"
import type { ResultsRow } from "../jobs/csv/writeCsv.ts"
import type { JobRecord } from "../jobs/JobRecord.ts"
import { downloadRows } from "../jobs/results/downloadRows.ts"
import { WriteSql } from "../platform/Database.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { holdRun } from "./claimRuns.ts"
import type { Claimed } from "./claimRuns.ts"
import {
  addressDigestOf,
  changeMailboxOf,
  contactDigestOf,
  contactMailboxOf
} from "./contactDigest.ts"

/** Rows of a statement, which may take 2 s. */
const rowsPerStatement = 1_000

const all = {
  statuses: undefined,
  onlySettled: true
} as const

interface Taken {
  readonly contact: Uint8Array
  readonly address: Uint8Array
  readonly mailbox: string | null
  readonly key: string
  readonly email: string
  readonly status: Status
  readonly subStatus: string
  readonly recommendation: string
  readonly checkedAt: string
  readonly lasts: boolean
}

/** The columns of the job (beginRun.ts): address and key. A row that was erased has neither. */
const takenOf = ({ addressKey }: Claimed, { cells, result }: ResultsRow): ReadonlyArray<Taken> => {
  const [email = "", key = ""] = cells
  if (result === undefined || email === "") return []
  const spelled = addressDigestOf(addressKey, email)
  return [
    {
      contact: contactDigestOf(addressKey, { key, email }, spelled),
      address: contactMailboxOf(addressKey, email, spelled),
      mailbox: changeMailboxOf(addressKey, { key, email }),
      key,
      email,
      status: result.status,
      subStatus: result.subStatus ?? "",
      recommendation: recommendationOf(result),
      checkedAt: result.checkedAt,
      lasts: isLasting(result)
    }
  ]
}

/**
 * A result that does not last leaves the contact as it was: it is due in the next run. Contacts are looked up as in
 * beginRun.ts.
 */
const store = Effect.fnUntraced(function* (
  { id: run, schedule }: Claimed,
  rows: ReadonlyArray<Taken>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with input as (
      select distinct on (contact) * from unnest(
        ${rows.map(({ contact }) => contact)}::bytea[], ${rows.map(({ address }) => address)}::bytea[],
        ${rows.map(({ mailbox }) => mailbox)}::text[], ${rows.map(({ key }) => key)}::text[], ${rows.map(({ email }) => email)}::text[],
        ${rows.map(({ status }) => status)}::text[], ${rows.map(({ subStatus }) => subStatus)}::text[],
        ${rows.map(({ recommendation }) => recommendation)}::text[],
        ${rows.map(({ checkedAt }) => checkedAt)}::timestamptz[], ${rows.map(({ lasts }) => lasts)}::bool[])
        with ordinality as rows (contact, address, mailbox, key, email, status, sub_status, recommendation,
          checked_at, lasts, row_no)
      order by contact
    ), compared as (
      select input.*, nullif(input.sub_status, '') as reason, c.contact is not null as is_known,
        c.status as was, c.sub_status as was_reason, c.checked_at as was_at
      from input left join lateral (
        select * from schedule_contact known
        where known.schedule_id = ${schedule} and known.contact = input.contact limit 1) c on true
    ), kept as (
      insert into schedule_contact (schedule_id, contact, address, status, sub_status, checked_at, seen_in)
      select ${schedule}::uuid, contact, address, case when lasts then status else was end,
        case when lasts then reason else was_reason end,
        case when lasts then checked_at else was_at end, ${run}::uuid
      from compared where lasts or is_known
      on conflict (schedule_id, contact) do update set status = excluded.status,
        sub_status = excluded.sub_status, checked_at = excluded.checked_at, seen_in = excluded.seen_in,
        address = excluded.address
    ), changed as (
      insert into schedule_change (schedule_id, run_id, mailbox, key, email, status, sub_status, recommendation,
        before, checked_at)
      select ${schedule}::uuid, ${run}::uuid, decode(mailbox, 'hex'), key, email, status, reason, recommendation,
        was, checked_at
      from compared
      where lasts and (not is_known or (status, reason) is distinct from (was, was_reason))
      order by row_no
      returning status, before
    ), counts as (
      select count(*)::int as changed, count(*) filter (where before is null)::int as appeared,
        count(*) filter (where status = 'invalid' and before <> 'invalid')::int as died,
        count(*) filter (where status <> 'invalid' and before = 'invalid')::int as revived,
        count(*) filter (where status = 'risky' and before = 'valid')::int as turned_risky,
        (select count(*) from input where not lasts)::int as unfinished
      from changed
    )
    update schedule_run r set changed = r.changed + c.changed, appeared = r.appeared + c.appeared,
      died = r.died + c.died, revived = r.revived + c.revived,
      turned_risky = r.turned_risky + c.turned_risky, unfinished = r.unfinished + c.unfinished
    from counts c where r.run_id = ${run}`
})

/**
 * Contacts that were due and that the source did not have: they have left it. Those that were not due are forgotten
 * when they are.
 */
const forgetDeparted = Effect.fnUntraced(function* ({ id: run, schedule }: Claimed) {
  const sql = yield* SqlClient.SqlClient
  const gone = yield* sql`
    delete from schedule_contact where ctid = any (array(
      select ctid from schedule_contact
      where schedule_id = ${schedule} and seen_in <> ${run}
        and checked_at < (select stale_before from schedule_run where run_id = ${run})
      limit ${rowsPerStatement}))
    returning 1`
  return gone.length
})

/** Fails with `RunLost` when another node has the run. */
export const takeResults = Effect.fnUntraced(function* (claimed: Claimed, job: JobRecord) {
  const transaction = yield* makeWriteTransaction
  yield* downloadRows(job, all).pipe(
    Stream.map((row) => takenOf(claimed, row)),
    Stream.flattenIterable,
    Stream.grouped(rowsPerStatement),
    Stream.runForEach((rows) => transaction(Effect.andThen(holdRun(claimed), store(claimed, rows))))
  )
  yield* WriteSql.use((sql) =>
    Effect.repeat(Effect.provideService(forgetDeparted(claimed), SqlClient.SqlClient, sql), {
      until: (gone) => gone < rowsPerStatement
    })
  ).pipe(Effect.orDie)
})

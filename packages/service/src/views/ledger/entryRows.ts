/** Reads ledger entries: rows of the view, each with its event and the purpose of its hold. */
import { LedgerEntry } from "@rcpt/api/Ledger"
import { Purpose, Receipt } from "@rcpt/domain/Credits"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { ledgerView } from "./ledgerView.ts"

/** The parts of the entry's event that are shown. */
const Said = Schema.Struct({
  reason: Schema.optionalKey(Schema.String),
  receipt: Schema.optionalKey(Receipt)
})

const Held = Schema.Struct({ purpose: Purpose })

const EntryRow = Schema.Struct({
  idx: Schema.Int,
  commitId: Int8,
  type: LedgerEntry.fields.type,
  credits: Int8,
  change: Int8,
  balance: Int8,
  holdId: Schema.NullOr(Schema.String),
  at: Schema.Date,
  said: Schema.fromJsonString(Said),
  /** The purpose of the hold; null: the entry has none. */
  held: Schema.NullOr(Schema.fromJsonString(Held)),
  job: Schema.NullOr(Schema.String)
})
export type EntryRow = typeof EntryRow.Type

const decodeEntries = decodeRows(EntryRow)

/** SQL: the generation of the view that readers use. */
export const liveGeneration = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  (select generation from es.projection where name = ${ledgerView.name} and live)`

/**
 * SQL: a row for each entry of a table like `ledger_commit`. The balance after one is what there is after the last of its commit,
 * without what the later ones of it changed. `types` has those of all entries of the commit.
 */
export const entriesOf = (commits: string): string => `(
  select generation, account_id, seq, idx, commit_id, type::text, abs(amount) as credits, change,
    balance - later as balance, hold_id, types
  from ${commits} cross join lateral (
    select idx, type, amount, change, hold_id, coalesce(sum(change) over (
        order by idx desc rows between unbounded preceding and 1 preceding), 0)::bigint as later
    from unnest(idxs, types, amounts, holds) as entry (idx, type, amount, hold_id), lateral (
      select case type when 'hold' then -amount when 'charge' then 0 else amount end) of (change)
  ) entry)`

export const entriesTable = entriesOf("ledger_commit")

/** SQL: those of the view that readers use. */
export const liveEntries = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  (select * from ${sql.literal(entriesTable)} every where generation = ${liveGeneration(sql)})`

/** SQL: the places in the log of all commits with entries of some holds. `e` is compared with it. */
const seqsOf = (
  sql: SqlClient.SqlClient,
  holds: Statement.Fragment
): Statement.Fragment => sql`array(
  select seq from es.hold join es.sealed using (commit_id) where hold_id = any (${holds})
  union
  select seq from ledger_settlement where generation = ${liveGeneration(sql)} and hold_id = any (${holds}))`

/** SQL: whether `e` is of one of some holds. */
export const isOfHolds = (
  sql: SqlClient.SqlClient,
  holds: Statement.Fragment
): Statement.Fragment => sql`(e.hold_id = any (${holds}) and e.seq = any (${seqsOf(sql, holds)}))`

/** `which`: conditions on `e`, an order and a limit. Events are looked up only for these rows. */
export const selectEntries = (sql: SqlClient.SqlClient, which: Statement.Fragment) =>
  sql`
    select e.idx, e.commit_id as "commitId", e.type, e.credits, e.change, e.balance,
      e.hold_id as "holdId", c.at, said.data::text as said, held.data::text as held,
      job_id as job
    from (select * from ${liveEntries(sql)} e where ${which}) e
      join es.commit c using (commit_id)
      join es.event said using (commit_id, idx)
      left join ledger_job using (generation, hold_id)
      left join es.hold h using (hold_id)
      left join es.event held on held.commit_id = h.commit_id and held.idx = h.event_idx
    order by e.seq desc, e.idx desc`.pipe(decodeEntries, Effect.orDie)

const purposeOf = ({ held, job }: EntryRow): Pick<LedgerEntry, "for"> => {
  if (held === null) return {}
  const { kind, mode, interface: by } = held.purpose
  return { for: { kind, mode, ...(job !== null && { job }), ...(by && { interface: by }) } }
}

/** The id of an entry: commit id and index in the commit, as an auditor finds them in the store. */
export const idOf = ({ commitId, idx }: Pick<EntryRow, "commitId" | "idx">): string =>
  `${commitId}-${idx}`

export const toEntry = (row: EntryRow): LedgerEntry => {
  const { reason } = row.said
  return {
    id: idOf(row),
    type: row.type,
    credits: row.credits,
    change: row.change,
    balance: row.balance,
    ...purposeOf(row),
    ...(row.holdId !== null && { hold_id: row.holdId }),
    ...(reason !== undefined && { reason }),
    created_at: row.at.toISOString()
  }
}

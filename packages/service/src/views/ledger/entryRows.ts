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

/** `which`: conditions on `e`, an order and a limit. Events are looked up only for these rows. */
export const selectEntries = (sql: SqlClient.SqlClient, which: Statement.Fragment) =>
  sql`
    select e.idx, e.commit_id as "commitId", e.type, e.credits, e.change, e.balance,
      e.hold_id as "holdId", c.at, said.data::text as said, held.data::text as held,
      job_id as job
    from (select * from ledger_entry e where e.generation = ${liveGeneration(sql)} and ${which}) e
      join es.commit c using (commit_id)
      join es.event said using (commit_id, idx)
      left join ledger_job using (generation, hold_id)
      left join lateral (
        select data from ledger_entry h join es.event using (commit_id, idx)
        where h.generation = e.generation and h.hold_id = e.hold_id and h.type = 'hold'
        order by h.seq, h.idx limit 1) held on e.hold_id is not null
    order by e.seq desc, e.idx desc`.pipe(decodeEntries, Effect.orDie)

const purposeOf = ({ held, job }: EntryRow): Pick<LedgerEntry, "for"> => {
  if (held === null) return {}
  const { kind, mode } = held.purpose
  return { for: { kind, mode, ...(job !== null && { job }) } }
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

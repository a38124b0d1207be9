/** Entries as they are read: the view's rows, each with the event that says it and what it was for. */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { Purpose, Receipt } from "@rcpt/domain/Credits"
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import type { EntryType } from "./Entry.ts"
import { ledgerView } from "./ledgerView.ts"

export interface EntryRow {
  readonly seq: bigint
  readonly idx: number
  readonly commitId: bigint
  readonly type: EntryType
  readonly credits: bigint
  readonly change: bigint
  readonly balance: bigint
  readonly holdId: string | null
  readonly at: Date
  readonly data: string
  /** What the hold says it is for; null where there is none. */
  readonly heldBy: string | null
  readonly job: string | null
}

/** The generation that is read. */
export const liveGeneration = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  (select generation from es.projection where name = ${ledgerView.name} and live)`

/** `which` speaks of `e`, and has an order and a limit: only what is shown is looked up. */
export const selectEntries = (sql: SqlClient.SqlClient, which: Statement.Fragment) => sql<EntryRow>`
  select e.seq, e.idx, e.commit_id as "commitId", e.type, e.credits, e.change, e.balance,
    e.hold_id as "holdId", c.at, said.data::text as data, held.data::text as "heldBy",
    job_id as job
  from (select * from ledger_entry e where e.generation = ${liveGeneration(sql)} and ${which}) e
    join es.commit c using (commit_id)
    join es.event said using (commit_id, idx)
    left join ledger_job using (generation, hold_id)
    left join lateral (
      select data from ledger_entry h join es.event using (commit_id, idx)
      where h.generation = e.generation and h.hold_id = e.hold_id and h.type = 'hold'
      order by h.seq, h.idx limit 1) held on e.hold_id is not null
  order by e.seq desc, e.idx desc`

const decodeHeld = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ purpose: Purpose })))

const Said = Schema.fromJsonString(
  Schema.Struct({
    reason: Schema.optionalKey(Schema.String),
    receipt: Schema.optionalKey(Receipt)
  })
)
const decodeSaid = Schema.decodeSync(Said)

export const resultIn = ({ data }: EntryRow): Receipt | undefined => decodeSaid(data).receipt

const purposeOf = ({ heldBy, job }: EntryRow): Pick<LedgerEntry, "for"> => {
  if (heldBy === null) return {}
  const { kind, mode } = decodeHeld(heldBy).purpose
  return { for: { kind, mode, ...(job !== null && { job }) } }
}

/** Its commit, and its place in it: found by an auditor as it is. */
export const idOf = ({ commitId, idx }: Pick<EntryRow, "commitId" | "idx">): string =>
  `${commitId}-${idx}`

export const toEntry = (row: EntryRow): LedgerEntry => {
  const { reason } = decodeSaid(row.data)
  return {
    id: idOf(row),
    type: row.type,
    credits: Number(row.credits),
    change: Number(row.change),
    balance: Number(row.balance),
    ...purposeOf(row),
    ...(row.holdId !== null && { hold_id: row.holdId }),
    ...(reason !== undefined && { reason }),
    created_at: row.at.toISOString()
  }
}

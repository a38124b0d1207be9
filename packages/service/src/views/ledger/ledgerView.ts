/**
 * The ledger as its owner reads it: a projection that puts every entry in the account's order, and
 * says what was available after it. A row is what one commit did to an account, since checks that come
 * together share a commit; `entriesTable` has a row for each entry.
 *
 * The order is that of the log, in which the account's own stream and those of its jobs are one. A
 * commit that was parked comes later, when others stand behind it: what stands there is moved by what
 * it changes, so that the view is the same in whatever order commits come.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { deleteRows } from "../../platform/deleteRows.ts"
import { addTo } from "../View.ts"
import type { ComparedView, Sums, Written } from "../View.ts"
import { effectsOf, settlementsOf } from "./Entry.ts"
import type { Entry, JobHold, LedgerEffects, Settlement } from "./Entry.ts"

const name = "ledger"

/** A statement has 2 s; this many entries take some 50 ms. A step may have a hundred thousand. */
const entriesPerStatementMax = 2_000

/** A retry of a parked commit runs beside the projector's steps, so both lock the generation. */
const oneAtATime = (generation: number): Written =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select from es.projection where name = ${name} and generation = ${generation} for update`
  ).pipe(Effect.asVoid)

/**
 * The commits that an insert writes must be whole: a row is one of them. No hold is '': of an array of nulls
 * alone, the driver does not know what they are.
 */
const given = (sql: SqlClient.SqlClient, entries: ReadonlyArray<Entry>) => sql`
  given as (
    select * from unnest(
      ${entries.map(({ account }) => account)}::uuid[], ${entries.map(({ seq }) => seq)}::bigint[],
      ${entries.map(({ idx }) => idx)}::int[], ${entries.map(({ commitId }) => commitId)}::bigint[],
      ${entries.map(({ month }) => month)}::date[], ${entries.map(({ type }) => type)}::text[],
      ${entries.map(({ credits }) => credits)}::bigint[],
      ${entries.map(({ change }) => change)}::bigint[],
      ${entries.map(({ holdId }) => holdId ?? "")}::text[])
    as given (account_id, seq, idx, commit_id, month, type, credits, change, hold_id))`

const insert = (generation: number, entries: ReadonlyArray<Entry>): Written =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      with ${given(sql, entries)}, first as (
        select account_id, min(seq) as seq from given group by account_id
      ), before as (
        select account_id, coalesce((
          select balance from ledger_commit e
          where generation = ${generation} and e.account_id = first.account_id and e.seq < first.seq
          order by e.seq desc limit 1), 0) as balance
        from first
      )
      insert into ledger_commit
        (generation, account_id, seq, commit_id, balance, idxs, types, amounts, holds)
      select ${generation}, account_id, seq, commit_id,
        min(before.balance) + sum(sum(change)) over (partition by account_id order by seq),
        array_agg(idx order by idx), array_agg(type::entry_type order by idx),
        array_agg(case type when 'adjust' then change else credits end order by idx),
        array_agg(nullif(hold_id, '')::uuid order by idx)
      from given join before using (account_id) group by account_id, seq, commit_id`
  ).pipe(Effect.asVoid)

/** The sum of what an account's entries change, and the last of their positions. */
const changesOf = (entries: ReadonlyArray<Entry>) => {
  const changes = new Map<string, { readonly seq: number; readonly change: number }>()
  for (const { account, seq, change } of entries) {
    const before = changes.get(account) ?? { seq, change: 0 }
    changes.set(account, { seq: Math.max(before.seq, seq), change: before.change + change })
  }
  return [...changes].filter(([, { change }]) => change !== 0)
}

/**
 * Corrects the balances of commits behind these. There are none, unless a commit was parked: so the newest
 * of each account is looked up first, and an account's history is read only if need be.
 */
const moveLater = (generation: number, entries: ReadonlyArray<Entry>): Written =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const changes = changesOf(entries)
    if (changes.length === 0) return
    const newest = yield* sql<{ readonly account: string; readonly seq: bigint }>`
      select account_id as account, seq
      from unnest(${changes.map(([account]) => account)}::uuid[]) as moved (account_id),
        lateral (select seq from ledger_commit e
          where e.generation = ${generation} and e.account_id = moved.account_id
          order by e.seq desc limit 1) newest`
    const newestOf = new Map(newest.map(({ account, seq }) => [account, Number(seq)]))
    for (const [account, { seq, change }] of changes)
      if (newestOf.get(account)! > seq)
        yield* sql`
          update ledger_commit set balance = balance + ${change}
          where generation = ${generation} and account_id = ${account} and seq > ${seq}`
  })

type MonthColumn =
  | "granted"
  | "adjusted"
  | "held"
  | "charged"
  | "refunded"
  | "first_seq"
  | "last_seq"

const months: Sums<never, MonthColumn> = {
  table: "ledger_month",
  period: "month",
  of: [],
  columns: ["granted", "adjusted", "held", "charged", "refunded", "first_seq", "last_seq"],
  folds: { first_seq: "min", last_seq: "max" }
}

const toMonth = ({ account, month, seq, type, credits, change }: Entry) => ({
  account,
  date: month,
  granted: type === "grant" ? credits : 0,
  adjusted: type === "adjust" ? change : 0,
  held: type === "hold" ? credits : 0,
  charged: type === "charge" ? credits : 0,
  refunded: type === "refund" ? credits : 0,
  first_seq: seq,
  last_seq: seq
})

const keepSettlements = (generation: number, settlements: ReadonlyArray<Settlement>): Written =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into ledger_settlement (generation, hold_id, seq)
      select ${generation}, * from unnest(${settlements.map(({ holdId }) => holdId)}::uuid[],
        ${settlements.map(({ seq }) => seq)}::bigint[])`
  ).pipe(Effect.asVoid)

const keepJobHolds = (generation: number, holds: ReadonlyArray<JobHold>): Written =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into ledger_job (generation, hold_id, job_id)
      select ${generation}, * from unnest(${holds.map(({ holdId }) => holdId)}::uuid[],
        ${holds.map(({ job }) => job)}::uuid[])`
  ).pipe(Effect.asVoid)

/** The entries of whole commits, some of them at a time. */
const slicesOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  const slices: Array<Array<Entry>> = []
  let last: Array<Entry> = []
  for (const entry of entries) {
    const isFull = last.length >= entriesPerStatementMax && last.at(-1)?.seq !== entry.seq
    if (last.length === 0 || isFull) slices.push((last = []))
    last.push(entry)
  }
  return slices
}

const write = (
  generation: number,
  { entries, jobHolds }: LedgerEffects,
  ofMonths = generation
): Written =>
  Effect.gen(function* () {
    for (const slice of slicesOf(entries)) {
      yield* insert(generation, slice)
      yield* moveLater(generation, slice)
      yield* addTo(months, ofMonths, slice.map(toMonth))
      const settlements = settlementsOf(slice)
      if (settlements.length > 0) yield* keepSettlements(generation, settlements)
    }
    if (jobHolds.length > 0) yield* keepJobHolds(generation, jobHolds)
  })

export const ledgerView: ComparedView = {
  name,
  tables: [
    { table: "ledger_commit", by: ["account_id", "seq"] },
    { table: "ledger_job", by: ["hold_id"] },
    { table: "ledger_settlement", by: ["hold_id", "seq"] },
    months
  ],
  claim: { id: "entries", says: "Owners see in their ledger what the events say." },
  applyAlone: (generation, commits, ofMonths) =>
    Effect.suspend(() => write(generation, effectsOf(commits), ofMonths)),
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const effects = effectsOf(commits)
      if (effects.entries.length > 0) yield* oneAtATime(generation)
      yield* write(generation, effects)
    }),
  // Millions of rows are not deleted in one transaction that others wait for: `sweep` does it.
  drop: () => Effect.void
}

/** Rows: some 50 ms. */
const sweptAtOnceMax = 2_000

/** Rows of generations that a rebuild has replaced: answers how many went. */
export const sweep = WriteSql.use((sql) =>
  Effect.forEach(ledgerView.tables, ({ table }) =>
    deleteRows(sql, {
      table,
      where: sql`generation < (select min(generation) from es.projection where name = ${name})`,
      atOnce: sweptAtOnceMax
    })
  )
).pipe(
  Effect.map((swept) => swept.reduce((sum, rows) => sum + rows, 0)),
  Effect.orDie
)

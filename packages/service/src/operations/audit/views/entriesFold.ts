/**
 * The entries of the ledger as its owners see them: one for each event that moves credits. Both are read in the order of the log, and compared here; where they differ, a
 * query looks the entries up and names the first that does. At the end, rows that no event explains are
 * looked for if there were more than expected.
 */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import { pagesOf } from "@rcpt/store/audit/pages"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Entry } from "../../../views/ledger/Entry.ts"
import { entriesTable } from "../../../views/ledger/entryRows.ts"
import { Feed } from "../ledgerFold/Feed.ts"
import { effectsIn } from "./effectsIn.ts"
import { compared } from "./ViewFold.ts"
import type { Compared, MakeFold } from "./ViewFold.ts"

type PlacedEntry = Entry & { readonly balance: number }

interface Difference {
  readonly commitId: bigint
  readonly seq: bigint
  readonly expected: string
  readonly found: string
}

const columns = "(commit_id, type, credits, change, balance, hold_id)"
const of = (alias: string) => columns.replaceAll(/\w+/g, (name) => `${alias}.${name}`)

/** The first of the entries whose row differs. No hold is '', as in `ledgerView.ts`. */
const differing = (generation: number, entries: ReadonlyArray<PlacedEntry>): Compared =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [first] = yield* sql<Difference>`
      select g.commit_id as "commitId", g.seq, ${sql.literal(of("g"))}::text as expected,
        case when e.seq is null then 'none' else ${sql.literal(of("e"))}::text end as found
      from (
        select account_id, seq, idx, commit_id, type, credits, change, balance,
          nullif(hold, '')::uuid as hold_id
        from unnest(${entries.map(({ account }) => account)}::uuid[],
          ${entries.map(({ seq }) => seq)}::bigint[], ${entries.map(({ idx }) => idx)}::int[],
          ${entries.map(({ commitId }) => commitId)}::bigint[],
          ${entries.map(({ type }) => type)}::text[],
          ${entries.map(({ credits }) => credits)}::bigint[],
          ${entries.map(({ change }) => change)}::bigint[],
          ${entries.map(({ balance }) => balance)}::bigint[],
          ${entries.map(({ holdId }) => holdId ?? "")}::text[])
          as given (account_id, seq, idx, commit_id, type, credits, change, balance, hold)
      ) g left join ${sql.literal(entriesTable)} e on e.generation = ${generation} and e.account_id = g.account_id
        and e.seq = g.seq and e.idx = g.idx
      where ${sql.literal(of("g"))} is distinct from ${sql.literal(of("e"))}
      order by g.seq, g.idx limit 1`
    return first && brokenOf(first)
  })

const brokenOf = ({ commitId, seq, expected, found }: Difference): Broken => ({
  commitId: Number(commitId),
  seq: Number(seq),
  expected: `an entry with commit, type, credits, change, balance, hold ${expected}`,
  found
})

/** A row of the view that no event of the log explains. */
const unexplained = (generation: number): Compared =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly account: string; readonly seq: bigint; readonly commitId: bigint }>`
      select account_id::text as account, e.seq, e.commit_id as "commitId"
      from ${sql.literal(entriesTable)} e left join es.sealed s on s.seq = e.seq and s.commit_id = e.commit_id
        left join es.event v on v.commit_id = s.commit_id and v.idx = e.idx
          and (v.stream_id like '%' || e.account_id or v.data ->> 'accountId' = e.account_id::text)
      where generation = ${generation} and v.idx is null order by e.seq limit 1`
  ).pipe(
    Effect.map(([row]) => {
      const place = row && { seq: Number(row.seq), commitId: Number(row.commitId) }
      const whose = row === undefined ? "" : ` of account ${row.account}`
      return { ...place, expected: "an event that it is of", found: `an entry${whose}` }
    })
  )

interface EntryRow {
  readonly account: string
  readonly seq: bigint
  readonly idx: number
  readonly commitId: bigint
  readonly type: string
  readonly credits: bigint
  readonly change: bigint
  readonly balance: bigint
  readonly holdId: string | null
}

const rowsOf = (generation: number) =>
  pagesOf<EntryRow>(
    `rcpt_audit_entries_${generation}`,
    `select account_id as account, seq, idx, commit_id as "commitId", type, credits, change, balance,
      hold_id as "holdId"
    from ${entriesTable} every where generation = ${generation} order by seq, idx, account_id`
  )

const isBefore = ({ seq, idx }: EntryRow, entry: Entry): boolean =>
  Number(seq) < entry.seq || (Number(seq) === entry.seq && idx < entry.idx)

const isOf = (row: EntryRow, { seq, idx }: Entry): boolean =>
  Number(row.seq) === seq && row.idx === idx

const isSame = (row: EntryRow, entry: Entry, balance: number): boolean =>
  row.account === entry.account &&
  row.type === entry.type &&
  row.holdId === entry.holdId &&
  Number(row.commitId) === entry.commitId &&
  Number(row.credits) === entry.credits &&
  Number(row.change) === entry.change &&
  Number(row.balance) === balance

export const entriesFold: MakeFold = (generation) => {
  const balances = new Map<string, number>()
  const rows = new Feed(rowsOf(generation))
  /** Whether there are rows that were not expected. */
  let hasMore = false

  /** What the account has after it. */
  const balanceAfter = ({ account, change }: Entry): number => {
    const balance = (balances.get(account) ?? 0) + change
    balances.set(account, balance)
    return balance
  }

  /** Takes its row, with all before it. */
  const isKept = (entry: Entry, balance: number): boolean => {
    for (let row = rows.first; row !== undefined && isBefore(row, entry); row = rows.first) {
      hasMore = true
      rows.take()
    }
    let found = false
    for (let row = rows.first; row !== undefined && isOf(row, entry); row = rows.first) {
      if (isSame(row, entry, balance)) found = true
      else hasMore = true
      rows.take()
    }
    return found
  }

  const compare = (entries: ReadonlyArray<Entry>): Compared =>
    Effect.gen(function* () {
      const last = entries.at(-1)
      if (last === undefined) return undefined
      const unreadable = yield* rows.until((row) => !isBefore(row, last) && !isOf(row, last))
      if (unreadable !== undefined) return unreadable
      const differ: Array<PlacedEntry> = []
      for (const entry of entries) {
        const balance = balanceAfter(entry)
        if (!isKept(entry, balance)) differ.push({ ...entry, balance })
      }
      return differ.length === 0 ? undefined : yield* compared(differing(generation, differ))
    })

  return {
    ahead: rows.ahead,
    add: (commits) => Effect.suspend(() => compare(effectsIn(commits).entries)),
    finish: Effect.gen(function* () {
      const isAsExpected = !hasMore && (yield* rows.isAtEnd)
      return isAsExpected ? undefined : yield* unexplained(generation)
    })
  }
}

/**
 * The entries of the ledger as its owners see them: one for each event that moves credits. Rows and events are read
 * in the order of the log, and compared here commit by commit; where they differ, a query looks the entries up
 * and names the first that does. At the end, entries that no event explains are looked for if there were more
 * than expected.
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

interface CommitRow {
  readonly account: string
  readonly seq: bigint
  readonly commitId: bigint
  readonly balance: bigint
  /** As `textOf`. */
  readonly entries: string
}

const rowsOf = (generation: number) =>
  pagesOf<CommitRow>(
    `rcpt_audit_entries_${generation}`,
    `select account_id as account, seq, commit_id as "commitId", balance,
      concat_ws(' ', idxs, types, amounts, holds) as entries
    from ledger_commit where generation = ${generation} order by seq, account_id`
  )

/** What a commit did to an account: one entry at least. */
type Group = ReadonlyArray<PlacedEntry>

const listOf = (values: ReadonlyArray<string | number | null>): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`

/** The arrays of the row as Postgres writes them. */
const textOf = (group: Group): string =>
  [
    group.map(({ idx }) => idx),
    group.map(({ type }) => type),
    group.map(({ type, change, credits }) => (type === "adjust" ? change : credits)),
    group.map(({ holdId }) => holdId)
  ]
    .map(listOf)
    .join(" ")

/** In the order of the rows, from entries in that of the log. */
const groupsOf = (entries: ReadonlyArray<PlacedEntry>): ReadonlyArray<Group> =>
  [...Map.groupBy(entries, ({ seq }) => seq).values()].flatMap((ofCommit) =>
    [...Map.groupBy(ofCommit, ({ account }) => account)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, group]) => group)
  )

/** Below zero: the row stands before those of the group. */
const orderOf = (row: CommitRow, group: Group): number => {
  const { seq, account } = group[0]!
  return Number(row.seq) - seq || (row.account < account ? -1 : Number(row.account > account))
}

const isSame = (row: CommitRow, group: Group): boolean =>
  Number(row.commitId) === group[0]!.commitId &&
  Number(row.balance) === group.at(-1)!.balance &&
  row.entries === textOf(group)

export const entriesFold: MakeFold = (generation) => {
  const balances = new Map<string, number>()
  const rows = new Feed(rowsOf(generation))
  /** Whether there are entries that were not expected. */
  let hasMore = false

  const placed = (entry: Entry): PlacedEntry => {
    const balance = (balances.get(entry.account) ?? 0) + entry.change
    balances.set(entry.account, balance)
    return { ...entry, balance }
  }

  /** Takes its row, with all before it. */
  const isKept = (group: Group): boolean => {
    for (let row = rows.first; row !== undefined; row = rows.first) {
      const order = orderOf(row, group)
      if (order > 0) return false
      rows.take()
      if (order === 0 && isSame(row, group)) return true
      hasMore = true
      if (order === 0) return false
    }
    return false
  }

  const compare = (entries: ReadonlyArray<Entry>): Compared =>
    Effect.gen(function* () {
      const groups = groupsOf(entries.map(placed))
      const last = groups.at(-1)
      if (last === undefined) return undefined
      const unreadable = yield* rows.until((row) => orderOf(row, last) > 0)
      if (unreadable !== undefined) return unreadable
      const differ = groups.filter((group) => !isKept(group)).flat()
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

/**
 * The entries of the ledger as its owners see them, and the jobs of their holds. There is one for each
 * event that moves credits, so they are compared page by page. At the end they are counted: with all
 * expected rows found, others can only be too many.
 */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { effectsOf } from "../../../views/ledger/Entry.ts"
import type { Entry, JobHold } from "../../../views/ledger/Entry.ts"
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
      ) g left join ledger_entry e on e.generation = ${generation} and e.account_id = g.account_id
        and e.seq = g.seq and e.idx = g.idx
      where ${sql.literal(of("g"))} is distinct from ${sql.literal(of("e"))}
      order by g.seq, g.idx limit 1`
    return first && brokenOf(first)
  })

const brokenOf = ({ commitId, seq, expected, found }: Difference): Broken => ({
  commitId: Number(commitId),
  seq: Number(seq),
  expected: `ledger_entry with commit, type, credits, change, balance, hold ${expected}`,
  found
})

const jobDiffering = (generation: number, holds: ReadonlyArray<JobHold>): Compared =>
  SqlClient.SqlClient.use(
    (sql) => sql<Broken>`
      select format('ledger_job: hold %s is of job %s', g.hold_id, g.job_id) as expected,
        coalesce('job ' || j.job_id, 'none') as found
      from unnest(${holds.map(({ holdId }) => holdId)}::uuid[], ${holds.map(({ job }) => job)}::uuid[])
        as g (hold_id, job_id)
        left join ledger_job j on j.generation = ${generation} and j.hold_id = g.hold_id
      where g.job_id is distinct from j.job_id limit 1`
  ).pipe(Effect.map(([first]) => first))

/** A row of the view that no event of the log explains. */
const unexplained = (generation: number): Compared =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly account: string; readonly seq: bigint; readonly commitId: bigint }>`
      select account_id::text as account, e.seq, e.commit_id as "commitId"
      from ledger_entry e left join es.sealed s on s.seq = e.seq and s.commit_id = e.commit_id
        left join es.event v on v.commit_id = s.commit_id and v.idx = e.idx
          and (v.stream_id like '%' || e.account_id or v.data ->> 'accountId' = e.account_id::text)
      where generation = ${generation} and v.idx is null order by e.seq limit 1`
  ).pipe(
    Effect.map(([row]) => {
      const place = row && { seq: Number(row.seq), commitId: Number(row.commitId) }
      const whose = row === undefined ? "" : ` of account ${row.account}`
      return { ...place, expected: "an event that it is of", found: `a ledger_entry${whose}` }
    })
  )

const counts = (generation: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly entries: bigint; readonly jobs: bigint }>`
      select (select count(*) from ledger_entry where generation = ${generation}) as entries,
        (select count(*) from ledger_job where generation = ${generation}) as jobs`
  ).pipe(Effect.map(([row]) => row!))

export const entriesFold: MakeFold = (generation) => {
  const balances = new Map<string, number>()
  let entryCount = 0
  let jobCount = 0

  const placed = (entry: Entry): PlacedEntry => {
    const balance = (balances.get(entry.account) ?? 0) + entry.change
    balances.set(entry.account, balance)
    return { ...entry, balance }
  }

  return {
    add: (commits) =>
      Effect.suspend(() => {
        const { entries, jobHolds } = effectsOf(commits)
        entryCount += entries.length
        jobCount += jobHolds.length
        return Effect.flatMap(differing(generation, entries.map(placed)), (broken) =>
          broken === undefined && jobHolds.length > 0
            ? jobDiffering(generation, jobHolds)
            : Effect.succeed(broken)
        )
      }),
    finish: Effect.gen(function* () {
      const { entries, jobs } = yield* counts(generation)
      if (Number(entries) !== entryCount) return yield* unexplained(generation)
      if (Number(jobs) === jobCount) return undefined
      return { expected: `${jobCount} rows of ledger_job`, found: String(jobs) }
    })
  }
}

/**
 * What must be true of the ledger at every moment, each as one query for contradictions.
 *
 * `rcpt ledger verify`, the tests and an auditor with `psql` all run the same queries. Each query sees
 * one snapshot, so it may run while the ledger is written to.
 */
import * as Job from "@rcpt/domain/Job"
import { ledgerAccounts } from "@rcpt/domain/postings"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { checkAccounts, checkPeople } from "./checkAccounts.ts"
import { checkHolds } from "./checkHolds.ts"
import type { Since } from "./checkHolds.ts"
import { chunkCosts, jobEvents } from "./checkJobs.ts"
import { commandRows, holdRows, replyRows } from "./checkRows.ts"
import { expectedTransfers } from "./expectedTransfers.ts"
import { jobCosts, jobSums } from "./jobInvariants.ts"

export interface Invariant {
  readonly id: string
  readonly says: string
  /** Returns a row per contradiction, with a `fact` that names it; none if the invariant holds. */
  readonly contradictions?: string
  /** The same where an audit need not ask if its fold of the ledger is clear (`ledgerFold.ts`). */
  readonly unlessClear?: string
  /** The same where it reads tables of the service. A database of an old release does not have all. */
  readonly ofTables?: string
  /** The newest table that `ofTables` reads. Default: one of the first release. */
  readonly newest?: string
}

/** Contradictions shown per invariant. More add nothing, and a broken ledger may have millions. */
const factsMax = 20

const { available, hold, usage, issued, adjusted } = ledgerAccounts

/** The sum of credits to accounts of a kind minus the sum from them. */
const net = (name: string) =>
  `coalesce(sum(case when credit like '${name}' then amount when debit like '${name}' then -amount end), 0)`

const jobStreams = `'${Job.format.category}-%'`

const invariantsSince = (since: Since): ReadonlyArray<Invariant> => [
  {
    id: "I1",
    says: "What was granted is available, held or charged.",
    unlessClear: `
      select format('granted %s, but available %s + held %s + charged %s',
        granted, available, held, charged) as fact
      from (select
        (select -(${net(issued)}) - (${net(adjusted)}) from es.transfer) as granted,
        (select ${net(`${usage}%`)} from es.transfer) as charged,
        (select coalesce(sum(available), 0) from es.account) as available,
        (select coalesce(sum(credits - charged - refunded), 0) from es.hold) as held
      ) sums where granted <> available + held + charged`
  },
  {
    id: "I2",
    says: "No bounded balance is below zero.",
    contradictions: `
      select format('account %s has %s available', account_id, available) as fact
      from es.account where available < 0
      union all
      select format('hold %s: %s held, %s charged, %s refunded',
        hold_id, credits, charged, refunded)
      from es.hold where charged < 0 or refunded < 0 or charged + refunded > credits`
  },
  {
    id: "I3",
    says: "A hold is what was charged, refunded and remains of it.",
    unlessClear: `
      select format('hold %s: row says %s/%s/%s held/charged/refunded, transfers say %s/%s/%s',
        hold_id, h.credits, h.charged, h.refunded, t.credits, t.charged, t.refunded) as fact
      from es.hold h full join (
        select hold_id, ${net(`${hold}%`)} + sum(case when debit like '${hold}%' then amount else 0 end) as credits,
          ${net(`${usage}%`)} as charged,
          sum(case when credit like '${available}%' then amount else 0 end) as refunded
        from es.transfer where hold_id is not null group by hold_id
      ) t using (hold_id)
      where (h.credits, h.charged, h.refunded) is distinct from (t.credits, t.charged, t.refunded)`
  },
  {
    id: "I4",
    says: "An account's balance is what its transfers add up to.",
    unlessClear: `
      select format('account %s: row says %s, transfers say %s', account_id, available, sum) as fact
      from es.account full join (
        select account_id, sum(delta) from (
          select substr(credit, ${available.length + 1})::uuid as account_id, amount as delta
          from es.transfer where credit like '${available}%'
          union all
          select substr(debit, ${available.length + 1})::uuid, -amount from es.transfer where debit like '${available}%'
        ) moves group by account_id
      ) t using (account_id)
      where available is distinct from sum`
  },
  {
    id: "I5",
    says: "Transfers are what the events say.",
    unlessClear: `
      select format('commit %s, event %s (%s): says %s → %s %s, transfer is %s → %s %s',
        commit_id, e.event_idx, type, e.debit, e.credit, e.amount, t.debit, t.credit, t.amount) as fact
      from (${expectedTransfers(since.from)}) e full join (
        select * from es.transfer where commit_id >= ${since.from}
      ) t using (commit_id, event_idx)
      where (e.debit, e.credit, e.amount) is distinct from (t.debit, t.credit, t.amount)
      union all
      select format('commit %s, event %s: has %s transfers', commit_id, event_idx, count(*))
      from es.transfer where commit_id >= ${since.from}
      group by commit_id, event_idx having count(*) > 1
      union all
      select format('commit %s: its %s transfers have the numbers %s to %s', commit_id, count(*), min(idx), max(idx))
      from es.transfer where commit_id >= ${since.from}
      group by commit_id having (min(idx), max(idx)) <> (1, count(*))`
  },
  {
    id: "I6",
    says: "A verification costs 0, 1 or 5, and nothing exactly when its answer is unknown or of the sandbox.",
    contradictions: chunkCosts(since),
    unlessClear: checkHolds(since),
    ofTables: jobCosts
  },
  {
    id: "I7",
    says: "A job is charged what its rows cost, counts what they came to, and ends with nothing held.",
    contradictions: `
      select format('%s begins with %s', stream_id, type) as fact
      from es.event where stream_id like ${jobStreams} and version = 1 and type <> 'JobSubmitted'
      union all ${jobEvents}`,
    ofTables: jobSums
  },
  {
    id: "I8",
    says: "A hold is kept as the event says that opened it.",
    unlessClear: holdRows
  },
  {
    id: "I9",
    says: "Every grant, adjustment and paid reply is remembered, each by its own command.",
    contradictions: commandRows,
    ofTables: replyRows
  },
  {
    id: "I10",
    says: "Owners, suspensions and API keys are what their events say.",
    ofTables: checkAccounts
  },
  {
    id: "I11",
    says: "Who is in an account, and as what, is what its events say.",
    ofTables: checkPeople,
    newest: "person"
  }
]

export const invariants = invariantsSince({ from: 0n, opened: 0n })

/**
 * The same without those events before a commit that are whole. What the rows of now say is compared with all
 * events: balances, holds, jobs, commands.
 */
export const invariantsFrom = (
  from: bigint
): Effect.Effect<ReadonlyArray<Invariant>, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly opened: bigint }>`
      select coalesce(min(commit_id), ${from}) as opened from es.transfer where hold_id in (
        select hold_id from es.transfer where commit_id >= ${from})`
  ).pipe(Effect.map(([row]) => invariantsSince({ from, opened: row!.opened })))

export interface Contradiction {
  readonly invariant: Invariant
  readonly facts: ReadonlyArray<string>
}

const ask = (contradictions: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.unsafe<{ readonly fact: string }>(`${contradictions} limit ${factsMax}`)
  ).pipe(Effect.map((rows) => rows.map(({ fact }) => fact)))

const hasTable = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly found: boolean }>`select to_regclass(${name}) is not null as found`
  ).pipe(Effect.map(([row]) => row!.found))

/** What is to be asked yet where the fold of the ledger is clear. */
export const restOf = ({ id, says, contradictions, ofTables }: Invariant): Invariant => ({
  id,
  says,
  ...(contradictions !== undefined && { contradictions }),
  ...(ofTables !== undefined && { ofTables })
})

/** What contradicts one invariant; empty when it holds. */
export const contradictionsOf = ({
  contradictions,
  unlessClear,
  ofTables,
  newest = "job_facet"
}: Invariant): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const ofNow = ofTables !== undefined && (yield* hasTable(newest)) ? ofTables : undefined
    const facts = yield* Effect.forEach([unlessClear, contradictions, ofNow], (query) =>
      query === undefined ? Effect.succeed([]) : ask(query)
    )
    return facts.flat()
  })

/** Every invariant that does not hold, in order; empty when all do. */
export const contradictions: Effect.Effect<
  ReadonlyArray<Contradiction>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const found = yield* Effect.forEach(invariants, (invariant) =>
    Effect.map(contradictionsOf(invariant), (facts) => ({ invariant, facts }))
  )
  return found.filter(({ facts }) => facts.length > 0)
})

/**
 * Of which jobs the holds of the ledger's view are, and where they are settled. Where there are as many rows as the
 * events want, and all that they want, there are no others.
 */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { settlementsOf } from "../../../views/ledger/Entry.ts"
import type { JobHold, Settlement } from "../../../views/ledger/Entry.ts"
import { effectsIn } from "./effectsIn.ts"
import { compared } from "./ViewFold.ts"
import type { Compared, MakeFold } from "./ViewFold.ts"

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

/** Which of them are not there, so that who looks for a hold does not find them. */
const unsettled = (generation: number, settlements: ReadonlyArray<Settlement>): Compared =>
  SqlClient.SqlClient.use(
    (sql) => sql<Broken & { readonly seq: bigint }>`
      select g.seq, format('ledger_settlement: hold %s is settled here', g.hold_id) as expected,
        'none' as found
      from unnest(${settlements.map(({ holdId }) => holdId)}::uuid[],
        ${settlements.map(({ seq }) => seq)}::bigint[]) as g (hold_id, seq)
      where not exists (select from ledger_settlement s
        where s.generation = ${generation} and s.hold_id = g.hold_id and s.seq = g.seq)
      order by g.seq limit 1`
  ).pipe(Effect.map(([first]) => first && { ...first, seq: Number(first.seq) }))

/** By table. */
const noRows = () => {
  return { ledger_job: 0, ledger_settlement: 0 }
}

const countsOf = (generation: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Record<keyof ReturnType<typeof noRows>, bigint>>`
      select (select count(*) from ledger_job where generation = ${generation}) as ledger_job,
        (select count(*) from ledger_settlement where generation = ${generation}) as ledger_settlement`
  ).pipe(Effect.map(([row]) => row!))

export const holdRowsFold: MakeFold = (generation) => {
  const expected = noRows()
  return {
    add: (commits) =>
      Effect.gen(function* () {
        const { entries, jobHolds } = effectsIn(commits)
        const settlements = settlementsOf(entries)
        expected.ledger_job += jobHolds.length
        expected.ledger_settlement += settlements.length
        const broken =
          jobHolds.length === 0 ? undefined : yield* compared(jobDiffering(generation, jobHolds))
        if (broken !== undefined || settlements.length === 0) return broken
        return yield* compared(unsettled(generation, settlements))
      }),
    finish: Effect.gen(function* () {
      const found = yield* countsOf(generation)
      for (const table of ["ledger_job", "ledger_settlement"] as const)
        if (Number(found[table]) !== expected[table])
          return {
            expected: `${expected[table]} rows of ${table}`,
            found: String(found[table])
          }
      return undefined
    })
  }
}

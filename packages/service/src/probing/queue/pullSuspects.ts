/**
 * The statement that pulls rows of a queue key whose work broke off before (suspicion.ts), the most
 * suspicious first, so many at most of each kind. There are few or none of them: no account is favoured.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { fromNow } from "./leases.ts"
import { pulledColumns } from "./pullFairly.ts"
import type { FairPull, PulledRow } from "./pullFairly.ts"
import { aloneAfter } from "./suspicion.ts"

export interface SuspectPull extends Omit<FairPull, "limit"> {
  /** By failures, up to `aloneAfter`; of index 0 none are pulled. */
  readonly rooms: ReadonlyArray<number>
}

const kinds = Array.from({ length: aloneAfter }, (_, index) => aloneAfter - index)

const ofKind = (sql: SqlClient.SqlClient, { group, egress, rooms }: SuspectPull, kind: number) =>
  sql`
    select * from (
      select job_id, row_no from probe_queue
      where mx_group = ${group} and egress = ${egress} and due_at <= now() and failures > 0
        and failures ${sql.literal(kind === aloneAfter ? ">=" : "=")} ${kind}
      order by failures, due_at, row_no limit ${rooms[kind] ?? 0} for update skip locked) kind`

export const pullSuspects = (
  sql: SqlClient.SqlClient,
  pull: SuspectPull
): Effect.Effect<ReadonlyArray<PulledRow>> =>
  Effect.orDie(sql<PulledRow>`
    with picked as (
      select job_id, row_no, row_number() over () as place from (
        ${sql.join(" union all ", false)(kinds.map((kind) => ofKind(sql, pull, kind)))}) suspect
    )
    update probe_queue set lease = ${pull.lease}, leased_by = ${pull.holder},
      due_at = ${fromNow(sql, pull.duration)}
    from picked
    where probe_queue.job_id = picked.job_id and probe_queue.row_no = picked.row_no
    returning ${pulledColumns(sql)}`)

/**
 * What must be true of bulk jobs: the part of the ledger's invariants that reads their rows. A job that
 * was removed has no rows, so it is not compared.
 */
import * as Job from "@rcpt/domain/Job"
import { ofStreamSql } from "@rcpt/store/ofStream"

import { chunkRecordsMax } from "../../jobs/csv/limits.ts"

const jobStream = `'${Job.format.category}-' || job_id`

/** I6. */
export const jobCosts = `
  select format('job %s, row %s: %s credits for an answer that is %s',
    job_id, row_no, r.credits, r.status) as fact
  from job_result r join job using (job_id)
  where (r.credits = 0) <> (r.status = 'unknown' or r.is_sandbox) or (mode = 'fast' and r.credits > 1)`

const tallied = (status: string) => `sum((data -> 'tally' ->> '${status}')::bigint)`
const counted = (status: string) =>
  `sum(1 + coalesce(repeats, 0)) filter (where r.status = '${status}')`

/** In the order of the columns of \`job\`. */
const statuses = ["valid", "risky", "invalid", "unknown"]
const zeroIfNone = (sums: ReadonlyArray<string>) =>
  sums.map((sum, i) => `coalesce(${sum}, 0) as ${statuses[i]}`).join(", ")

const facets = (status: string) => `sum(rows) filter (where status = '${status}')`

const tally = "(valid_rows, risky_rows, invalid_rows, unknown_rows)"
const counters = "(valid_rows, risky_rows, invalid_rows, unknown_rows, charged)"

/** I7, from each side: chunks, events, rows, holds. */
export const jobSums = `
  select format('job %s, chunk %s: charged %s, its rows cost %s', job_id, chunk, charged, cost) as fact
  from (
    select job_id, (data ->> 'chunk')::int as chunk, sum((data ->> 'credits')::bigint) as charged
    from es.event join job on ${ofStreamSql(jobStream)} where type = 'ChunkSettled'
    group by 1, 2
  ) e full join (
    select job_id, row_no / ${chunkRecordsMax} as chunk, sum(r.credits) as cost
    from job_result r join job using (job_id) group by 1, 2
  ) r using (job_id, chunk)
  where charged is distinct from cost
  union all
  select format('job %s: its row says %s, its events say %s', job_id, ${counters}, said)
  from job cross join lateral (
    select (valid, risky, invalid, unknown, credits) as said from (
      select ${zeroIfNone(statuses.map(tallied))}, coalesce(sum((data ->> 'credits')::bigint), 0) as credits
      from es.event where ${ofStreamSql(jobStream)} and type = 'ChunkSettled'
    ) sums
  ) e
  where said::text <> ${counters}::text
  union all
  select format('job %s: it counts %s, its results are %s', job_id, ${counters}, found)
  from job left join (
    select r.job_id, (${statuses.map((status) => `coalesce(${counted(status)}, 0)`).join(", ")},
      sum(r.credits)) as found
    from job_result r left join job_repeat on job_repeat.job_id = r.job_id and first_row = row_no
    group by r.job_id
  ) r using (job_id)
  where coalesce(found::text, '(0,0,0,0,0)') <> ${counters}::text
  union all
  select format('job %s: it counts %s, its facets %s', job_id, ${tally}, found)
  from job left join (
    select job_id, (${statuses.map((status) => `coalesce(${facets(status)}, 0)`).join(", ")}) as found
    from job_facet group by job_id
  ) f using (job_id)
  where coalesce(found::text, '(0,0,0,0)') <> ${tally}::text
  union all
  select format('job %s: it was charged %s, its hold %s', job_id, j.charged, h.charged)
  from job j left join es.hold h using (hold_id) where j.charged is distinct from h.charged
  union all
  select format('job %s is over, and %s credits are still held', job_id, h.credits - h.charged - h.refunded)
  from job j join es.hold h using (hold_id)
  where completed_at is not null and h.charged + h.refunded < h.credits
  union all
  select format('job %s: its row is at version %s, its stream at %s', job_id, j.version, s.version)
  from job j left join es.stream s on stream_id = ${jobStream}
  where j.version is distinct from s.version`

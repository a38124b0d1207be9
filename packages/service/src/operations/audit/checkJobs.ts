/**
 * I6 and I7 for jobs: by their events, which stay when the rows of a job are removed, and by their rows. A job that
 * was removed has no rows, so its rows are not compared.
 *
 * A settled chunk does not say how many of its rows are repeats, which are free. So its events bound the charge from
 * both sides; as long as there are rows, they say it exactly.
 */
import * as Credits from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { heldFor } from "@rcpt/domain/prices"
import { whereStreamSql } from "@rcpt/store/whereStream"

import { chunkRecordsMax } from "../../jobs/csv/limits.ts"
import { knownFlagAt } from "../../jobs/csv/ResultRow.ts"
import { holdsOf } from "./checkHolds.ts"
import type { Since } from "./checkHolds.ts"

/** Results that cost something. */
const paidStatuses = ["valid", "risky", "invalid"]
const { fast, deep } = heldFor

const count = (tally: string, status: string) =>
  `coalesce((data -> '${tally}' ->> '${status}')::bigint, 0)`
/** In the order of the columns of `job`. */
const statuses = [...paidStatuses, "unknown"]
const rowsIn = (tally: string) => `(${statuses.map((status) => count(tally, status)).join(" + ")})`
const free = (status: string) => `${count("sandboxTally", status)} - ${count("knownTally", status)}`
const paid = (status: string) => `(${count("tally", status)} - ${free(status)})`
const paidRows = paidStatuses.map(paid).join(" + ")

/** The first row of an address is in the same event as its repeats, so a result in it is paid once. */
const paidOnce = paidStatuses.map((status) => `(${paid(status)} > 0)::int`).join(" + ")

const isTallied = `(data -> 'sandbox' is null or data -> 'sandboxTally' is not null)`

/** SQL for I6: the charge of each chunk lies within what its rows may cost. */
export const chunkCosts = ({ from }: Since) => `
  select format('%s, version %s: chunk %s is charged %s for %s rows in %s mode, of which %s may cost something',
    stream_id, version, chunk, credits, rows, mode, paid_rows) as fact
  from (
    select e.stream_id, version, data ->> 'chunk' as chunk, (data ->> 'credits')::bigint as credits,
      (data ->> 'rows')::bigint as rows, ${rowsIn("tally")} as tallied, ${isTallied} as is_tallied,
      ${rowsIn("sandboxTally")} as sandboxed, coalesce((data ->> 'sandbox')::bigint, 0) as sandbox,
      ${paidRows} as paid_rows, ${paidOnce} as paid_once, mode
    from es.event e join (
      select stream_id, data ->> 'mode' as mode from es.event
      where stream_id like '${Job.format.category}-%' and version = 1
    ) submitted using (stream_id)
    where e.stream_id like '${Job.format.category}-%' and type = 'ChunkSettled' and commit_id >= ${from}
  ) settled
  where rows <> tallied or is_tallied and (sandbox <> sandboxed or credits < paid_once)
    or credits > paid_rows * case mode when 'fast' then ${fast} else ${deep} end`

interface Rule {
  /** SQL over the columns of `jobs` and of its hold: true where the job contradicts the rule. */
  readonly broken: string
  /** SQL: a text that says how the job contradicts it. */
  readonly says: string
}

const ended = "(completed + failed_jobs + cancelled)"
const refunded = "(remainder + failed)"

/** The rules, strongest first: only the first broken one of a job is reported. */
const rules: ReadonlyArray<Rule> = [
  { broken: "job is null", says: "format('the job of hold %s, and there is none', hold)" },
  { broken: "submitted <> 1", says: "format('submitted %s times', submitted)" },
  { broken: "accounts <> 1 or own_holds <> 1", says: "'paid from more than one hold'" },
  {
    broken: "(hold, held, hold_mode) is distinct from (own_hold, credits, job_mode)",
    says: "format('submitted for %s credits in %s mode, and its hold %s has %s in %s mode', credits, job_mode, own_hold, held, hold_mode)"
  },
  {
    broken: `credits <> rows * case job_mode when 'fast' then ${fast} when 'deep' then ${deep} end`,
    says: "format('submitted with %s rows in %s mode for %s credits', rows, job_mode, credits)"
  },
  { broken: `${ended} > 1`, says: `format('ended %s times', ${ended})` },
  { broken: "late_events > 0", says: "'going on after its end'" },
  {
    broken: "settled > rows or (completed = 1) <> (settled = rows)",
    says: "format('settled in %s of %s rows, and completed %s times', settled, rows, completed)"
  },
  {
    broken: `${ended} = 0 and ${refunded} > 0`,
    says: `format('running, and %s of its credits are refunded', ${refunded})`
  },
  {
    broken: `${ended} = 1 and job_charged + ${refunded} <> held`,
    says: `format('over: of %s credits %s are charged and %s refunded', held, job_charged, ${refunded})`
  },
  {
    broken: "failed_jobs = 0 and failed > 0 or failed_jobs = 1 and remainder > 0",
    says: "'refunded for another reason than it ended for'"
  }
]

const of = (tag: string) => `filter (where type = '${tag}')`
const timesOf = (tag: string) => `count(*) ${of(tag)}`

const jobs = `
    select stream_id as job, ${timesOf("JobSubmitted")} as submitted,
      ${timesOf("JobCompleted")} as completed, ${timesOf("JobFailed")} as failed_jobs,
      ${timesOf("JobCancelled")} as cancelled,
      count(distinct d."accountId") as accounts, max(d."accountId") as account,
      count(distinct d."holdId") as own_holds, max(d."holdId") as own_hold,
      max(mode) as job_mode, max(d.rows) ${of("JobSubmitted")} as rows,
      max(d.credits) ${of("JobSubmitted")} as credits,
      coalesce(sum(d.rows) ${of("ChunkSettled")}, 0) as settled,
      coalesce(sum(d.credits) ${of("ChunkSettled")}, 0) as job_charged,
      count(*) filter (where type <> 'JobRemoved' and version > ended_at) as late_events
    from (
      select *, min(version) filter (where type in ('JobCompleted', 'JobFailed', 'JobCancelled'))
        over (partition by stream_id) as ended_at
      from es.event where stream_id like '${Job.format.category}-%'
    ) e cross join lateral json_to_record(data)
      as d ("accountId" text, "holdId" text, mode text, rows bigint, credits bigint)
    group by stream_id`

/**
 * Events of commits that concern jobs: their holds do not expire (I6), rows of holds are what the events say (I8), and
 * an event of a hold has a transfer (I5). So the many holds of checks need not be parsed once more. As an array, which
 * is read first: the planner may not know yet how many transfers there are, and would look through all for each event.
 */
const ofJobs = `commit_id = any (array(
      select t.commit_id from es.transfer t join es.hold using (hold_id) where expires_at is null))`

const cases = rules.map(({ broken, says }) => `when ${broken} then ${says}`).join("\n      ")

/** SQL for I7: the events of each job and its hold agree. */
export const jobEvents = `
  select format('%s is %s', coalesce(job, stream), what) as fact
  from (select *, case
      ${cases} end as what
    from (${jobs}) jobs full join (
      select stream, hold, held, mode as hold_mode, remainder, failed from (${holdsOf(ofJobs)}) holds
      where kind = 'job'
    ) h on stream = '${Credits.format.category}-' || account and hold = own_hold) judged
  where what is not null`

const jobStream = `'${Job.format.category}-' || job_id`

/** SQL: whether a row without a charge may be one: a result that was given again says so in itself. */
const mayBeFree = `case when r.status = 'unknown' or r.is_sandbox then true
    when r.credits = 0 then substr(r.result::json ->> 0, ${knownFlagAt}, 1) = 't' else false end`

/** SQL for I6: the charge of each row is one that its answer permits. */
export const jobCosts = `
  select format('job %s, row %s: %s credits for an answer that is %s',
    job_id, row_no, r.credits, r.status) as fact
  from job_result r join job using (job_id)
  where (r.credits = 0) <> (${mayBeFree}) or (mode = 'fast' and r.credits > 1)`

const tallied = (status: string) => `sum((data -> 'tally' ->> '${status}')::bigint)`
const counted = (status: string) =>
  `sum(1 + coalesce(repeats, 0)) filter (where r.status = '${status}')`

const zeroIfNone = (sums: ReadonlyArray<string>) =>
  sums.map((sum, i) => `coalesce(${sum}, 0) as ${statuses[i]}`).join(", ")

const facets = (status: string) => `sum(rows) filter (where status = '${status}')`

const tally = "(valid_rows, risky_rows, invalid_rows, unknown_rows)"
const counters = "(valid_rows, risky_rows, invalid_rows, unknown_rows, charged)"

/** SQL for I7, from each side: chunks, events, rows, holds. */
export const jobSums = `
  select format('job %s, chunk %s: charged %s, its rows cost %s', job_id, chunk, charged, cost) as fact
  from (
    select job_id, (data ->> 'chunk')::int as chunk, sum((data ->> 'credits')::bigint) as charged
    from es.event join job on ${whereStreamSql(jobStream)} where type = 'ChunkSettled'
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
      from es.event where ${whereStreamSql(jobStream)} and type = 'ChunkSettled'
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

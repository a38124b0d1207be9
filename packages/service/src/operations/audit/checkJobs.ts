/**
 * I6 and I7 as far as the events of jobs tell them: they stay when the rows of a job are removed.
 *
 * A settled chunk does not say how many of its rows are repeats, which are free. So its charge is
 * bounded from both sides and not exact; as long as there are rows, `jobInvariants.ts` is.
 */
import * as Credits from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { heldFor } from "@rcpt/domain/price"

import { holdsOf } from "./checkHolds.ts"
import type { Since } from "./checkHolds.ts"

/** Results that cost something. */
const paidStatuses = ["valid", "risky", "invalid"]
const { fast, deep } = heldFor

const count = (tally: string, status: string) =>
  `coalesce((data -> '${tally}' ->> '${status}')::bigint, 0)`
const statuses = [...paidStatuses, "unknown"]
const rowsIn = (tally: string) => `(${statuses.map((status) => count(tally, status)).join(" + ")})`
const paid = (status: string) => `(${count("tally", status)} - ${count("sandboxTally", status)})`
const paidRows = paidStatuses.map(paid).join(" + ")

/** The first row of an address is in the same event as its repeats, so a result in it is paid once. */
const paidOnce = paidStatuses.map((status) => `(${paid(status)} > 0)::int`).join(" + ")

const isTallied = `(data -> 'sandbox' is null or data -> 'sandboxTally' is not null)`

/** I6. */
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
  /** SQL: what the job is then. */
  readonly says: string
}

const ended = "(completed + failed_jobs + cancelled)"
const refunded = "(remainder + failed)"

/** Strongest first: of a job only the first broken one is reported. */
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

/** I7. */
export const jobEvents = `
  select format('%s is %s', coalesce(job, stream), what) as fact
  from (select *, case
      ${cases} end as what
    from (${jobs}) jobs full join (
      select stream, hold, held, mode as hold_mode, remainder, failed from (${holdsOf(ofJobs)}) holds
      where kind = 'job'
    ) h on stream = '${Credits.format.category}-' || account and hold = own_hold) judged
  where what is not null`

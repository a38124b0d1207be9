/**
 * One bulk job: stream `job-<job>`. Its rows, with their addresses, stand in tables beside it; here is
 * what became of them, in numbers, and what they cost.
 *
 * The credits were moved into a hold of the job's own when it was submitted. A settlement charges
 * that hold and is an event of this stream, so that settling never waits for the account.
 */
import { Result, Schema } from "effect"

import { CreditCount } from "./Credits.ts"
import { Mode } from "./Verdict.ts"

const Rows = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** How many rows ended how. */
export const Tally = Schema.Struct({ valid: Rows, risky: Rows, invalid: Rows, unknown: Rows })
export type Tally = typeof Tally.Type

/** Why a job cannot go on: `upload_unreadable`, `account_gone`. */
export const JobFailure = Schema.Literals(["upload_unreadable", "account_gone"])
export type JobFailure = typeof JobFailure.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const JobEvent = Schema.TaggedUnion({
  /** `rows`: those with an address. `credits`: the most that they can cost, held under `holdId`. */
  JobSubmitted: {
    accountId: Schema.String,
    holdId: Schema.String,
    mode: Mode,
    rows: Rows,
    chunks: Schema.Int,
    credits: CreditCount
  },
  JobStarted: {},
  /**
   * Rows of one chunk that have their result now, and repeats of them wherever they are, which cost
   * nothing. A chunk may settle in several goes. `credits` go from the hold to what was used.
   */
  ChunkSettled: {
    accountId: Schema.String,
    holdId: Schema.String,
    chunk: Schema.Int,
    rows: Rows,
    credits: Rows,
    tally: Tally,
    /** How many of these rows are of the sandbox; absent: none. */
    sandbox: Schema.optionalKey(Rows),
    /** What those came to; they are in `tally`, too. */
    sandboxTally: Schema.optionalKey(Tally)
  },
  /** Rows of one chunk that wait for their mail server. */
  RowsDeferred: { chunk: Schema.Int, rows: Rows },
  JobCompleted: {},
  JobFailed: { why: JobFailure },
  JobCancelled: {},
  /** Rows and upload are gone; the ledger stays. */
  JobRemoved: {}
})
export type JobEvent = typeof JobEvent.Type

export type JobStatus = "pending" | "processing" | "complete" | "failed" | "cancelled"

export interface Job {
  /** `undefined`: there is no such job. */
  readonly status: JobStatus | undefined
  readonly isRemoved: boolean
  readonly accountId: string
  readonly holdId: string
  readonly rows: number
  readonly settled: number
  readonly tally: Tally
  /** Of the hold: all of it, and what was charged so far. */
  readonly credits: number
  readonly charged: number
}

const nobody: Tally = { valid: 0, risky: 0, invalid: 0, unknown: 0 }

export const empty: Job = {
  status: undefined,
  isRemoved: false,
  accountId: "",
  holdId: "",
  rows: 0,
  settled: 0,
  tally: nobody,
  credits: 0,
  charged: 0
}

export const isFinished = ({ status }: Pick<Job, "status">): boolean =>
  status === "complete" || status === "failed" || status === "cancelled"

export const rowsOf = ({ valid, risky, invalid, unknown }: Tally): number =>
  valid + risky + invalid + unknown

const sum = (one: Tally, other: Tally): Tally => ({
  valid: one.valid + other.valid,
  risky: one.risky + other.risky,
  invalid: one.invalid + other.invalid,
  unknown: one.unknown + other.unknown
})

const event = JobEvent.cases

export const evolve = (job: Job, what: JobEvent): Job =>
  JobEvent.match(what, {
    JobSubmitted: ({ accountId, holdId, rows, credits }): Job => ({
      ...empty,
      status: "pending",
      accountId,
      holdId,
      rows,
      credits
    }),
    JobStarted: (): Job => ({ ...job, status: "processing" }),
    ChunkSettled: ({ rows, credits, tally }) => ({
      ...job,
      settled: job.settled + rows,
      charged: job.charged + credits,
      tally: sum(job.tally, tally)
    }),
    RowsDeferred: () => job,
    JobCompleted: (): Job => ({ ...job, status: "complete" }),
    JobFailed: (): Job => ({ ...job, status: "failed" }),
    JobCancelled: (): Job => ({ ...job, status: "cancelled" }),
    JobRemoved: (): Job => ({ ...job, isRemoved: true })
  })

/** No such job, or none any more. */
export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", {}) {}

/** It has ended; what came after that is dropped, uncharged. */
export class JobFinished extends Schema.TaggedError<JobFinished>()("JobFinished", {}) {}

/** Work is in flight that must end first. */
export class JobUnfinished extends Schema.TaggedError<JobUnfinished>()("JobUnfinished", {}) {}

export type Decision<E = never> = Result.Result<ReadonlyArray<JobEvent>, E>

/** Asked again, decided before: no new facts. */
const noChange = Result.succeed<ReadonlyArray<JobEvent>>([])

export const submit =
  (order: Omit<typeof event.JobSubmitted.Type, "_tag">) =>
  (job: Job): Decision =>
    job.status === undefined ? Result.succeed([event.JobSubmitted.make(order)]) : noChange

type Alive = JobNotFound | JobFinished

const whileAlive = (job: Job, decide: () => Decision): Decision<Alive> => {
  if (job.status === undefined || job.isRemoved) return Result.fail(new JobNotFound())
  return isFinished(job) ? Result.fail(new JobFinished()) : decide()
}

export const start = (job: Job): Decision<Alive> =>
  whileAlive(job, () =>
    job.status === "pending" ? Result.succeed([event.JobStarted.make({})]) : noChange
  )

export interface Settlement {
  readonly chunk: number
  /** Of rows that had no result before, with their repeats. */
  readonly tally: Tally
  /** What those rows cost together. */
  readonly credits: number
  /** How many of them are of the sandbox, and what those came to. */
  readonly sandbox?: number
  readonly sandboxTally?: Tally
}

/** Results of rows, with their charge. The last one completes the job. */
export const settle =
  (settlements: ReadonlyArray<Settlement>) =>
  (job: Job): Decision<Alive> =>
    whileAlive(job, () => {
      const { accountId, holdId } = job
      const settled = settlements.map((settlement) =>
        event.ChunkSettled.make({
          accountId,
          holdId,
          rows: rowsOf(settlement.tally),
          ...settlement
        })
      )
      const rows = settled.reduce((sum, one) => sum + one.rows, 0)
      if (rows === 0) return noChange
      const isLast = job.settled + rows === job.rows
      return Result.succeed(isLast ? [...settled, event.JobCompleted.make({})] : settled)
    })

/** By chunk. */
export const defer =
  (deferrals: ReadonlyArray<{ readonly chunk: number; readonly rows: number }>) =>
  (job: Job): Decision<Alive> =>
    whileAlive(job, () => Result.succeed(deferrals.map((one) => event.RowsDeferred.make(one))))

export const fail =
  (why: JobFailure) =>
  (job: Job): Decision<Alive> =>
    whileAlive(job, () => Result.succeed([event.JobFailed.make({ why })]))

/** Ends a job that is alive; a cancelled one stays so. */
export const cancel = (job: Job): Decision<Alive> =>
  job.status === "cancelled" && !job.isRemoved
    ? noChange
    : whileAlive(job, () => Result.succeed([event.JobCancelled.make({})]))

export const remove = (job: Job): Decision<JobNotFound | JobUnfinished> => {
  if (job.status === undefined) return Result.fail(new JobNotFound())
  if (job.isRemoved) return noChange
  return isFinished(job)
    ? Result.succeed([event.JobRemoved.make({})])
    : Result.fail(new JobUnfinished())
}

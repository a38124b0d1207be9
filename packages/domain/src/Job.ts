/**
 * One bulk job: stream `job-<job>`. Its rows, with their addresses, are in tables; the events count the results
 * and the charged credits.
 *
 * When a job is submitted, its credits move to a hold of its own. A settlement charges that hold and is an event
 * of this stream, so that settling rows never waits for the account's stream.
 */
import { Result, Schema } from "effect"

import { CreditCount } from "./Credits.ts"
import { Mode } from "./Verdict.ts"

const Rows = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The number of rows by verdict. */
export const Tally = Schema.Struct({ valid: Rows, risky: Rows, invalid: Rows, unknown: Rows })
export type Tally = typeof Tally.Type

/** Why a job failed. */
export const JobFailure = Schema.Literals(["upload_unreadable", "account_gone"])
export type JobFailure = typeof JobFailure.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const JobEvent = Schema.TaggedUnion({
  /** `rows` have an address. `credits` are their maximum cost, which is held under `holdId`. */
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
   * Rows of one chunk that now have a result, and their duplicates in any chunk, which are free.
   * A chunk may be settled in several parts. `credits` move from the hold to usage.
   */
  ChunkSettled: {
    accountId: Schema.String,
    holdId: Schema.String,
    chunk: Schema.Int,
    rows: Rows,
    credits: Rows,
    tally: Tally,
    /** How many of these rows are sandbox addresses; absent if none are. */
    sandbox: Schema.optionalKey(Rows),
    /** The tally of those rows, which are in `tally` too. */
    sandboxTally: Schema.optionalKey(Tally),
    /** The tally of rows with an earlier result of the account, which are free and in `tally` too. */
    knownTally: Schema.optionalKey(Tally)
  },
  /** Rows of one chunk that now wait in a queue to be probed at their mail server. */
  RowsDeferred: { chunk: Schema.Int, rows: Rows },
  JobCompleted: {},
  JobFailed: { why: JobFailure },
  JobCancelled: {},
  /** Rows and upload are deleted; the ledger stays. */
  JobRemoved: {}
})
export type JobEvent = typeof JobEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `job-<job>`. */
export const format = { category: "job", events: JobEvent, upcasts: {} }

export type JobStatus = "pending" | "processing" | "complete" | "failed" | "cancelled"

export interface Job {
  /** The status; `undefined` if there is no such job. */
  readonly status: JobStatus | undefined
  readonly isRemoved: boolean
  readonly accountId: string
  readonly holdId: string
  readonly rows: number
  readonly settled: number
  readonly tally: Tally
  /** The amount of the hold, and the part that is charged so far. */
  readonly credits: number
  readonly charged: number
}

export const noRows: Tally = { valid: 0, risky: 0, invalid: 0, unknown: 0 }

export const empty: Job = {
  status: undefined,
  isRemoved: false,
  accountId: "",
  holdId: "",
  rows: 0,
  settled: 0,
  tally: noRows,
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

export const evolve = (job: Job, jobEvent: JobEvent): Job =>
  JobEvent.match(jobEvent, {
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

/** The job does not exist, or was removed. */
export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", {}) {}

/** The job has ended; results that arrive later are dropped and not charged. */
export class JobFinished extends Schema.TaggedError<JobFinished>()("JobFinished", {}) {}

/** The job is still running and cannot be removed. */
export class JobUnfinished extends Schema.TaggedError<JobUnfinished>()("JobUnfinished", {}) {}

export type Decision<E = never> = Result.Result<ReadonlyArray<JobEvent>, E>

/** The command was executed before: no new events. */
const noChange = Result.succeed<ReadonlyArray<JobEvent>>([])

export const submit =
  (command: Omit<typeof event.JobSubmitted.Type, "_tag">) =>
  (job: Job): Decision =>
    job.status === undefined ? Result.succeed([event.JobSubmitted.make(command)]) : noChange

type NotActive = JobNotFound | JobFinished

const whileActive = (job: Job, decide: () => Decision): Decision<NotActive> => {
  if (job.status === undefined || job.isRemoved) return Result.fail(new JobNotFound())
  return isFinished(job) ? Result.fail(new JobFinished()) : decide()
}

export const start = (job: Job): Decision<NotActive> =>
  whileActive(job, () =>
    job.status === "pending" ? Result.succeed([event.JobStarted.make({})]) : noChange
  )

export interface Settlement {
  readonly chunk: number
  /** The tally of rows that had no result before, and of their duplicates. */
  readonly tally: Tally
  /** The total charge for those rows. */
  readonly credits: number
  /** How many of them are sandbox addresses, and the tally of those. */
  readonly sandbox?: number
  readonly sandboxTally?: Tally
  /** The tally of those whose result is an earlier one, given again free of charge. */
  readonly knownTally?: Tally
}

/** Records results with their charge. The result of the last row completes the job. */
export const settle =
  (settlements: ReadonlyArray<Settlement>) =>
  (job: Job): Decision<NotActive> =>
    whileActive(job, () => {
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

/** Records deferred rows, counted by chunk. */
export const defer =
  (deferrals: ReadonlyArray<{ readonly chunk: number; readonly rows: number }>) =>
  (job: Job): Decision<NotActive> =>
    whileActive(job, () => Result.succeed(deferrals.map((one) => event.RowsDeferred.make(one))))

export const fail =
  (why: JobFailure) =>
  (job: Job): Decision<NotActive> =>
    whileActive(job, () => Result.succeed([event.JobFailed.make({ why })]))

/** Cancels a pending or running job. Cancelling again changes nothing. */
export const cancel = (job: Job): Decision<NotActive> =>
  job.status === "cancelled" && !job.isRemoved
    ? noChange
    : whileActive(job, () => Result.succeed([event.JobCancelled.make({})]))

export const remove = (job: Job): Decision<JobNotFound | JobUnfinished> => {
  if (job.status === undefined) return Result.fail(new JobNotFound())
  if (job.isRemoved) return noChange
  return isFinished(job)
    ? Result.succeed([event.JobRemoved.make({})])
    : Result.fail(new JobUnfinished())
}

/** `GET /jobs/{id}/changes`: a complete job beside an earlier one with the same list. */
import type { JobChanges } from "@rcpt/api/Jobs"
import { BadRequest } from "@rcpt/api/Problem"
import { Effect } from "effect"

import { toBulkJob } from "../../jobs/JobRecord.ts"
import type { JobRecord } from "../../jobs/JobRecord.ts"
import {
  compareJobs,
  comparedRowsMax,
  nothingToCompare,
  previousOf
} from "../../jobs/results/compareJobs.ts"

const tooManyRows = new BadRequest({
  error: `jobs of more than ${comparedRowsMax.toLocaleString("en")} rows cannot be compared`
})

/** They are read as a whole. */
export const comparable = (...jobs: ReadonlyArray<JobRecord>) =>
  jobs.some(({ records }) => records > comparedRowsMax) ? Effect.fail(tooManyRows) : Effect.void

/** `since` undefined: the caller asks for none in particular. */
export const jobChanges = (job: JobRecord, since: JobRecord | undefined) =>
  Effect.gen(function* () {
    const earlier = since ?? (yield* previousOf(job))
    if (earlier === undefined) return { since: null, ...nothingToCompare } satisfies JobChanges
    yield* comparable(job, earlier)
    const comparison = yield* compareJobs(job, earlier)
    return { since: toBulkJob(earlier), ...comparison } satisfies JobChanges
  })

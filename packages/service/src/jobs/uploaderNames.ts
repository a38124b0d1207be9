/**
 * Names the people who uploaded lists, for people: their addresses are in no answer to an API key, and in none
 * that is kept (stored replies, webhooks).
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { BulkJob } from "@rcpt/api/Jobs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { toBulkJob } from "./JobRecord.ts"
import type { JobRecord } from "./JobRecord.ts"

type Reader = Pick<CurrentAccount["Service"], "accountId" | "authMode">

/** Shows these jobs as the reader sees them; the jobs are of the reader's account. */
export const namedFor = ({ accountId, authMode }: Reader, jobs: ReadonlyArray<JobRecord>) =>
  Effect.gen(function* () {
    const makers = new Set(jobs.flatMap(({ madeBy }) => madeBy ?? []))
    if (authMode === "api_key" || makers.size === 0) return toBulkJob
    const sql = yield* SqlClient.SqlClient
    const people = yield* sql<{ readonly id: string; readonly email: string }>`
      select person_id as id, email from person
      where account_id = ${accountId} and person_id = any (${[...makers]}::uuid[])`
    const emails = new Map(people.map(({ id, email }) => [id, email]))
    return (job: JobRecord): BulkJob => {
      const email = emails.get(job.madeBy ?? "")
      const bulkJob = toBulkJob(job)
      return bulkJob.made_by && email !== undefined
        ? { ...bulkJob, made_by: { ...bulkJob.made_by, email } }
        : bulkJob
    }
  }).pipe(Effect.orDie)

/** Tells an account's webhook how a job ended, in the transaction that ends it: never one without the other. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { WebhookEventType } from "@rcpt/api/Webhook"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { toBulkJob } from "../jobs/JobRecord.ts"
import type { JobRecord } from "../jobs/JobRecord.ts"
import { put } from "./deliveryRows.ts"

const types: Readonly<Partial<Record<BulkJob["status"], WebhookEventType>>> = {
  complete: "job.completed",
  failed: "job.failed",
  cancelled: "job.cancelled"
}

export const announceJob = (
  job: JobRecord
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> => {
  const type = types[job.status]
  if (type === undefined || job.completedAt === null) return Effect.void
  const { accountId: account, id, completedAt: at } = job
  return Effect.asVoid(put({ account, type, at, data: toBulkJob(job), job: id }))
}

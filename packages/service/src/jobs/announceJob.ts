/** Announces a job's end, to its webhook and to streams, in the transaction that ends the job. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { WebhookEventType } from "@rcpt/api/Webhook"
import { jobLinks } from "@rcpt/api/webhookLinks"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { PublicBase } from "../platform/PublicBase.ts"
import { announce } from "../webhooks/messageRows.ts"
import { toBulkJob } from "./JobRecord.ts"
import type { JobRecord } from "./JobRecord.ts"

const eventTypes: Readonly<Partial<Record<BulkJob["status"], WebhookEventType>>> = {
  complete: "job.completed",
  failed: "job.failed",
  cancelled: "job.cancelled"
}

export const announceJob = (job: JobRecord): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const type = eventTypes[job.status]
    if (type === undefined || job.completedAt === null) return
    const { accountId: account, id, completedAt: at } = job
    const base = yield* PublicBase
    const links = base === undefined ? {} : { links: jobLinks(base, id) }
    yield* announce({ account, type, at, data: toBulkJob(job), job: id, ...links })
  })

/**
 * Erases what a closed account has left: its lists, schedules, replies that were stored for a repeat, and messages to its
 * webhook. May be repeated, at any time and by any node: the sweeper does so until nothing is left.
 */
import type { EventStore } from "@rcpt/store/EventStore"
import * as replies from "@rcpt/store/replies"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { deleteAllActivity } from "../activity/sweepActivity.ts"
import { discardRows } from "../jobs/discardRows.ts"
import { removeJob } from "../jobs/Jobs.ts"
import { WriteSql } from "../platform/Database.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { sweepRemoved } from "../schedules/sweepSchedules.ts"

const tables = [
  "webhook_delivery",
  "account_message",
  "mail_outbox",
  "checked_address",
  "reported_mailbox",
  "deferred_mail",
  "account_refusal",
  "rate_bucket",
  "rate_lease",
  "session"
] as const

/** Leaves out requests that are being answered, because their replies would have no row by which they go. */
const eraseReplies = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const claims = yield* sql<{ readonly commandId: string }>`
    delete from idempotency where account_id = ${account} and (leased_until <= now()
      or exists (select from es.reply r where r.command_id = idempotency.command_id))
    returning command_id as "commandId"`
  yield* replies.forget(claims.map(({ commandId }) => commandId))
})

/** Returns the number of jobs that it has removed. */
export const eraseClosed = (account: string): Effect.Effect<number, never, EventStore | WriteSql> =>
  Effect.gen(function* () {
    const sql = yield* WriteSql
    const transaction = yield* makeWriteTransaction
    const jobs = yield* sql<{ readonly job: string }>`
      select job_id as job from job where account_id = ${account} and completed_at is not null`
    for (const { job } of jobs)
      yield* Effect.catchTag(
        transaction(removeJob({ account, job })),
        // Another node was faster.
        ["JobNotFound", "JobUnfinished"],
        () => Effect.void
      )
    for (const { job } of jobs)
      yield* Effect.provideService(discardRows({ job, isAll: true }), SqlClient.SqlClient, sql)
    yield* transaction(eraseReplies(account))
    yield* deleteAllActivity(account)
    yield* sweepRemoved
    for (const table of tables) yield* sql`delete from ${sql(table)} where account_id = ${account}`
    return jobs.length
  }).pipe(Effect.orDie)

const unfinished = WriteSql.use(
  (sql) => sql<{ readonly account: string }>`
    select account_id as account from account a where closed_at is not null and (
      exists (select from job j where j.account_id = a.account_id)
      or exists (select from idempotency i where i.account_id = a.account_id)
      or exists (select from activity r where r.account_id = a.account_id)
      or exists (select from activity_answers r where r.account_id = a.account_id)
      or exists (select from activity_hour r where r.account_id = a.account_id)
      or exists (select from webhook_delivery d where d.account_id = a.account_id)
      or exists (select from account_message m where m.account_id = a.account_id))`
).pipe(Effect.orDie)

/** What closed accounts have left. */
export const eraseLeft = Effect.flatMap(unfinished, (closed) =>
  Effect.forEach(closed, ({ account }) => eraseClosed(account), { discard: true })
)

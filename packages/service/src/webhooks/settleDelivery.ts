/**
 * Stores the result of an attempt, if its lease is still held, and what it means for the webhook. Runs in
 * a transaction. All transactions lock in the same order: the webhook's row, the account's stream, the
 * rows of deliveries.
 */
import * as Account from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { databaseNow } from "../platform/databaseNow.ts"
import type { Claimed } from "./claimDeliveries.ts"
import { giveUp } from "./deliveryRows.ts"
import { afterFailure } from "./schedule.ts"
import type { Next } from "./schedule.ts"

/** Dies if the database is lost: then its transaction is retried. */
type Step<A> = Effect.Effect<A, never, SqlClient.SqlClient | EventStore>

/** `failure`: why there is no status. An attempt has one of the two. */
export interface Attempt {
  readonly status: number | null
  readonly failure: string | null
}

/** RFC 9110 §15.5.11: gone, and likely for ever. Standard Webhooks: send nothing more. */
const gone = 410

const isTaken = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

/** `at`: by Postgres' clock. Waits for the next attempt begin then. */
interface DatedAttempt extends Attempt {
  readonly at: number
}

export const settleDelivery = (claimed: Claimed, attempt: Attempt): Step<void> =>
  Effect.flatMap(databaseNow, (at) =>
    (isTaken(attempt) ? taken : failed)(claimed, { ...attempt, at })
  )

const taken = (claimed: Claimed, attempt: DatedAttempt): Step<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      update webhook set failing_since = null
      where account_id = ${claimed.account} and url = ${claimed.url} and failing_since is not null`
    yield* keep(claimed, attempt, "delivered", attempt.at)
  }).pipe(Effect.orDie)

/** Since when the webhook fails. `undefined`: another URL is set now, so this failure does not count. */
const failingSince = ({ account, url }: Claimed, at: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly since: Date }>`
      update webhook set failing_since = coalesce(failing_since, to_timestamp(${at / 1000}::float8))
      where account_id = ${account} and url = ${url} and disabled_at is null
      returning failing_since as since`
  ).pipe(Effect.map(([row]) => row?.since.getTime()))

const failed = (claimed: Claimed, attempt: DatedAttempt): Step<void> =>
  Effect.gen(function* () {
    const since = yield* failingSince(claimed, attempt.at)
    const next: Next = afterFailure({
      attempts: claimed.attempts + 1,
      failingSince: since ?? attempt.at,
      now: attempt.at
    })
    const why = attempt.status === gone ? "gone" : next._tag === "disable" ? "failing" : undefined
    if (why !== undefined && since !== undefined) return yield* disable(claimed, attempt, why)
    yield* next._tag === "again"
      ? keep(claimed, attempt, "pending", next.at)
      : keep(claimed, attempt, "failed", attempt.at)
  }).pipe(Effect.orDie)

const disable = (claimed: Claimed, attempt: DatedAttempt, why: "gone" | "failing"): Step<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* record(claimed.account, Account.disableWebhook(why))
    yield* sql`
      update webhook set disabled_at = to_timestamp(${attempt.at / 1000}::float8),
        disabled_why = ${why}
      where account_id = ${claimed.account}`
    yield* keep(claimed, attempt, "failed", attempt.at)
    yield* giveUp(claimed.account, "the webhook was disabled")
    yield* Effect.logWarning("A webhook is disabled", { account: claimed.account, why })
  }).pipe(Effect.orDie)

const keep = (
  { id, lease }: Claimed,
  { at, status: response, failure }: DatedAttempt,
  status: "pending" | "delivered" | "failed",
  dueAt: number
) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update webhook_delivery set status = ${status}, lease = null, attempts = attempts + 1,
        due_at = to_timestamp(${dueAt / 1000}::float8),
        last_attempt_at = to_timestamp(${at / 1000}::float8), response_status = ${response},
        failure = ${failure}
      where delivery_id = ${id} and lease = ${lease}`
  )

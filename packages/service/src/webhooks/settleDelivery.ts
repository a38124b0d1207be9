/**
 * Stores the result of an attempt, if its lease is still held, and what it means for the endpoint. Runs in
 * a transaction. All transactions lock in the same order: the endpoint's row, the account's stream, the
 * rows of deliveries.
 */
import { disableWebhook } from "@rcpt/domain/AccountWebhooks"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect, Duration } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { retryWaits } from "../platform/retryWaits.ts"
import type { Claimed } from "./claimDeliveries.ts"
import { giveUp } from "./deliveryRows.ts"
import { testEvent } from "./resend.ts"
import { eventName } from "./webhookRows.ts"

// Decides when a delivery is retried, and when to give up. Pure; times are epoch milliseconds.

/** A receiver that has accepted nothing for so long is considered gone. */
export const failingMax = Duration.days(5)

/**
 * A receiver that rarely gets a delivery may have failed for a moment days ago, and now again. So it is
 * disabled only if this delivery has also failed after the first two waits.
 */
const blipAttemptsMax = 2

interface Failure {
  /** Including this one. */
  readonly attempts: number
  /** The time when the first attempt failed after the last success. */
  readonly failingSince: number
  readonly now: number
  /** A test shows at once whether a receiver works. Repeated for a day it would be a flood that anybody may order. */
  readonly isTest?: boolean
}

/** `again`: retry at that time. `over`: no more attempts for this delivery. `disable`: the webhook. */
type Next =
  | { readonly _tag: "again"; readonly at: number }
  | { readonly _tag: "over" }
  | { readonly _tag: "disable" }

export const afterFailure = ({ attempts, failingSince, now, isTest = false }: Failure): Next => {
  const isDead = now - failingSince >= Duration.toMillis(failingMax)
  if (isDead && attempts > blipAttemptsMax) return { _tag: "disable" }
  const wait = isTest ? undefined : retryWaits[attempts - 1]
  return wait === undefined
    ? { _tag: "over" }
    : { _tag: "again", at: now + Duration.toMillis(wait) }
}

/** Dies if the database is lost: then its transaction is retried. */
type Step<A> = Effect.Effect<A, never, SqlClient.SqlClient | EventStore>

/** `failure`: why there is no status. An attempt has one of the two. */
export interface Attempt {
  readonly status: number | null
  readonly failure: string | null
  /** The headers of the request; null: none was made. */
  readonly headers: Readonly<Record<string, string>> | null
  /** The part that was read of the answer, at most `answerKeptMax`. */
  readonly answer: string
  readonly millis: number
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
      where endpoint_id = ${claimed.endpoint} and url = ${claimed.url} and failing_since is not null`
    yield* keep(claimed, attempt, "delivered", attempt.at)
  }).pipe(Effect.orDie)

/** Since when the endpoint fails. `undefined`: another URL is set now, so this failure does not count. */
const failingSince = ({ endpoint, url }: Claimed, at: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly since: Date }>`
      update webhook set failing_since = coalesce(failing_since, to_timestamp(${at / 1000}::float8))
      where endpoint_id = ${endpoint} and url = ${url} and disabled_at is null
      returning failing_since as since`
  ).pipe(Effect.map(([row]) => row?.since.getTime()))

const failed = (claimed: Claimed, attempt: DatedAttempt): Step<void> =>
  Effect.gen(function* () {
    const since = yield* failingSince(claimed, attempt.at)
    const next: Next = afterFailure({
      attempts: claimed.attempts + 1,
      failingSince: since ?? attempt.at,
      now: attempt.at,
      isTest: claimed.type === testEvent
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
    const { account, endpoint } = claimed
    yield* record(account, disableWebhook(eventName(account, endpoint), why))
    yield* sql`
      update webhook set disabled_at = to_timestamp(${attempt.at / 1000}::float8),
        disabled_why = ${why}
      where endpoint_id = ${endpoint}`
    yield* keep(claimed, attempt, "failed", attempt.at)
    yield* giveUp(endpoint, "the webhook was disabled")
    yield* Effect.logWarning("A webhook is disabled", { account, endpoint, why })
  }).pipe(Effect.orDie)

/** Nothing where the lease is lost: another attempt counts. */
const keep = (
  { id, lease, claimedAt, url }: Claimed,
  { at, status: response, failure, headers, answer, millis }: DatedAttempt,
  status: "pending" | "delivered" | "failed",
  dueAt: number
) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      with kept as (
        update webhook_delivery set status = ${status}, lease = null, leased_by = null, attempts = attempts + 1,
          due_at = to_timestamp(${dueAt / 1000}::float8),
          last_attempt_at = to_timestamp(${at / 1000}::float8), response_status = ${response},
          failure = ${failure}
        where delivery_id = ${id} and lease = ${lease}
        returning delivery_id)
      insert into webhook_attempt (delivery_id, began_at, duration_ms, url, request_headers,
        response_status, response_body, failure)
      select delivery_id, to_timestamp(${claimedAt / 1000}::float8), ${Math.round(millis)}, ${url},
        ${headers && JSON.stringify(headers)}, ${response}, ${answer || null}, ${failure} from kept`
  )

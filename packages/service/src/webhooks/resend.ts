/** Puts deliveries into the queue on request: again, or as a test. Each is a step of one transaction. */
import { NoWebhook } from "@rcpt/domain/AccountWebhooks"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { testsSpace } from "../platform/advisoryKeys.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { decodeDeliveries, deliveryColumns, put } from "./deliveryRows.ts"
import { isWhich } from "./webhookRows.ts"
import type { Which } from "./webhookRows.ts"

/** There is no such delivery, or it is another account's. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()(
  "DeliveryNotFound",
  {}
) {}

/** Nothing is sent to it until it is enabled. */
export class WebhookIsDisabled extends Schema.TaggedError<WebhookIsDisabled>()(
  "WebhookIsDisabled",
  {}
) {}

/** The type of what is sent on request. */
export const testEvent = "webhook.test"

/**
 * Tests of an account in a minute: enough to repair a receiver by trial. A URL may be somebody else's, who has asked for
 * nothing.
 */
export const testsMax = 5
/** Seconds. */
const testsWindow = 60

export class TooManyTests extends Schema.TaggedError<TooManyTests>()("TooManyTests", {
  /** Until the next one. */
  seconds: Schema.Int
}) {}

/** Locks the row, so that the endpoint stays enabled until the transaction ends. Answers its id. */
const lockLive = (account: string, which: Which) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<{ readonly id: string; readonly isLive: boolean }>`
      select endpoint_id as id, disabled_at is null as "isLive" from webhook w
      where ${isWhich(sql, account, which)} for share`
    if (found === undefined) return yield* new NoWebhook()
    if (!found.isLive) return yield* new WebhookIsDisabled()
    return found.id
  })

/** Sends a delivery again to its endpoint, or to the first one if that was removed. In place of a test, another one is sent. */
export const resend = (account: string, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const own = sql`delivery_id = ${id} and account_id = ${account}`
    const [found] = yield* sql<{ readonly endpoint: string | null; readonly type: string }>`
      select endpoint_id as endpoint, type from webhook_delivery where ${own}`
    if (found === undefined) return yield* new DeliveryNotFound()
    if (found.type === testEvent) return yield* sendTest(account, found.endpoint ?? undefined)
    const endpoint = yield* lockLive(account, found.endpoint ?? undefined)
    // A delivery that is being sent at this moment keeps its lease: the result of that attempt counts.
    const [row] = yield* sql`
      update webhook_delivery set status = 'pending', attempts = 0, endpoint_id = ${endpoint},
        due_at = case when lease is null then now() else due_at end
      where ${own} returning ${deliveryColumns(sql)}`.pipe(decodeDeliveries)
    return row ?? (yield* new DeliveryNotFound())
  })

export interface Range {
  readonly since: Date
  /** Absent: now. */
  readonly until?: Date | undefined
  readonly limit: number
}

export interface Resent {
  readonly resent: number
  /** Failed ones of the range that are left. */
  readonly left: number
}

/**
 * All these deliveries are due at once, and what is due at once is sent in the order in which it happened. Tests are not
 * among them.
 */
export const resendRange = (account: string, which: string, { since, until, limit }: Range) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const endpoint = yield* lockLive(account, which)
    const failed = sql`endpoint_id = ${endpoint} and status = 'failed' and type <> ${testEvent} and created_at >= ${since}
      and (${until ?? null}::timestamptz is null or created_at < ${until ?? null}::timestamptz)`
    const resent = yield* sql`
      update webhook_delivery set status = 'pending', attempts = 0, due_at = now()
      where delivery_id in (
        select delivery_id from webhook_delivery where ${failed} order by place limit ${limit} for update)
      returning 1`
    const [left] = yield* sql<{ readonly count: number }>`
      select count(*)::int as count from webhook_delivery where ${failed}`
    return { resent: resent.length, left: left!.count } satisfies Resent
  })

/** Fails if the account has sent too many tests. Its requests wait for each other, so that none slips through. */
const withinTests = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_advisory_xact_lock(${testsSpace}, hashtext(${account}))`
  const [recent] = yield* sql<{ readonly count: number; readonly seconds: number | null }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(created_at) - now()) + ${testsWindow})::int as seconds
    from webhook_delivery
    where account_id = ${account} and type = ${testEvent}
      and created_at > now() - make_interval(secs => ${testsWindow}::float8)`
  if (recent!.count >= testsMax)
    return yield* new TooManyTests({ seconds: Math.max(1, recent!.seconds ?? 1) })
})

/** Sends a test, once: it is not repeated if it fails. */
export const sendTest = (account: string, which: Which) =>
  Effect.gen(function* () {
    const endpoint = yield* lockLive(account, which)
    const sql = yield* SqlClient.SqlClient
    // Of a program that repeated tests: it is sent now, not at its next retry.
    const [waiting] = yield* sql`
      update webhook_delivery
      set due_at = case when lease is null then now() else due_at end
      where delivery_id = (select delivery_id from webhook_delivery
        where endpoint_id = ${endpoint} and status = 'pending' and type = ${testEvent}
        order by place limit 1)
      returning ${deliveryColumns(sql)}`.pipe(decodeDeliveries)
    if (waiting !== undefined) return waiting
    yield* withinTests(account)
    const at = new Date(yield* databaseNow)
    const [delivery] = yield* put({ account, endpoint, type: testEvent, at, data: {} })
    return delivery ?? (yield* new NoWebhook())
  })

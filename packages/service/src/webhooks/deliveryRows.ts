/** Rows of webhook deliveries. `put` runs in the transaction of the event that it reports. */
import { randomUUIDv7 } from "node:crypto"

import { DeliveryStatus, WebhookEventType } from "@rcpt/api/Webhook"
import type { JobLinks } from "@rcpt/api/webhookLinks"
import { endpointsMax } from "@rcpt/domain/AccountWebhooks"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"

// Makes the message that an endpoint gets: pure, and the only place that says how a message looks.
// Deliveries store the body, so that the same bytes are sent at every attempt.

/** Something that happened and that endpoints may want to know. */
interface Happening {
  readonly type: WebhookEventType
  readonly at: Date
  /** The job as `GET /jobs/{id}` shows it. */
  readonly data: object
  /** A job has links beside `data`, where to read more. */
  readonly links?: JobLinks
}

export const bodyOf = ({ type, at, data, links }: Happening): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data, ...(links && { links }) })

export interface News extends Happening {
  readonly account: string
  /** The endpoint of the news; without it, the news is for each that chose events of the type. */
  readonly endpoint?: string
  /** Deliveries of one job are sent in order, to each endpoint. */
  readonly job?: string
  /** The id of the message (messageRows.ts). Default: a new one. */
  readonly id?: string
}

const Delivery = Schema.Struct({
  id: Schema.String,
  /** Null: it was removed. */
  endpoint: Schema.NullOr(Schema.String),
  type: WebhookEventType,
  job: Schema.NullOr(Schema.String),
  status: DeliveryStatus,
  attempts: Schema.Int,
  /** The time of a pending delivery: when it is tried next or, while `isTried`, when its lease ends. */
  dueAt: Schema.Date,
  isTried: Schema.Boolean,
  lastAttemptAt: Schema.NullOr(Schema.Date),
  responseStatus: Schema.NullOr(Schema.Int),
  failure: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Delivery = typeof Delivery.Type

/** Decodes rows with `deliveryColumns`. */
export const decodeDeliveries = decodeRows(Delivery)

export const deliveryColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`delivery_id as id, endpoint_id as endpoint, type, job_id as job, status, attempts, due_at as "dueAt",
    lease is not null as "isTried", last_attempt_at as "lastAttemptAt",
    response_status as "responseStatus", failure, created_at as "createdAt"`)

/** Returns what is to be delivered: nothing where no live endpoint wants it. */
export const put = (
  news: News
): Effect.Effect<ReadonlyArray<Delivery>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { account, endpoint = null, type, job = null } = news
    const others = Array.from({ length: endpointsMax - 1 }, () => randomUUIDv7())
    const ids = [news.id ?? randomUUIDv7(), ...others]
    // Locked, so that none is removed before the delivery refers to it.
    return yield* sql`
      with told as (
        select endpoint_id, place from webhook
        where account_id = ${account} and disabled_at is null
          and (${endpoint}::uuid is null or endpoint_id = ${endpoint}::uuid)
          and (${type} = any (events) or ${type} = 'webhook.test')
        order by place limit ${endpointsMax} for key share
      ), numbered as (
        select endpoint_id, row_number() over (order by place) as turn from told
      )
      insert into webhook_delivery (delivery_id, account_id, endpoint_id, type, job_id, body)
      select (${ids}::uuid[])[turn], ${account}, endpoint_id, ${type}, ${job}::uuid, ${bodyOf(news)}
      from numbered
      returning ${deliveryColumns(sql)}`.pipe(decodeDeliveries)
  }).pipe(Effect.orDie)

/** Fails all that is pending for an endpoint that was removed or disabled. It can be resent later. */
export const giveUp = (endpoint: string, why: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update webhook_delivery set status = 'failed', lease = null, failure = ${why}
      where endpoint_id = ${endpoint} and status = 'pending'`
  ).pipe(Effect.orDie)

export interface Page {
  readonly limit: number
  /** The id of the last delivery on the previous page. */
  readonly after?: string
}

const before = (sql: SqlClient.SqlClient, account: string, { limit, after }: Page) =>
  sql`(${after ?? null}::uuid is null or place < (select place from webhook_delivery
    where delivery_id = ${after ?? null}::uuid and account_id = ${account}))
    order by place desc limit ${limit}`

/** Newest first. Empty if `after` does not exist or belongs to another account. */
export const listDeliveries = (account: string, endpoint: string, page: Page) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select ${deliveryColumns(sql)} from webhook_delivery
      where account_id = ${account} and endpoint_id = ${endpoint} and ${before(sql, account, page)}`
  ).pipe(decodeDeliveries, Effect.orDie)

/** Lists deliveries of the first endpoint, and of those that were removed. */
export const listFirst = (account: string, page: Page) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select ${deliveryColumns(sql)} from (
        (select * from webhook_delivery where endpoint_id = (select endpoint_id from webhook
          where account_id = ${account} order by place limit 1) and ${before(sql, account, page)})
        union all
        (select * from webhook_delivery where account_id = ${account} and endpoint_id is null
          and ${before(sql, account, page)})) found
      order by place desc limit ${page.limit}`
  ).pipe(decodeDeliveries, Effect.orDie)

// Reads what was sent in each attempt at a delivery, and what was answered (settleDelivery.ts writes it).

const Headers = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

const Attempt = Schema.Struct({
  at: Schema.Date,
  /** Milliseconds. */
  duration: Schema.Int,
  url: Schema.String,
  headers: Schema.NullOr(Headers),
  status: Schema.NullOr(Schema.Int),
  answer: Schema.NullOr(Schema.String),
  failure: Schema.NullOr(Schema.String)
})
export type AttemptShown = typeof Attempt.Type

/** Six times all retries of a delivery: a person who resends it more often looks at the newest. */
const attemptsShownMax = 50

export interface DeliveryDetails {
  readonly delivery: Delivery
  readonly body: string
  /** Newest first. */
  readonly attempts: ReadonlyArray<AttemptShown>
}

/** `undefined`: the account has no such delivery. */
export const findDelivery = (account: string, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const own = sql`delivery_id = ${id} and account_id = ${account}`
    const [delivery] = yield* sql`
      select ${deliveryColumns(sql)} from webhook_delivery where ${own}`.pipe(decodeDeliveries)
    const [row] = yield* sql<{ readonly body: string }>`
      select body from webhook_delivery where ${own}`
    if (delivery === undefined || row === undefined) return undefined
    const attempts = yield* sql`
      select began_at as at, duration_ms as duration, url, request_headers as headers,
        response_status as status, response_body as answer, failure
      from webhook_attempt where delivery_id = ${id}
      order by attempt_id desc limit ${attemptsShownMax}`.pipe(decodeRows(Attempt))
    return { delivery, body: row.body, attempts } satisfies DeliveryDetails
  }).pipe(Effect.orDie)

/** Rows of webhook deliveries. `put` runs in the transaction of the event that it reports. */
import { randomUUIDv7 } from "node:crypto"

import { DeliveryStatus, WebhookEventType } from "@rcpt/api/Webhook"
import { endpointsMax } from "@rcpt/domain/AccountWebhooks"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { bodyOf } from "./message.ts"
import type { Happening } from "./message.ts"

export interface News extends Happening {
  readonly account: string
  /** Only for this endpoint; else for each that chose events of the type. */
  readonly endpoint?: string
  /** Deliveries of one job are sent in order, to each endpoint. */
  readonly job?: string
  /** Of the message (messageRows.ts). Default: a new one. */
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
  /** Of a pending delivery: when it is tried next or, while `isTried`, when its lease ends. */
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

/** Of the first endpoint, and of those that were removed. */
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

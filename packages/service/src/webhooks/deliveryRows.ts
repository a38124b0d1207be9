/** Rows of webhook deliveries. `put` runs in the transaction of the event that it reports. */
import { randomUUIDv7 } from "node:crypto"

import { DeliveryStatus, WebhookEventType } from "@rcpt/api/Webhook"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"

export interface News {
  readonly account: string
  readonly type: WebhookEventType
  /** When it happened. */
  readonly at: Date
  readonly data: object
  /** Deliveries of one job are sent in order. */
  readonly job?: string
  /** Of the message (messages.ts). Default: a new one. */
  readonly id?: string
}

const Delivery = Schema.Struct({
  id: Schema.String,
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
  sql.literal(`delivery_id as id, type, job_id as job, status, attempts, due_at as "dueAt",
    lease is not null as "isTried", last_attempt_at as "lastAttemptAt",
    response_status as "responseStatus", failure, created_at as "createdAt"`)

/** The bytes that are signed and sent. */
export const bodyOf = ({ type, at, data }: News): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

/** `undefined`: the account has no enabled webhook, so nothing is delivered. */
export const put = (news: News): Effect.Effect<Delivery | undefined, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql`
      insert into webhook_delivery (delivery_id, account_id, type, job_id, body)
      select ${news.id ?? randomUUIDv7()}, account_id, ${news.type}, ${news.job ?? null}::uuid, ${bodyOf(news)}
      from webhook where account_id = ${news.account} and disabled_at is null
      returning ${deliveryColumns(sql)}`.pipe(decodeDeliveries)
    return row
  }).pipe(Effect.orDie)

/** Fails all pending deliveries, as the webhook was removed or disabled. They can be resent later. */
export const giveUp = (account: string, why: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update webhook_delivery set status = 'failed', lease = null, failure = ${why}
      where account_id = ${account} and status = 'pending'`
  ).pipe(Effect.orDie)

export interface Page {
  readonly limit: number
  /** The id of the last delivery on the previous page. */
  readonly after?: string
}

/** Newest first. Empty if `after` does not exist or belongs to another account. */
export const listDeliveries = (account: string, { limit, after }: Page) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select ${deliveryColumns(sql)} from webhook_delivery
      where account_id = ${account} and (${after ?? null}::uuid is null or place < (
        select place from webhook_delivery
        where delivery_id = ${after ?? null}::uuid and account_id = ${account}))
      order by place desc limit ${limit}`
  ).pipe(decodeDeliveries, Effect.orDie)

/** Reads the rows of an account's webhook endpoints. changeEndpoint.ts changes them. */
import { ChosenEvent } from "@rcpt/api/WebhookEndpoint"
import { WhyDisabled } from "@rcpt/domain/Account"
import type { OfEndpoint } from "@rcpt/domain/AccountWebhooks"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"

const time = Schema.NullOr(Schema.Date)

const Webhook = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  description: Schema.String,
  events: Schema.Array(ChosenEvent),
  configuredAt: Schema.Date,
  disabledAt: time,
  disabledWhy: Schema.NullOr(WhyDisabled),
  failingSince: time,
  /** Null: no previous secret is valid. */
  previousUntil: time,
  /** Encrypted. */
  secret: Schema.Uint8Array
})
export type Webhook = typeof Webhook.Type

const decodeWebhooks = decodeRows(Webhook)

/** The endpoint with this id; `undefined` means the first one: the oldest that the account has. */
export type Which = string | undefined

/** SQL: of an account's endpoints `w`. */
export const isWhich = (sql: SqlClient.SqlClient, account: string, which: Which) =>
  sql`w.account_id = ${account} and w.endpoint_id = coalesce(${which ?? null}::uuid, (
    select endpoint_id from webhook first where first.account_id = ${account} order by place limit 1))`

/** A previous secret that has expired is not shown. */
const columns = (sql: SqlClient.SqlClient) =>
  sql.literal(`endpoint_id as id, url, description, events, configured_at as "configuredAt",
    disabled_at as "disabledAt", disabled_why as "disabledWhy", failing_since as "failingSince",
    case when previous_until > now() then previous_until end as "previousUntil", secret`)

export const findWebhook = (account: string, which: Which) =>
  SqlClient.SqlClient.use(
    (sql) => sql`select ${columns(sql)} from webhook w where ${isWhich(sql, account, which)}`
  ).pipe(
    decodeWebhooks,
    Effect.map(([row]) => row),
    Effect.orDie
  )

/** The first one first. */
export const listWebhooks = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`select ${columns(sql)} from webhook where account_id = ${account} order by place`
  ).pipe(decodeWebhooks, Effect.orDie)

// Names an endpoint as events of its account do. The id of the first endpoint of an old account is the
// account's id, and events do not name it.

export const eventName = (account: string, endpoint: string): OfEndpoint =>
  endpoint === account ? {} : { endpointId: endpoint }

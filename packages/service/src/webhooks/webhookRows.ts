/** Reads and changes the row of an account's webhook. Each change runs in a transaction. */
import * as Account from "@rcpt/domain/Account"
import type { NoWebhook } from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { databaseNow } from "../platform/databaseNow.ts"
import { decodeRows } from "../platform/decodeRows.ts"
import { giveUp } from "./deliveryRows.ts"
import { lookFirst } from "./messages.ts"

/** Dies if the database is lost: then its transaction is retried (platform/transaction.ts). */
type Step<A, E = never> = Effect.Effect<A, E, SqlClient.SqlClient | EventStore>

const time = Schema.NullOr(Schema.Date)

const Webhook = Schema.Struct({
  url: Schema.String,
  configuredAt: Schema.Date,
  disabledAt: time,
  disabledWhy: Schema.NullOr(Schema.Literals(["gone", "failing"])),
  failingSince: time,
  /** Null: no previous secret is valid. */
  previousUntil: time
})
export type Webhook = typeof Webhook.Type

const decodeWebhooks = decodeRows(Webhook)

/** A previous secret that has expired is not shown. */
export const findWebhook = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select url, configured_at as "configuredAt", disabled_at as "disabledAt",
        disabled_why as "disabledWhy", failing_since as "failingSince",
        case when previous_until > now() then previous_until end as "previousUntil"
      from webhook where account_id = ${account}`
  ).pipe(
    decodeWebhooks,
    Effect.map(([row]) => row),
    Effect.orDie
  )

export interface NewWebhook {
  readonly account: string
  readonly url: string
  /** Encrypted. Used only with the first URL: another URL keeps the secret. */
  readonly secret: Uint8Array
  readonly lowBelow: number
}

/** If credits are low already, a new webhook gets no `credits.low` until they have been above. */
export const configure = ({ account, url, secret, lowBelow }: NewWebhook): Step<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [same] = yield* sql`
      select from webhook where account_id = ${account} and url = ${url} and disabled_at is null
      for update`
    if (same !== undefined) return
    yield* Effect.catchTag(record(account, Account.configureWebhook), "AccountNotOpen", Effect.die)
    yield* sql`
      insert into webhook (account_id, url, secret, configured_at)
      values (${account}, ${url}, ${secret}, now())
      on conflict (account_id) do update set url = excluded.url,
        configured_at = excluded.configured_at, failing_since = null, disabled_at = null,
        disabled_why = null`
    yield* lookFirst([account], lowBelow)
  }).pipe(Effect.orDie)

export const remove = (account: string): Step<void, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const removed = yield* sql`
      delete from webhook where account_id = ${account} returning account_id`
    if (removed.length === 0) return yield* new Account.NoWebhook()
    yield* record(account, Account.removeWebhook)
    yield* giveUp(account, "the webhook was removed")
  }).pipe(Effect.catchTag("SqlError", Effect.die))

/** How long a receiver has to switch to the new secret. */
export const bothSignFor = Duration.hours(24)

export interface NewSecret {
  readonly account: string
  readonly secret: Uint8Array
}

/** Idempotent for the same secret. Returns until when the previous secret signs too. */
export const rotate = ({ account, secret }: NewSecret): Step<Date, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const until = new Date((yield* databaseNow) + Duration.toMillis(bothSignFor))
    const [found] = yield* sql<{ readonly isDone: boolean }>`
      select secret = ${secret} as "isDone" from webhook where account_id = ${account} for update`
    if (found === undefined) return yield* new Account.NoWebhook()
    if (found.isDone) return until
    yield* record(account, Account.rotateWebhookSecret)
    yield* sql`
      update webhook set previous_secret = secret, previous_until = ${until}, secret = ${secret}
      where account_id = ${account}`
    return until
  }).pipe(Effect.catchTag("SqlError", Effect.die))

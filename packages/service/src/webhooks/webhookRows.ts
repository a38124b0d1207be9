/** The row of an account's webhook, as those who change it do, each within a transaction. */
import * as Account from "@rcpt/domain/Account"
import type { NoWebhook } from "@rcpt/domain/Account"
import type { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { spendable } from "./creditsLow.ts"
import { giveUp } from "./deliveryRows.ts"

type Step<A, E = never> = Effect.Effect<
  A,
  E | SqlError.SqlError | StoreUnavailable,
  SqlClient.SqlClient | EventStore
>

export interface Webhook {
  readonly url: string
  readonly configuredAt: Date
  readonly disabledAt: Date | null
  readonly disabledWhy: "gone" | "failing" | null
  readonly failingSince: Date | null
  /** Null also when it is over. */
  readonly previousUntil: Date | null
}

/** `at`, epoch milliseconds: what is over then is not shown. */
export const findWebhook = (account: string, at: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Webhook>`
      select url, configured_at as "configuredAt", disabled_at as "disabledAt",
        disabled_why as "disabledWhy", failing_since as "failingSince",
        case when previous_until > to_timestamp(${at / 1000}::float8)
          then previous_until end as "previousUntil"
      from webhook where account_id = ${account}`
  ).pipe(Effect.map(([row]) => row))

export interface NewWebhook {
  readonly account: string
  readonly url: string
  /** Sealed; for the first URL alone, others keep the secret. */
  readonly secret: Uint8Array
  readonly at: number
  readonly lowBelow: number
}

/** Low credits are news only to who was told of none before: those that are low already are not. */
export const configure = ({ account, url, secret, at, lowBelow }: NewWebhook): Step<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [same] = yield* sql`
      select from webhook where account_id = ${account} and url = ${url} and disabled_at is null
      for update`
    if (same !== undefined) return
    yield* Effect.catchTag(record(account, Account.configureWebhook), "AccountNotOpen", Effect.die)
    yield* sql`
      insert into webhook (account_id, url, secret, is_low, configured_at)
      select account_id, ${url}, ${secret}, ${spendable(sql)} < ${lowBelow},
        to_timestamp(${at / 1000}::float8)
      from account w where account_id = ${account}
      on conflict (account_id) do update set url = excluded.url, is_low = excluded.is_low,
        configured_at = excluded.configured_at, failing_since = null, disabled_at = null,
        disabled_why = null`
  })

export const remove = (account: string): Step<void, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const removed = yield* sql`
      delete from webhook where account_id = ${account} returning account_id`
    if (removed.length === 0) return yield* new Account.NoWebhook()
    yield* record(account, Account.removeWebhook)
    yield* giveUp(account, "the webhook was removed")
  })

/** How long a receiver has to change over. */
export const bothSignFor = Duration.hours(24)

export interface NewSecret {
  readonly account: string
  readonly secret: Uint8Array
  readonly at: number
}

/** Done twice with the same secret it is done once. Answers until when the one before signs too. */
export const rotate = ({ account, secret, at }: NewSecret): Step<Date, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const until = new Date(at + Duration.toMillis(bothSignFor))
    const [found] = yield* sql<{ readonly isDone: boolean }>`
      select secret = ${secret} as "isDone" from webhook where account_id = ${account} for update`
    if (found === undefined) return yield* new Account.NoWebhook()
    if (found.isDone) return until
    yield* record(account, Account.rotateWebhookSecret)
    yield* sql`
      update webhook set previous_secret = secret, previous_until = ${until}, secret = ${secret}
      where account_id = ${account}`
    return until
  })

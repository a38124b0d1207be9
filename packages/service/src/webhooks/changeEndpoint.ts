/**
 * Changes the endpoints of an account's webhooks. Each change is a step of one transaction, which locks in the
 * order of settleDelivery.ts: rows of endpoints, the account's stream, rows of deliveries.
 */
import { chosenEvents } from "@rcpt/api/WebhookEndpoint"
import type { ChosenEvent } from "@rcpt/api/WebhookEndpoint"
import * as AccountWebhooks from "@rcpt/domain/AccountWebhooks"
import { NoWebhook } from "@rcpt/domain/AccountWebhooks"
import type { OfEndpoint, TooManyEndpoints } from "@rcpt/domain/AccountWebhooks"
import type { EventStore } from "@rcpt/store/EventStore"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { giveUp } from "./deliveryRows.ts"
import { lookFirst } from "./messageRows.ts"
import { eventName, isWhich } from "./webhookRows.ts"
import type { Which } from "./webhookRows.ts"

/** Dies if the database is lost: then its transaction is retried (platform/transaction.ts). */
type Step<A, E = never> = Effect.Effect<A, E, SqlClient.SqlClient | EventStore>

interface NewEndpoint {
  readonly account: string
  readonly id: string
  readonly url: string
  /** Encrypted. */
  readonly secret: Uint8Array
  readonly description?: string | undefined
  readonly events?: ReadonlyArray<ChosenEvent> | undefined
  readonly isLive?: boolean | undefined
  /** Credits below which they are low. */
  readonly lowBelow: number
}

const recordConfigured = (account: string, of: OfEndpoint) =>
  Effect.catchTag(
    record(account, AccountWebhooks.configureWebhook(of)),
    "AccountNotOpen",
    Effect.die
  )

/** If credits are low already, it gets no `credits.low` until they have been above. */
export const create = (endpoint: NewEndpoint): Step<void, TooManyEndpoints> =>
  Effect.gen(function* () {
    const { account, id, url, secret, description = "", lowBelow, isLive = true } = endpoint
    const { events = chosenEvents } = endpoint
    const sql = yield* SqlClient.SqlClient
    // A transaction that is retried may have been committed.
    const [made] = yield* sql`select from webhook where endpoint_id = ${id}`
    if (made !== undefined) return
    const of = eventName(account, id)
    yield* recordConfigured(account, of)
    if (!isLive) yield* record(account, AccountWebhooks.disableWebhook(of, "switched_off"))
    yield* sql`
      insert into webhook (endpoint_id, account_id, url, secret, description, events,
        configured_at, disabled_at, disabled_why)
      values (${id}, ${account}, ${url}, ${secret}, ${description}, ${events}::text[], now(),
        case when not ${isLive} then now() end, case when not ${isLive} then 'switched_off' end)`
    yield* lookFirst([account], lowBelow)
  }).pipe(Effect.catchTag("SqlError", Effect.die))

interface Locked {
  readonly id: string
  readonly url: string
  readonly isLive: boolean
  readonly description: string
  readonly events: ReadonlyArray<ChosenEvent>
}

/** Locks an endpoint, even one that is disabled. */
const lock = (account: string, which: Which): Step<Locked, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Locked>`
      select endpoint_id as id, url, disabled_at is null as "isLive", description, events
      from webhook w where ${isWhich(sql, account, which)} for update`
    return row ?? (yield* new NoWebhook())
  }).pipe(Effect.catchTag("SqlError", Effect.die))

export interface Changes {
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly events?: ReadonlyArray<ChosenEvent> | undefined
  readonly isLive?: boolean | undefined
}

const isSameChoice = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** Another URL, and an endpoint that is enabled again, begin anew: what failed before does not count. */
export const change = (account: string, which: Which, changes: Changes): Step<void, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const before = yield* lock(account, which)
    const { url = before.url, description = before.description, events = before.events } = changes
    const { isLive = before.isLive } = changes
    const { id } = before
    const isOther = url !== before.url
    const isEnabled = isLive && !before.isLive
    const isConfigured = isOther || isEnabled || !isSameChoice(events, before.events)
    const of = eventName(account, id)
    if (isLive && isConfigured)
      yield* Effect.catchTag(recordConfigured(account, of), "TooManyEndpoints", Effect.die)
    if (!isLive && before.isLive) {
      yield* record(account, AccountWebhooks.disableWebhook(of, "switched_off"))
      yield* giveUp(id, "the endpoint was switched off")
    }
    const isAnew = isOther || isEnabled
    yield* sql`
      update webhook w set url = ${url}, description = ${description}, events = ${events}::text[],
        configured_at = case when ${isAnew} then now() else configured_at end,
        failing_since = case when ${isAnew} then null else failing_since end,
        disabled_at = case when not ${isLive} then coalesce(disabled_at, now()) end,
        disabled_why = case when not ${isLive} then coalesce(disabled_why, 'switched_off') end
      where endpoint_id = ${id}`
  }).pipe(Effect.catchTag("SqlError", Effect.die))

/** One after the other for an account, so that two requests do not both make the first endpoint. */
export const configureFirst = (endpoint: NewEndpoint): Step<void> =>
  Effect.gen(function* () {
    const { account, url } = endpoint
    const sql = yield* SqlClient.SqlClient
    yield* sql`select from account where account_id = ${account} for no key update`
    yield* Effect.catchTag(change(account, undefined, { url, isLive: true }), "NoWebhook", () =>
      create(endpoint)
    )
  }).pipe(Effect.orDie)

export const remove = (account: string, which: Which): Step<void, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* lock(account, which)
    yield* record(account, AccountWebhooks.removeWebhook(eventName(account, id)))
    yield* giveUp(id, "the webhook was removed")
    yield* sql`delete from webhook where endpoint_id = ${id}`
  }).pipe(Effect.catchTag("SqlError", Effect.die))

/** The time that a receiver has to switch to the new secret. */
const bothSignFor = Duration.hours(24)

/** Idempotent for the same secret. Returns until when the previous secret signs too. */
export const rotate = (account: string, which: Which, secret: Uint8Array): Step<Date, NoWebhook> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const until = new Date((yield* databaseNow) + Duration.toMillis(bothSignFor))
    const { id } = yield* lock(account, which)
    const [done] = yield* sql`
      select from webhook where endpoint_id = ${id} and secret = ${secret}`
    if (done !== undefined) return until
    yield* record(account, AccountWebhooks.rotateWebhookSecret(eventName(account, id)))
    yield* sql`
      update webhook set previous_secret = secret, previous_until = ${until}, secret = ${secret}
      where endpoint_id = ${id}`
    return until
  }).pipe(Effect.catchTag("SqlError", Effect.die))

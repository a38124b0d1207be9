/** The webhook of an account and the log of its deliveries, as the account's owner uses them. */
import { NoWebhook } from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../platform/Config.ts"
import type { WriteSql } from "../platform/Database.ts"
import { databaseNow } from "../platform/databaseNow.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { decodeDeliveries, deliveryColumns, listDeliveries, put } from "./deliveryRows.ts"
import type { Delivery, Page } from "./deliveryRows.ts"
import { newSecret } from "./signature.ts"
import { checkUrl } from "./target.ts"
import type { BadUrl } from "./target.ts"
import * as webhookRows from "./webhookRows.ts"
import type { Webhook } from "./webhookRows.ts"

/** No such delivery, or another account's. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()(
  "DeliveryNotFound",
  {}
) {}

/** Nothing is sent to it until its URL is set again. */
export class WebhookIsDisabled extends Schema.TaggedError<WebhookIsDisabled>()(
  "WebhookIsDisabled",
  {}
) {}

export interface Rotated {
  readonly secret: string
  readonly previousUntil: Date
}

type Sendable = NoWebhook | WebhookIsDisabled

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** The same URL again changes nothing, except that it enables a disabled webhook. */
    readonly configure: (account: string, url: string) => Effect.Effect<Webhook, BadUrl>
    readonly find: (account: string) => Effect.Effect<Webhook, NoWebhook>
    /** `undefined`: there is no webhook, or its secret cannot be read any more. */
    readonly secretOf: (account: string) => Effect.Effect<string | undefined>
    readonly remove: (account: string) => Effect.Effect<void, NoWebhook>
    /** The previous secret signs too for `bothSignFor`; older ones do not. */
    readonly rotate: (account: string) => Effect.Effect<Rotated, NoWebhook>
    /** Newest first. */
    readonly list: (account: string, page: Page) => Effect.Effect<ReadonlyArray<Delivery>>
    /** Sends it now, and allows all attempts again. */
    readonly resend: (
      account: string,
      id: string
    ) => Effect.Effect<Delivery, DeliveryNotFound | Sendable>
    /** Returns the waiting test delivery if there is one, else a new one. */
    readonly test: (account: string) => Effect.Effect<Delivery, Sendable>
  }
>()("@rcpt/service/webhooks/Webhooks") {}

/** Locks the row, so that the webhook stays enabled until the transaction ends. */
const lockLive = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<{ readonly isLive: boolean }>`
      select disabled_at is null as "isLive" from webhook where account_id = ${account} for share`
    if (found === undefined) return yield* new NoWebhook()
    if (!found.isLive) return yield* new WebhookIsDisabled()
  })

const resend = (account: string, id: string) =>
  Effect.gen(function* () {
    yield* lockLive(account)
    const sql = yield* SqlClient.SqlClient
    // A delivery that is being sent at this moment keeps its lease: the result of that attempt counts.
    const [row] = yield* sql`
      update webhook_delivery set status = 'pending', attempts = 0,
        due_at = case when lease is null then now() else due_at end
      where delivery_id = ${id} and account_id = ${account}
      returning ${deliveryColumns(sql)}`.pipe(decodeDeliveries)
    return row ?? (yield* new DeliveryNotFound())
  })

const test = (account: string) =>
  Effect.gen(function* () {
    yield* lockLive(account)
    const sql = yield* SqlClient.SqlClient
    // The caller has probably repaired the receiver: a waiting test is sent now, not at its next retry.
    const [waiting] = yield* sql`
      update webhook_delivery
      set due_at = case when lease is null then now() else due_at end
      where delivery_id = (select delivery_id from webhook_delivery
        where account_id = ${account} and status = 'pending' and type = 'webhook.test'
        order by place limit 1)
      returning ${deliveryColumns(sql)}`.pipe(decodeDeliveries)
    if (waiting !== undefined) return waiting
    const at = new Date(yield* databaseNow)
    const delivery = yield* put({ account, type: "webhook.test", at, data: {} })
    return delivery ?? (yield* new NoWebhook())
  })

const make = Effect.gen(function* () {
  const read = yield* SqlClient.SqlClient
  const transaction = yield* makeWriteTransaction
  const box = yield* ofPurpose("webhook secrets")
  const { a, aaaa } = yield* Resolver
  const config = yield* Config
  const rules = {
    dns: { a, aaaa },
    isPublic: publicAddresses(config.unsafeNetworks),
    allowedHosts: config.webhookAllowedHosts,
    allowHttp: config.webhookAllowHttp === "on"
  }

  const find = Effect.fnUntraced(function* (account: string) {
    const found = yield* webhookRows.findWebhook(account).pipe(reading)
    return found ?? (yield* new NoWebhook())
  })
  const reading = Effect.provideService(SqlClient.SqlClient, read)

  return Webhooks.of({
    find,

    configure: Effect.fnUntraced(function* (account, text) {
      const url = yield* checkUrl(text, rules)
      const secret = box.seal(account, newSecret())
      yield* transaction(
        webhookRows.configure({ account, url, secret, lowBelow: config.creditsLow })
      )
      // Another request has removed it since: there is no reply for that race, so it is a defect.
      return yield* Effect.catchTag(find(account), "NoWebhook", Effect.die)
    }),

    secretOf: Effect.fnUntraced(function* (account) {
      const [row] = yield* read<{ readonly secret: Uint8Array }>`
        select secret from webhook where account_id = ${account}`.pipe(Effect.orDie)
      return row && box.open(account, row.secret)
    }),

    remove: (account) => transaction(webhookRows.remove(account)),

    rotate: Effect.fnUntraced(function* (account) {
      const secret = newSecret()
      const sealed = box.seal(account, secret)
      const previousUntil = yield* transaction(webhookRows.rotate({ account, secret: sealed }))
      return { secret, previousUntil }
    }),

    list: (account, page) => reading(listDeliveries(account, page)),

    resend: (account, id) => transaction(resend(account, id)),

    test: (account) => transaction(test(account))
  })
})

export const layer: Layer.Layer<
  Webhooks,
  never,
  Config | EventStore | Resolver | Secrets | SqlClient.SqlClient | WriteSql
> = Layer.effect(Webhooks, make)

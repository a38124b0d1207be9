/** The webhook endpoints of an account and the log of their deliveries, as the account's owner uses them. */
import { randomUUIDv7 } from "node:crypto"

import { resentMax } from "@rcpt/api/WebhookEndpoint"
import type { ChosenEvent } from "@rcpt/api/WebhookEndpoint"
import { NoWebhook } from "@rcpt/domain/AccountWebhooks"
import type { TooManyEndpoints } from "@rcpt/domain/AccountWebhooks"
import type { EventStore } from "@rcpt/store/EventStore"
import { Hints } from "@rcpt/store/Hints"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../platform/Config.ts"
import type { WriteSql } from "../platform/Database.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import * as changeEndpoint from "./changeEndpoint.ts"
import type { Changes } from "./changeEndpoint.ts"
import { findDelivery, listDeliveries, listFirst } from "./deliveryRows.ts"
import type { DeliveryDetails, Delivery, Page } from "./deliveryRows.ts"
import { DeliveryNotFound, resend, resendRange, sendTest } from "./resend.ts"
import type { Range, Resent, TooManyTests, WebhookIsDisabled } from "./resend.ts"
import { newSecret } from "./signature.ts"
import { checkUrl } from "./target.ts"
import type { BadUrl } from "./target.ts"
import { findWebhook, listWebhooks } from "./webhookRows.ts"
import type { Webhook, Which } from "./webhookRows.ts"

interface Rotated {
  readonly secret: string
  readonly previousUntil: Date
}

interface Wanted {
  readonly url: string
  readonly description?: string | undefined
  readonly events?: ReadonlyArray<ChosenEvent> | undefined
  readonly isLive?: boolean | undefined
}

type Sendable = NoWebhook | WebhookIsDisabled

/** Without `which`, the first endpoint is meant: the oldest one. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /**
     * Configures the first endpoint. The same URL again changes nothing, except that it enables a disabled
     * endpoint.
     */
    readonly configure: (account: string, url: string) => Effect.Effect<Webhook, BadUrl>
    readonly create: (
      account: string,
      wanted: Wanted
    ) => Effect.Effect<Webhook, BadUrl | TooManyEndpoints>
    readonly change: (
      account: string,
      which: string,
      changes: Changes
    ) => Effect.Effect<Webhook, BadUrl | NoWebhook>
    readonly find: (account: string, which?: Which) => Effect.Effect<Webhook, NoWebhook>
    /** The first one first. */
    readonly all: (account: string) => Effect.Effect<ReadonlyArray<Webhook>>
    /** `undefined`: it cannot be read any more. */
    readonly reveal: (account: string, webhook: Webhook) => string | undefined
    readonly remove: (account: string, which?: Which) => Effect.Effect<void, NoWebhook>
    /** The previous secret signs too for `bothSignFor`; older ones do not. */
    readonly rotate: (account: string, which?: Which) => Effect.Effect<Rotated, NoWebhook>
    /** Newest first. Of the first endpoint: with those of endpoints that were removed. */
    readonly list: (
      account: string,
      page: Page,
      which?: Which
    ) => Effect.Effect<ReadonlyArray<Delivery>>
    readonly delivery: (
      account: string,
      id: string
    ) => Effect.Effect<DeliveryDetails, DeliveryNotFound>
    /** Sends it now, and allows all attempts again. */
    readonly resend: (
      account: string,
      id: string
    ) => Effect.Effect<Delivery, DeliveryNotFound | Sendable | TooManyTests>
    /** Sends all deliveries again that have failed. */
    readonly resendRange: (
      account: string,
      which: string,
      range: Omit<Range, "limit">
    ) => Effect.Effect<Resent, Sendable>
    /** Returns the waiting test delivery if there is one, else a new one, which is sent once. */
    readonly test: (
      account: string,
      which?: Which
    ) => Effect.Effect<Delivery, Sendable | TooManyTests>
  }
>()("@rcpt/service/webhooks/Webhooks") {}

/** The methods that only read. */
const readsOf = (sql: SqlClient.SqlClient) => {
  const reading = Effect.provideService(SqlClient.SqlClient, sql)
  return {
    all: (account: string) => reading(listWebhooks(account)),
    find: Effect.fnUntraced(function* (account: string, which?: Which) {
      const found = yield* reading(findWebhook(account, which))
      return found ?? (yield* new NoWebhook())
    }),
    list: (account: string, page: Page, which?: Which) =>
      reading(
        which === undefined ? listFirst(account, page) : listDeliveries(account, which, page)
      ),
    delivery: Effect.fnUntraced(function* (account: string, id: string) {
      const found = yield* reading(findDelivery(account, id))
      return found ?? (yield* new DeliveryNotFound())
    })
  }
}

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
  const { notify } = yield* Hints
  /** Commits, and wakes the dispatcher of this process: those of others look by themselves. */
  const sending: typeof transaction = (step) => Effect.tap(transaction(step), notify("due"))
  const lowBelow = config.creditsLow
  const reads = readsOf(read)
  /** Another request has removed it since: there is no reply for that race, so it is a defect. */
  const changed = (account: string, which?: Which) =>
    Effect.catchTag(reads.find(account, which), "NoWebhook", Effect.die)

  const anew = (account: string, url: string) => ({
    account,
    id: randomUUIDv7(),
    url,
    secret: box.seal(account, newSecret()),
    lowBelow
  })

  return Webhooks.of({
    ...reads,
    reveal: (account, { secret }) => box.open(account, secret),

    configure: Effect.fnUntraced(function* (account, text) {
      const url = yield* checkUrl(text, rules)
      yield* transaction(changeEndpoint.configureFirst(anew(account, url)))
      return yield* changed(account)
    }),

    create: Effect.fnUntraced(function* (account, { url: text, ...wanted }) {
      const url = yield* checkUrl(text, rules)
      const endpoint = { ...anew(account, url), ...wanted }
      yield* transaction(changeEndpoint.create(endpoint))
      return yield* changed(account, endpoint.id)
    }),

    change: Effect.fnUntraced(function* (account, which, changes) {
      const url = changes.url === undefined ? undefined : yield* checkUrl(changes.url, rules)
      yield* transaction(changeEndpoint.change(account, which, { ...changes, url }))
      return yield* reads.find(account, which)
    }),

    remove: (account, which) => transaction(changeEndpoint.remove(account, which)),

    rotate: Effect.fnUntraced(function* (account, which) {
      const secret = newSecret()
      const sealed = box.seal(account, secret)
      const previousUntil = yield* transaction(changeEndpoint.rotate(account, which, sealed))
      return { secret, previousUntil }
    }),

    resend: (account, id) => sending(resend(account, id)),

    resendRange: (account, which, range) =>
      sending(resendRange(account, which, { ...range, limit: resentMax })),

    test: (account, which) => sending(sendTest(account, which))
  })
})

export const layer: Layer.Layer<
  Webhooks,
  never,
  Config | EventStore | Hints | Resolver | Secrets | SqlClient.SqlClient | WriteSql
> = Layer.effect(Webhooks, make)

/** A database of the time when an account could have one webhook only, and what becomes of it. */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { chosenEvents } from "@rcpt/api/WebhookEndpoint"
import * as Account from "@rcpt/domain/Account"
import { configureWebhook } from "@rcpt/domain/AccountWebhooks"
import { record } from "@rcpt/service/accounts/accountStream"
import { migrate, migrateUpTo } from "@rcpt/service/platform/migrate"
import { ofPurpose } from "@rcpt/service/platform/SecretBox"
import { newSecret } from "@rcpt/service/webhooks/signature"
import { Webhooks } from "@rcpt/service/webhooks/Webhooks"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { emptyDatabase } from "../../support/freshDatabase.ts"
import {
  deliver,
  events,
  isSignedWith,
  log,
  receiver,
  secretOf,
  startNode
} from "./webhookWorld.ts"

/** The last migration before there were several. */
const before = 31

/** As the program of that time left them: a webhook, what was delivered to it, and what waits. */
const kept = (url: string, secret: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const account = randomUUIDv7()
    yield* record(account, Account.open({ owner: false }))
    yield* sql`
      insert into account (account_id, email, password_hash, owner, address_key)
      values (${account}, ${`${account}@customer.test`}, '-', false, ${randomBytes(32)})`
    yield* record(account, configureWebhook({}))
    const box = yield* ofPurpose("webhook secrets")
    yield* sql`insert into webhook (account_id, url, secret, is_low, configured_at, failing_since)
      values (${account}, ${url}, ${box.seal(account, secret)}, false, now(), now())`
    const delivered = randomUUIDv7()
    const pending = randomUUIDv7()
    for (const [id, status] of [
      [delivered, "delivered"],
      [pending, "pending"]
    ])
      yield* sql`insert into webhook_delivery (delivery_id, account_id, type, body, status, attempts)
        values (${id!}, ${account}, 'job.completed', '{"n":1}', ${status!}, 1)`
    return { account, delivered, pending }
  })

describe("The one webhook of an account", () => {
  it.live("becomes its first endpoint, with its secret, its state, its log and its events", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase()
      const client = Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
      yield* Effect.provide(Effect.andThen(migrateStore, migrateUpTo(before)), client)
      const node = yield* startNode(url)
      const to = yield* receiver()
      const secret = newSecret()
      const { account, delivered, pending } = yield* Effect.provide(kept(to.url, secret), node)
      const other = yield* Effect.provide(kept(to.url, newSecret()), node)

      yield* Effect.provide(migrate, client)
      yield* Effect.gen(function* () {
        const { all, change, create, remove } = yield* Webhooks
        const [first, ...rest] = yield* all(account)
        assert.lengthOf(rest, 0)
        assert.deepInclude(first, { url: to.url, disabledAt: null, description: "" })
        assert.sameMembers([...first!.events], [...chosenEvents])
        assert.isNotNull(first!.failingSince)
        assert.strictEqual(yield* secretOf(account), secret)
        assert.deepStrictEqual(
          (yield* log(account)).map(({ id, endpoint, status }) => [id, endpoint, status]),
          [
            [pending, first!.id, "pending"],
            [delivered, first!.id, "delivered"]
          ]
        )

        assert.strictEqual(yield* deliver, 2)
        const heard = to.heard.find(({ headers }) => headers["webhook-id"] === pending)
        assert.isTrue(isSignedWith(secret, heard!))
        assert.isNull((yield* all(account))[0]!.failingSince)

        // It goes on under the name that old programs know, and a second one has its own.
        const { id } = yield* create(account, { url: to.url })
        yield* change(account, first!.id, { isLive: false })
        yield* remove(account, first!.id)
        assert.deepStrictEqual((yield* events(account)).slice(1), [
          ["WebhookConfigured", {}],
          ["WebhookConfigured", { endpointId: id }],
          ["WebhookDisabled", { why: "switched_off" }],
          ["WebhookRemoved", {}]
        ])
        assert.deepStrictEqual(
          (yield* all(account)).map((one) => one.id),
          [id]
        )
        assert.lengthOf(yield* all(other.account), 1)
      }).pipe(Effect.provide(node))
    }).pipe(Effect.scoped)
  )
})

import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import {
  deliver,
  events,
  isSignedWith,
  log,
  newest,
  pass,
  put,
  secretOf,
  status,
  told,
  world
} from "./webhookWorld.ts"

describe("A webhook", () => {
  it.effect("that says 410 is sent nothing more, until it is set again", () =>
    world(
      Effect.gen(function* () {
        const { configure, find, resend, test } = yield* Webhooks.Webhooks
        const { account, to } = yield* told
        to.answers(status(410))
        yield* put(account)
        yield* deliver
        const { disabledWhy, disabledAt } = yield* find(account)
        assert.strictEqual(disabledWhy, "gone")
        assert.isNotNull(disabledAt)
        const { id: endpointId } = yield* find(account)
        assert.deepStrictEqual((yield* events(account)).at(-1), [
          "WebhookDisabled",
          { why: "gone", endpointId }
        ])
        const { id, status: is, responseStatus } = yield* newest(account)
        assert.deepStrictEqual([is, responseStatus], ["failed", 410])
        assert.strictEqual((yield* Effect.flip(test(account)))._tag, "WebhookIsDisabled")
        assert.strictEqual((yield* Effect.flip(resend(account, id)))._tag, "WebhookIsDisabled")
        yield* pass("10 days")
        assert.strictEqual(yield* deliver, 0)

        to.answers(status(204))
        assert.isNull((yield* configure(account, to.url)).disabledAt)
        assert.strictEqual((yield* resend(account, id)).status, "pending")
        assert.strictEqual(yield* deliver, 1)
        assert.strictEqual((yield* newest(account)).status, "delivered")
        assert.strictEqual(to.heard.length, 2)
      })
    )
  )

  it.effect("that takes nothing for 5 days is disabled, with all that waits for it", () =>
    world(
      Effect.gen(function* () {
        const { find } = yield* Webhooks.Webhooks
        const { account, to } = yield* told
        to.answers(status(503))
        for (let hour = 0; (yield* find(account)).disabledAt === null; hour += 2) {
          assert.isBelow(hour, 5 * 24 + 12)
          if (hour % 12 === 0) yield* put(account)
          yield* deliver
          yield* pass("2 hours")
        }
        const { disabledWhy, disabledAt, failingSince } = yield* find(account)
        assert.strictEqual(disabledWhy, "failing")
        const days = (disabledAt!.getTime() - failingSince!.getTime()) / 86_400_000
        assert.isTrue(days >= 5 && days < 5.5, String(days))
        assert.deepStrictEqual(
          new Set((yield* log(account)).map((row) => row.status)),
          new Set(["failed"])
        )
      })
    )
  )

  it.effect("that takes one thing in 5 days is not", () =>
    world(
      Effect.gen(function* () {
        const { find } = yield* Webhooks.Webhooks
        const { account, to } = yield* told
        for (let day = 0; day < 12; day++) {
          to.answers(status(day % 4 === 0 ? 204 : 500))
          yield* put(account)
          for (let tries = 0; tries < 4; tries++) {
            yield* deliver
            yield* pass("6 hours")
          }
        }
        assert.isNull((yield* find(account)).disabledAt)
      })
    )
  )

  it.effect(
    "is signed with the secret before for 24 h after a rotation, and with no older one",
    () =>
      world(
        Effect.gen(function* () {
          const { rotate } = yield* Webhooks.Webhooks
          const { account, to, secret: oldest } = yield* told
          const { secret: old } = yield* rotate(account)
          yield* pass("23 hours")
          const { secret: now } = yield* rotate(account)
          assert.strictEqual(yield* secretOf(account), now)
          const by = () =>
            [oldest, old, now].map((secret) => isSignedWith(secret, to.heard.at(-1)!))
          yield* put(account)
          yield* deliver
          assert.deepStrictEqual(by(), [false, true, true])
          yield* pass(Duration.subtract(Duration.hours(24), Duration.millis(1)))
          yield* put(account)
          yield* deliver
          assert.deepStrictEqual(by(), [false, true, true])
          yield* pass(1)
          yield* put(account)
          yield* deliver
          assert.deepStrictEqual(by(), [false, false, true])
          assert.deepStrictEqual(
            (yield* events(account)).map(([type]) => type),
            ["AccountOpened", "WebhookConfigured", "WebhookSecretRotated", "WebhookSecretRotated"]
          )
        })
      )
  )

  it.effect("that is removed gets nothing more, and nobody is told of its URL or secret", () =>
    world(
      Effect.gen(function* () {
        const { remove, find } = yield* Webhooks.Webhooks
        const { account, to, secret } = yield* told
        yield* put(account)
        yield* remove(account)
        assert.strictEqual(yield* deliver, 0)
        assert.strictEqual((yield* Effect.flip(find(account)))._tag, "NoWebhook")
        assert.isUndefined(yield* secretOf(account))
        const { status: is, failure } = yield* newest(account)
        assert.deepStrictEqual([is, failure], ["failed", "the webhook was removed"])
        const said = JSON.stringify(yield* events(account))
        assert.notInclude(said, to.url)
        assert.notInclude(said, secret)
      })
    )
  )
})

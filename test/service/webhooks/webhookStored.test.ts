import { Webhooks } from "@rcpt/service/webhooks/Webhooks"
import { Effect } from "effect"

import { refuseTwice } from "../../support/refuseTwice.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { deliver, newest, put, status, told, world } from "./webhookWorld.ts"

describe("What came of a webhook", () => {
  it.effect("is stored again when the database is away for a moment", () =>
    world(
      Effect.gen(function* () {
        const { account, to } = yield* told
        yield* put(account)
        yield* refuseTwice("webhook_delivery", "new.status = 'delivered'")
        assert.strictEqual(yield* deliver, 1)
        assert.strictEqual(to.heard.length, 1)
        assert.deepInclude(yield* newest(account), { status: "delivered", attempts: 1 })
      })
    )
  )

  it.effect("is stored again when the event of a dead one finds it away", () =>
    world(
      Effect.gen(function* () {
        const { find } = yield* Webhooks
        const { account, to } = yield* told
        to.answers(status(410))
        yield* put(account)
        yield* refuseTwice("es.event", "new.type = 'WebhookDisabled'")
        assert.strictEqual(yield* deliver, 1)
        assert.strictEqual(to.heard.length, 1)
        assert.deepInclude(yield* find(account), { disabledWhy: "gone" })
      })
    )
  )
})

import * as deliveryRows from "@rcpt/service/webhooks/deliveryRows"
import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { deliver, endpointOf, log, pass, put, status, told, world } from "./webhookWorld.ts"

const job = "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c01"

describe("An endpoint", () => {
  it.effect(
    "that was removed leaves its log to the first one, which can be sent what it missed",
    () =>
      world(
        Effect.gen(function* () {
          const { list, remove, resend } = yield* Webhooks.Webhooks
          const { account, to } = yield* told
          const other = yield* endpointOf(account, ["job.failed"])
          other.to.answers(status(500))
          const both = yield* deliveryRows.put({
            account,
            type: "job.failed",
            at: new Date(0),
            data: {}
          })
          const missed = both.find(({ endpoint }) => endpoint === other.id)
          yield* deliver
          yield* remove(account, other.id)
          assert.lengthOf(both, 2)
          assert.lengthOf(yield* list(account, { limit: 9 }, other.id), 0)
          const [left] = yield* log(account)
          assert.deepInclude(left, { id: missed!.id, endpoint: null, status: "failed" })
          assert.strictEqual((yield* resend(account, missed!.id)).status, "pending")
          yield* deliver
          assert.strictEqual(to.heard.at(-1)!.headers["webhook-id"], missed!.id)
        })
      )
  )

  it.effect("is sent what failed in a time, in order, up to a limit, and nothing else", () =>
    world(
      Effect.gen(function* () {
        const { change, find, resendRange } = yield* Webhooks.Webhooks
        const { account, to } = yield* told
        const { id } = yield* find(account)
        const ids: Array<string> = []
        to.answers(status(410))
        const fails = Effect.gen(function* () {
          yield* change(account, id, { isLive: true })
          ids.push((yield* put(account, job)).id)
          yield* deliver
          yield* pass("1 hour")
        })
        for (let n = 0; n < 4; n++) yield* fails
        to.answers(status(204))
        yield* change(account, id, { isLive: true })
        const { createdAt } = (yield* log(account)).find((row) => row.id === ids[1])!
        const { createdAt: end } = (yield* log(account)).find((row) => row.id === ids[3])!
        const before = to.heard.length
        assert.deepStrictEqual(yield* resendRange(account, id, { since: createdAt, until: end }), {
          resent: 2,
          left: 0
        })
        yield* deliver
        const heard = to.heard.slice(before).map(({ headers }) => headers["webhook-id"])
        assert.deepStrictEqual(heard, [ids[1], ids[2]])
        assert.deepStrictEqual(yield* resendRange(account, id, { since: createdAt, until: end }), {
          resent: 0,
          left: 0
        })
      })
    )
  )
})

import { leases } from "@rcpt/service/platform/leasedRows"
import { make, removeOld, round } from "@rcpt/service/webhooks/dispatch"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import {
  begin,
  deliver,
  log,
  newest,
  pass,
  put,
  startNode,
  status,
  told,
  until,
  verified,
  world
} from "./webhookWorld.ts"

const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1_000)

describe("A delivery", () => {
  it.effect("is taken once, signed, with its id, and is told of in the log", () =>
    world(
      Effect.gen(function* () {
        const { account, to, secret } = yield* told
        const { id } = yield* put(account, "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d")
        assert.strictEqual(yield* deliver, 1)
        const [heard] = to.heard
        assert.deepStrictEqual(verified(secret, heard!), {
          type: "job.completed",
          timestamp: "1970-01-01T00:00:00.000Z",
          data: { job: "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d" }
        })
        assert.strictEqual(heard!.headers["webhook-id"], id)
        const { status: is, attempts, responseStatus, failure } = yield* newest(account)
        assert.deepStrictEqual([is, attempts, responseStatus, failure], ["delivered", 1, 204, null])
        yield* pass("10 days")
        assert.strictEqual(yield* deliver, 0)
      })
    )
  )

  it.effect(
    "that fails is tried again when it is time and no sooner, the same bytes each time",
    () =>
      world(
        Effect.gen(function* () {
          const { account, to } = yield* told
          yield* put(account)
          to.answers(status(500))
          assert.strictEqual(yield* deliver, 1)
          for (const wait of waits) {
            const { status: is, responseStatus } = yield* newest(account)
            assert.deepStrictEqual([is, responseStatus], ["pending", 500])
            yield* pass(wait - 1)
            assert.strictEqual(yield* deliver, 0)
            yield* pass(1)
            assert.strictEqual(yield* deliver, 1)
          }
          yield* pass("10 days")
          assert.strictEqual(yield* deliver, 0)
          const { status: is, attempts } = yield* newest(account)
          assert.deepStrictEqual([is, attempts], ["failed", 8])
          assert.strictEqual(new Set(to.heard.map(({ body }) => body)).size, 1)
          assert.strictEqual(new Set(to.heard.map(({ headers }) => headers["webhook-id"])).size, 1)
          const times = to.heard.map(({ headers }) => Number(headers["webhook-timestamp"]))
          assert.deepStrictEqual(
            times.slice(1).map((time, n) => time - times[n]!),
            waits.map((wait) => wait / 1_000)
          )
        })
      )
  )

  for (const [what, answer] of [
    ["redirects to loopback", status(307, { location: "http://127.0.0.1:1/" })],
    ["says 404", status(404)],
    ["says 304", status(304)]
  ] as const)
    it.effect(`is not taken by who ${what}`, () =>
      world(
        Effect.gen(function* () {
          const { account, to } = yield* told
          yield* put(account)
          to.answers(answer)
          assert.strictEqual(yield* deliver, 1)
          const { status: is, attempts } = yield* newest(account)
          assert.deepStrictEqual([is, attempts], ["pending", 1])
        })
      )
    )

  it.effect("to who is slow holds up no other account, and is given up after 15 s", () =>
    world(
      Effect.gen(function* () {
        const slow = yield* told
        const quick = yield* told
        slow.to.answers(() => {})
        for (let n = 0; n < 20; n++) yield* put(slow.account)
        yield* put(quick.account)
        const first = yield* Effect.forkChild(round)
        yield* until(() => slow.to.heard.length === 4 && quick.to.heard.length === 1)
        // Four at once are enough for one receiver.
        assert.strictEqual(yield* round, 0)
        yield* pass("15 seconds")
        assert.strictEqual(yield* Fiber.join(first), 5)
        const failures = (yield* log(slow.account)).flatMap(({ failure }) => failure ?? [])
        assert.deepStrictEqual(failures, Array(4).fill("no answer within 15 s"))
        assert.strictEqual((yield* newest(quick.account)).status, "delivered")
      })
    )
  )

  it.effect("of a job waits until the one before it is over, and others do not", () =>
    world(
      Effect.gen(function* () {
        const { account, to } = yield* told
        const [one, other] = [
          "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d",
          "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0e"
        ]
        const ids = [yield* put(account, one), yield* put(account, one), yield* put(account, other)]
        to.answers((response) => status(to.heard.length === 1 ? 500 : 204)(response, {} as never))
        yield* deliver
        const heard = () => to.heard.map(({ headers }) => headers["webhook-id"])
        const [first, second, third] = ids.map(({ id }) => id)
        assert.sameMembers(heard(), [first, third])
        yield* pass("5 seconds")
        yield* deliver
        const last = heard().filter((id) => id !== third)
        assert.deepStrictEqual(last.at(-1), second)
        assert.isTrue(last.indexOf(second) > last.lastIndexOf(first))
      })
    )
  )

  it.effect("goes out once from two nodes that look for it at once", () =>
    Effect.gen(function* () {
      const url = yield* begin
      const [one, other] = [yield* startNode(url), yield* startNode(url)]
      const { account, to } = yield* Effect.provide(told, one)
      yield* Effect.forEach(Array.from({ length: 30 }), () => put(account)).pipe(
        Effect.provide(one)
      )
      const rounds = [Effect.provide(deliver, one), Effect.provide(deliver, other)]
      yield* Effect.all([...rounds, ...rounds], { concurrency: "unbounded" })
      yield* Effect.provide(deliver, one)
      assert.strictEqual(new Set(to.heard.map(({ headers }) => headers["webhook-id"])).size, 30)
      assert.strictEqual(to.heard.length, 30)
    }).pipe(Effect.scoped)
  )

  it.effect("goes out from another node when the lease of one that died with it is over", () =>
    Effect.gen(function* () {
      const url = yield* begin
      const [one, other] = [yield* startNode(url), yield* startNode(url)]
      const { account, to } = yield* Effect.provide(told, one)
      yield* Effect.provide(put(account), one)
      const { claim, deliver: finish } = yield* Effect.provide(make, one)
      const [claimed] = yield* claim(1)
      yield* Effect.provide(
        pass(Duration.subtract(leases.webhook_delivery.lasts, Duration.millis(1))),
        other
      )
      assert.strictEqual(yield* Effect.provide(round, other), 0)
      yield* Effect.provide(pass(1), other)
      to.answers(status(500))
      assert.strictEqual(yield* Effect.provide(round, other), 1)
      // It was only frozen. What comes of its attempt now does not count.
      to.answers(status(204))
      yield* finish(claimed!)
      const { status: is, attempts } = yield* Effect.provide(newest(account), other)
      assert.deepStrictEqual([is, attempts, to.heard.length], ["pending", 1, 2])
    }).pipe(Effect.scoped)
  )

  it.effect("goes out from another node once the one that had it has ended", () =>
    Effect.gen(function* () {
      const url = yield* begin
      const one = yield* startNode(url, { holder: "one" })
      const other = yield* startNode(url, { holder: "other" })
      const { account, to } = yield* Effect.provide(told, one)
      yield* Effect.provide(put(account), one)
      const { claim } = yield* Effect.provide(make, one)
      assert.lengthOf(yield* claim(1), 1)
      assert.strictEqual(yield* Effect.provide(round, other), 0)
      yield* SqlClient.SqlClient.use(
        (sql) => sql`insert into node_lease values ('one', now(), true), ('other', now(), false)`
      ).pipe(Effect.provide(other))
      assert.strictEqual(yield* Effect.provide(round, other), 1)
      assert.lengthOf(to.heard, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is handed back by a node that stops in the middle of it", () =>
    world(
      Effect.gen(function* () {
        const { account, to } = yield* told
        yield* put(account)
        to.answers(() => {})
        const stopped = yield* Effect.forkChild(round)
        yield* until(() => to.heard.length === 1)
        assert.strictEqual(yield* round, 0)
        yield* Fiber.interrupt(stopped)
        to.answers(status(204))
        assert.strictEqual(yield* round, 1)
        assert.strictEqual((yield* newest(account)).attempts, 1)
      })
    )
  )

  it.effect("goes from the log when jobs do", () =>
    world(
      Effect.gen(function* () {
        const { account } = yield* told
        yield* put(account)
        yield* deliver
        assert.strictEqual(yield* removeOld(Duration.days(30)), 0)
        yield* pass("31 days")
        assert.strictEqual(yield* removeOld(Duration.days(30)), 1)
        assert.deepStrictEqual(yield* log(account), [])
      })
    )
  )
})

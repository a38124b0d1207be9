import { Context, Effect, Fiber, Layer } from "effect"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import * as tcpProxy from "../../../support/tcpProxy.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { books, creditsOf, endLeases, get, inDatabase, isReplay, post } from "./keyed.ts"

const emails = ["ann@acme.test", "bob@acme.test", "ann@refused.test", "no address"]

interface Kind {
  readonly says: string
  readonly ask: (running: Running, key: string) => ReturnType<typeof get>
  /** Each of them is a charge of 1. */
  readonly costs: number
}

const kinds: ReadonlyArray<Kind> = [
  { says: "GET /verify", ask: (running, key) => get(running, key), costs: 1 },
  {
    says: "POST /verify/batch",
    ask: (running, key) => post(running, { emails }, key),
    costs: 3
  }
]

/** A deep check that takes as long, and costs 1. */
const slow = (millis: number) =>
  `/api/v1/verify?email=ann@mute.faults.test&mode=deep&timeout=${millis}`

const untilCredits = (running: Running, isSo: (credits: number) => boolean) =>
  Effect.gen(function* () {
    while (!isSo(yield* creditsOf(running))) yield* Effect.sleep("20 millis")
  })

class Nodes extends Context.Service<Nodes, { readonly one: Running; readonly two: Running }>()(
  "test/service/idempotencyRaces/Nodes"
) {}

/** Two processes on one database. */
const nodes = Layer.effect(
  Nodes,
  Effect.gen(function* () {
    const env = { RCPT_RATE_LIMIT: "off" }
    const one = yield* service.start({ lab: true, credits: 100, env, isNode: true })
    const { databaseUrl, apiKey } = one
    const shared = { databaseUrl: databaseUrl!, apiKey, env, isNode: true }
    return { one, two: yield* service.start({ lab: true, ...shared }) }
  })
)

layer(nodes, service.live)("On two nodes a request with an Idempotency-Key", (it) => {
  for (const { says, ask, costs } of kinds)
    it.effect(
      `that is sent 50 times at once is worked at once and charged once: ${says}`,
      function* () {
        const { one, two } = yield* Nodes
        const key = says.replaceAll(/\W/g, "")
        const credits = yield* creditsOf(one)
        const before = yield* inDatabase(one)(books)
        const sent = Array.from({ length: 50 }, (_, n) => ask(n % 2 === 0 ? one : two, key))
        const answers = yield* Effect.all(sent, { concurrency: "unbounded" })
        const told = answers.filter(({ status }) => status === 200)
        const waiting = answers.filter(({ status }) => status === 409)
        assert.strictEqual(told.length + waiting.length, 50)
        assert.strictEqual(told.filter((answer) => !isReplay(answer)).length, 1)
        assert.deepStrictEqual(new Set(told.map(({ text }) => text)), new Set([told[0]!.text]))
        assert.strictEqual(credits - (yield* creditsOf(one)), costs)
        const { charges, open, replies, broken } = yield* inDatabase(one)(books)
        assert.deepStrictEqual([charges - before.charges, open, broken], [costs, 0, []])
        assert.include(replies, told[0]!.text)
        for (const running of [one, two]) {
          const again = yield* ask(running, key)
          assert.deepStrictEqual([again.text, isReplay(again)], [told[0]!.text, true])
        }
      }
    )

  it.effect("whose node was taken for dead and was not is answered and charged once", function* () {
    const { one, two } = yield* Nodes
    const credits = yield* creditsOf(one)
    const before = yield* inDatabase(one)(books)
    const first = yield* Effect.forkChild(get(one, "dead", slow(4_000)))
    yield* untilCredits(one, (now) => now < credits)
    assert.strictEqual((yield* get(two, "dead", slow(4_000))).status, 409)
    yield* inDatabase(one)(endLeases)
    const second = yield* Effect.forkChild(get(two, "dead", slow(4_000)))
    const answers = [yield* Fiber.join(first), yield* Fiber.join(second)]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    assert.strictEqual(answers.filter(isReplay).length, 1)
    assert.strictEqual(answers[0]!.text, answers[1]!.text)
    yield* untilCredits(one, (now) => now === credits - 1)
    const { charges, open, broken } = yield* inDatabase(one)(books)
    assert.deepStrictEqual([charges - before.charges, open, broken], [1, 0, []])
  })

  it.effect(
    "of which a caller has gone away was not charged, nor was any of a batch",
    function* () {
      const { one } = yield* Nodes
      const credits = yield* creditsOf(one)
      const before = yield* inDatabase(one)(books)
      const mute = Array.from({ length: 30 }, (_, n) => `ann${n}@mute.faults.test`)
      const body = { emails: ["no address", "nor this", ...mute], mode: "deep" }
      for (const key of ["left", undefined]) {
        const asked = yield* Effect.forkChild(post(one, body, key))
        // As many as can be held are under way; what was checked at once has given 4 back.
        yield* untilCredits(one, (now) => now < 5)
        yield* Fiber.interrupt(asked)
        yield* untilCredits(one, (now) => now === credits)
      }
      const { charges, open, broken } = yield* inDatabase(one)(books)
      assert.deepStrictEqual([charges - before.charges, open, broken], [0, 0, []])
    }
  )
})

/** A service whose wire to the database can be watched. */
const watched = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase()
  const url = new URL(databaseUrl)
  const wire = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
  url.port = String(wire.port)
  const running = yield* service.start({ lab: true, databaseUrl: url.href, credits: 100 })
  return { running, wire }
})

describe("A request with an Idempotency-Key", () => {
  for (const { says, ask, costs } of kinds)
    it.live(`is answered by what it was charged for, after a kill -9 in between: ${says}`, () =>
      Effect.gen(function* () {
        const { running, wire } = yield* watched
        const unheard = yield* Effect.forkChild(wire.keptUnheard, { startImmediately: true })
        const asked = yield* Effect.forkChild(Effect.exit(ask(running, "key")))
        yield* Fiber.join(unheard)
        yield* running.kill("SIGKILL")
        assert.strictEqual((yield* Fiber.join(asked))._tag, "Failure")
        const { charges, replies } = yield* inDatabase(running)(books)
        assert.deepStrictEqual([charges, replies.length], [costs, 1])

        const again = yield* running.restart
        for (const _ of [1, 2]) {
          const answer = yield* ask(again, "key")
          assert.deepStrictEqual([answer.status, isReplay(answer)], [200, true])
          assert.strictEqual(answer.text, replies[0])
        }
        assert.strictEqual(yield* creditsOf(again), 100 - costs)
        const kept = yield* inDatabase(running)(books)
        assert.deepStrictEqual(kept, { charges: costs, open: 0, replies, broken: [] })
      }).pipe(Effect.scoped)
    )

  it.live("that was charged and not answered stays charged, for its answer can still be had", () =>
    Effect.gen(function* () {
      const { running, wire } = yield* watched
      const unheard = yield* Effect.forkChild(wire.keptUnheard, { startImmediately: true })
      const asked = yield* Effect.forkChild(get(running, "key"))
      yield* Fiber.join(unheard)
      yield* wire.cut
      assert.strictEqual((yield* Fiber.join(asked)).status, 503)
      yield* wire.mend
      const again = yield* Effect.repeat(get(running, "key"), {
        until: ({ status }) => status !== 503
      })
      assert.deepStrictEqual([again.status, isReplay(again)], [200, true])
      // What was to be given back is tried once a second.
      yield* Effect.sleep("2 seconds")
      assert.strictEqual(yield* creditsOf(running), 99)
      assert.deepStrictEqual((yield* inDatabase(running)(books)).broken, [])
    }).pipe(Effect.scoped)
  )

  it.live(
    "whose process died before the charge is in flight for a minute, and then tried anew",
    () =>
      Effect.gen(function* () {
        const running = yield* service.start({ lab: true, credits: 100 })
        const path = slow(5_000)
        const asked = yield* Effect.forkChild(Effect.exit(get(running, "key", path)))
        yield* untilCredits(running, (now) => now < 100)
        yield* running.kill("SIGKILL")
        yield* Fiber.join(asked)
        const again = yield* running.restart
        assert.strictEqual((yield* get(again, "key", path)).status, 409)
        yield* inDatabase(running)(endLeases)
        assert.strictEqual((yield* get(again, "key")).status, 422)
        const anew = yield* Effect.forkChild(get(again, "key", path))
        // The dead one's hold is there until it expires, and this is a second one.
        yield* untilCredits(again, (now) => now === 90)
        assert.strictEqual((yield* get(again, "key", path)).status, 409)
        yield* Fiber.interrupt(anew)
      }).pipe(Effect.scoped)
  )
})

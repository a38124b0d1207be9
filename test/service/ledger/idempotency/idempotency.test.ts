import * as claims from "@rcpt/service/ledger/idempotency/claims"
import { Effect, Fiber } from "effect"

import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { aDayPasses, books, creditsOf, fast, get, inDatabase, isReplay, post } from "./keyed.ts"

const reused = "this Idempotency-Key was used for a different request"
const inFlight = "a request with this Idempotency-Key is still in progress"
const limits = "Idempotency-Key must be 1 to 255 visible ASCII characters"

/** Says nothing for as long as anybody listens: a deep check of it takes its whole timeout. */
const slow = (millis: number) =>
  `/api/v1/verify?email=ann@mute.faults.test&mode=deep&timeout=${millis}`

layer(service.layer({ lab: true }), service.live)("A request with an Idempotency-Key", (it) => {
  for (const path of [fast, `${fast}&mode=deep`, "/api/v1/verify?email=ann@refused.test"])
    it.effect(`that is repeated is answered by the same bytes, for nothing: ${path}`, function* () {
      const running = yield* service.Service
      const key = `again ${path}`.replaceAll(/\W/g, "")
      const first = yield* get(running, key, path)
      const before = yield* creditsOf(running)
      const second = yield* get(running, key, path)
      assert.deepStrictEqual([first.status, isReplay(first)], [200, false])
      assert.deepStrictEqual([second.status, isReplay(second)], [200, true])
      assert.strictEqual(second.text, first.text)
      assert.strictEqual(second.headers.get("content-type"), first.headers.get("content-type"))
      assert.notStrictEqual(second.headers.get("x-request-id"), first.headers.get("x-request-id"))
      assert.strictEqual(yield* creditsOf(running), before)
    })

  const batches = {
    "of several": ["ann@acme.test", "bob@acme.test", "ann@refused.test"],
    "that costs nothing": [" ", "ann@refused.test"]
  }
  for (const [says, emails] of Object.entries(batches))
    it.effect(`as a batch ${says} is repeated as one`, function* () {
      const running = yield* service.Service
      const first = yield* post(running, { emails }, says.replaceAll(" ", "-"))
      const before = yield* creditsOf(running)
      const second = yield* post(running, { emails }, says.replaceAll(" ", "-"))
      assert.deepStrictEqual([first.status, isReplay(first)], [200, false])
      assert.deepStrictEqual([second.text, isReplay(second)], [first.text, true])
      assert.strictEqual(yield* creditsOf(running), before)
    })

  const alike: ReadonlyArray<readonly [says: string, ...paths: ReadonlyArray<string>]> = [
    [
      "escaped",
      fast,
      "/api/v1/verify?email=ann%40acme.test",
      "/api/v1/verify?em%61il=ann@acme%2Etest"
    ],
    ["with its default said", fast, `${fast}&mode=fast`, `${fast}&timeout=60000&explain=false`],
    ["in another order", `${fast}&mode=deep`, "/api/v1/verify?mode=deep&email=ann@acme.test"],
    ["with a parameter that nobody knows", fast, `${fast}&utm_source=x`]
  ]
  for (const [says, ...paths] of alike)
    it.effect(`is the same ${says}`, function* () {
      const running = yield* service.Service
      const key = `alike ${says}`.replaceAll(" ", "-")
      const answers = yield* Effect.forEach(paths, (path) => get(running, key, path))
      assert.deepStrictEqual(answers.map(isReplay), [false, ...paths.slice(1).map(() => true)])
      assert.deepStrictEqual(new Set(answers.map(({ text }) => text)).size, 1)
    })

  it.effect(
    "is the same with the fields of its body in another order, and not with its addresses",
    function* () {
      const running = yield* service.Service
      const emails = ["ann@acme.test", "bob@acme.test"]
      const key = "fields"
      assert.isFalse(isReplay(yield* post(running, { emails, mode: "fast" }, key)))
      assert.isTrue(isReplay(yield* post(running, { mode: "fast", emails }, key)))
      assert.isTrue(isReplay(yield* post(running, { emails }, key)))
      const { status } = yield* post(running, { emails: emails.toReversed() }, key)
      assert.strictEqual(status, 422)
    }
  )

  it.effect("is refused with the key of another query, path or body", function* () {
    const running = yield* service.Service
    yield* get(running, "mine")
    yield* post(running, { emails: ["ann@acme.test"] }, "ours")
    const before = yield* creditsOf(running)
    const others = [
      yield* get(running, "mine", "/api/v1/verify?email=bob@acme.test"),
      yield* get(running, "mine", `${fast}&mode=deep`),
      yield* post(running, { emails: ["ann@acme.test"] }, "mine"),
      yield* post(running, { emails: ["bob@acme.test"] }, "ours")
    ]
    for (const { status, json } of others)
      assert.deepStrictEqual([status, json], [422, { error: reused }])
    assert.strictEqual(yield* creditsOf(running), before)
    assert.isTrue(isReplay(yield* get(running, "mine")))
  })

  const keys = ["", "a".repeat(256), "two words", "cl\u00e9", "tab\tbed"]
  for (const key of keys)
    it.effect(`is refused when the key is ${JSON.stringify(key.slice(0, 20))}`, function* () {
      const running = yield* service.Service
      for (const answer of [
        yield* get(running, key),
        yield* running.get("/api/v1/verify/batch", {
          method: "POST",
          headers: { "idempotency-key": key },
          body: '{"emails":["ann@acme.test"]}'
        })
      ])
        assert.deepStrictEqual([answer.status, answer.json], [400, { error: limits }])
    })

  it.effect("may have a key of 255 characters", function* () {
    const running = yield* service.Service
    const key = `!~${"k".repeat(253)}`
    assert.strictEqual((yield* get(running, key)).status, 200)
    assert.isTrue(isReplay(yield* get(running, key)))
  })

  it.effect("shares its key with nobody else's account", function* () {
    const running = yield* service.Service
    yield* get(running, "theirs")
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const other = yield* running.get(fast, { apiKey, headers: { "idempotency-key": "theirs" } })
    // It has no credits, and is told so: neither a replay nor a key that was used before.
    assert.deepStrictEqual([other.status, isReplay(other)], [402, false])
  })

  it.effect(
    "is told to wait while the first one is under way, and then gets its answer",
    function* () {
      const running = yield* service.Service
      const before = yield* creditsOf(running)
      const first = yield* Effect.forkChild(get(running, "slow", slow(2_000)))
      while ((yield* creditsOf(running)) === before) yield* Effect.sleep("20 millis")
      const second = yield* get(running, "slow", slow(2_000))
      assert.deepStrictEqual([second.status, second.json], [409, { error: inFlight }])
      assert.strictEqual(second.headers.get("retry-after"), "1")
      const other = yield* get(running, "slow", slow(2_001))
      assert.strictEqual(other.status, 422)
      const { text } = yield* Fiber.join(first)
      const third = yield* get(running, "slow", slow(2_000))
      assert.deepStrictEqual([third.text, isReplay(third)], [text, true])
    }
  )

  it.effect(
    "that nobody waits for any more may be sent again at once, and is charged once",
    function* () {
      const running = yield* service.Service
      const before = yield* creditsOf(running)
      const path = slow(1_500)
      const gone = yield* Effect.forkChild(get(running, "gone", path))
      while ((yield* creditsOf(running)) === before) yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(gone)
      while ((yield* creditsOf(running)) !== before) yield* Effect.sleep("20 millis")
      const again = yield* get(running, "gone", path)
      assert.deepStrictEqual([again.status, isReplay(again)], [200, false])
      assert.strictEqual(before - (yield* creditsOf(running)), 1)
    }
  )

  it.effect("is forgotten after a day, with its answer", function* () {
    const running = yield* service.Service
    yield* get(running, "old")
    const before = yield* creditsOf(running)
    yield* inDatabase(running)(aDayPasses)
    const late = yield* get(running, "old", "/api/v1/verify?email=bob@acme.test")
    assert.deepStrictEqual([late.status, isReplay(late)], [200, false])
    assert.strictEqual(before - (yield* creditsOf(running)), 1)
    yield* inDatabase(running)(aDayPasses)
    yield* inDatabase(running)(Effect.repeat(claims.sweep, { until: (swept) => swept === 0 }))
    assert.deepStrictEqual((yield* inDatabase(running)(books)).replies, [])
  })
})

describe("A request with an Idempotency-Key that was refused", () => {
  it.live("leaves the key free, for the same request and for another", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, credits: 4 })
      const deep = `${fast}&mode=deep`
      for (const _ of [1, 2]) assert.strictEqual((yield* get(running, "short", deep)).status, 402)
      const free = yield* get(running, "short")
      assert.deepStrictEqual([free.status, isReplay(free)], [200, false])
      assert.strictEqual((yield* get(running, "short", deep)).status, 422)
    }).pipe(Effect.scoped)
  )
})

import { assert, describe, it, layer } from "@effect/vitest"
import { generate } from "@rcpt/service/accounts/apiKey"
import * as Guesses from "@rcpt/service/limits/Guesses"
import { Effect } from "effect"

import * as service from "../support/service.ts"

const limit = { perSecond: 1, burst: 3 }

/** One after the other, all at the same time of the clock. */
const tries = (
  guesses: Guesses.Guesses,
  address: string,
  keys: ReadonlyArray<string>,
  verdict: Guesses.Verdict,
  now = 0
): ReadonlyArray<string> =>
  keys.map((key) => {
    const guess = guesses.begin(address, key, now)
    if ("retryAfterSeconds" in guess) return `wait ${guess.retryAfterSeconds}`
    guess.end(verdict)
    return verdict
  })

const keys = (count: number) => Array.from({ length: count }, () => generate())

describe("Wrong keys", () => {
  it("are tried so many times, and then at the pace of the limit", () => {
    const guesses = Guesses.make(limit)
    const answers = tries(guesses, "192.0.2.1", keys(5), "wrong")
    assert.deepStrictEqual(answers, ["wrong", "wrong", "wrong", "wait 1", "wait 1"])
    const later = tries(guesses, "192.0.2.1", keys(3), "wrong", 2_000)
    assert.deepStrictEqual(later, ["wrong", "wrong", "wait 1"])
  })

  it("count for the address they come from", () => {
    const guesses = Guesses.make(limit)
    tries(guesses, "192.0.2.1", keys(5), "wrong")
    assert.deepStrictEqual(tries(guesses, "192.0.2.2", keys(1), "wrong"), ["wrong"])
  })

  it("of which nobody knows count as well: who hangs up has tried", () => {
    const guesses = Guesses.make(limit)
    tries(guesses, "192.0.2.1", keys(3), "unknown")
    assert.deepStrictEqual(tries(guesses, "192.0.2.1", keys(1), "wrong"), ["wait 1"])
  })

  it("do not keep out who has been right here before", () => {
    const guesses = Guesses.make(limit)
    const right = generate()
    tries(guesses, "192.0.2.1", [right], "right")
    tries(guesses, "192.0.2.1", keys(5), "wrong")
    assert.deepStrictEqual(tries(guesses, "192.0.2.1", [right], "right"), ["right"])
  })

  it("that are junk leave a right one its look-up", () => {
    const guesses = Guesses.make(limit)
    const junk = ["a", "b", "c", "d"]
    assert.deepStrictEqual(tries(guesses, "192.0.2.1", junk, "wrong").at(-1), "wait 1")
    assert.deepStrictEqual(tries(guesses, "192.0.2.1", keys(1), "right"), ["right"])
  })

  it("were perhaps right once: a revoked key counts again", () => {
    const guesses = Guesses.make(limit)
    const revoked = generate()
    tries(guesses, "192.0.2.1", [revoked], "right")
    const answers = tries(
      guesses,
      "192.0.2.1",
      Array.from({ length: 5 }, () => revoked),
      "wrong"
    )
    assert.deepStrictEqual(answers, ["wrong", "wrong", "wrong", "wrong", "wait 1"])
  })

  it("are one try while they are one key, however many ask at once", () => {
    const guesses = Guesses.make(limit)
    const one = generate()
    const begun = Array.from({ length: 200 }, () => guesses.begin("192.0.2.1", one, 0))
    for (const guess of begun) if ("end" in guess) guess.end("right")
    assert.isTrue(begun.every((guess) => "end" in guess))
    const answers = tries(guesses, "192.0.2.1", keys(4), "wrong")
    assert.deepStrictEqual(answers, ["wrong", "wrong", "wrong", "wait 1"])
  })
})

const account = "/api/v1/account"

describe("An address that has sent many wrong keys", () => {
  layer(
    service.layer({ env: { RCPT_TRUSTED_PROXIES: "127.0.0.0/8" } }),
    service.live
  )((it) => {
    const get = (apiKey: string | null | undefined, address: string) =>
      service.Service.use((running) =>
        running.get(account, {
          headers: { "x-forwarded-for": address },
          ...(apiKey !== undefined && { apiKey })
        })
      )
    const sendMany = (address: string, wrong: () => string) =>
      Effect.forEach(
        Array.from({ length: Guesses.wrongKeysLimit.burst + 60 }, wrong),
        (key) => get(key, address),
        { concurrency: 20 }
      )

    it.effect("is told to wait, whoever else asks is not, and the right key still opens", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get(undefined, "192.0.2.1")).status, 200)
        const answers = yield* sendMany("192.0.2.1", generate)
        const refused = answers.filter(({ status }) => status === 429)
        assert.isTrue(answers.every(({ status }) => status === 401 || status === 429))
        assert.isAbove(refused.length, 0)
        for (const { json, headers } of refused) {
          assert.deepStrictEqual(json, { error: "rate limit exceeded" })
          assert.strictEqual(headers.get("retry-after"), "1")
          assert.isNull(headers.get("x-ratelimit-limit"))
        }
        assert.strictEqual((yield* get(undefined, "192.0.2.1")).status, 200)
        assert.strictEqual((yield* get(null, "192.0.2.1")).status, 401)
        assert.strictEqual((yield* get(generate(), "192.0.2.2")).status, 401)
      })
    )

    it.effect("is told so for junk, too", () =>
      Effect.gen(function* () {
        const answers = yield* sendMany("192.0.2.3", () => "letmein")
        assert.isTrue(answers.some(({ status }) => status === 429))
      })
    )
  })
})

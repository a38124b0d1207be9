import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import * as KeyGuessLimiter from "@rcpt/service/limits/KeyGuessLimiter"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"

const limit = { perSecond: 1, burst: 3, keysMax: 100 }

/** Sends the keys one after the other, all at the same time of the clock. */
const guess = (
  limiter: KeyGuessLimiter.KeyGuessLimiter,
  address: string,
  keys: ReadonlyArray<string>,
  verdict: KeyGuessLimiter.Verdict,
  now = 0
): ReadonlyArray<string> =>
  keys.map((key) => {
    const begun = limiter.begin(address, key, now)
    if ("retryAfterSeconds" in begun) return `wait ${begun.retryAfterSeconds}`
    begun.end(verdict)
    return verdict
  })

const keys = (count: number) => Array.from({ length: count }, () => generate())

describe("The limiter of key guesses", () => {
  it("admits a burst of wrong keys, and then as many as the rate allows", () => {
    const limiter = KeyGuessLimiter.make(limit)
    const answers = guess(limiter, "192.0.2.1", keys(5), "wrong")
    assert.deepStrictEqual(answers, ["wrong", "wrong", "wrong", "wait 1", "wait 1"])
    const later = guess(limiter, "192.0.2.1", keys(3), "wrong", 2_000)
    assert.deepStrictEqual(later, ["wrong", "wrong", "wait 1"])
  })

  it("counts wrong keys per client address", () => {
    const limiter = KeyGuessLimiter.make(limit)
    guess(limiter, "192.0.2.1", keys(5), "wrong")
    assert.deepStrictEqual(guess(limiter, "192.0.2.2", keys(1), "wrong"), ["wrong"])
  })

  it("counts a guess without a verdict, such as that of a client that disconnects", () => {
    const limiter = KeyGuessLimiter.make(limit)
    guess(limiter, "192.0.2.1", keys(3), "unknown")
    assert.deepStrictEqual(guess(limiter, "192.0.2.1", keys(1), "wrong"), ["wait 1"])
  })

  it("admits a key that was right before, whatever else its address sends", () => {
    const limiter = KeyGuessLimiter.make(limit)
    const right = generate()
    guess(limiter, "192.0.2.1", [right], "right")
    guess(limiter, "192.0.2.1", keys(5), "wrong")
    assert.deepStrictEqual(guess(limiter, "192.0.2.1", [right], "right"), ["right"])
  })

  it("counts malformed keys apart, so that a right key still gets its look-up", () => {
    const limiter = KeyGuessLimiter.make(limit)
    const malformed = ["a", "b", "c", "d"]
    assert.deepStrictEqual(guess(limiter, "192.0.2.1", malformed, "wrong").at(-1), "wait 1")
    assert.deepStrictEqual(guess(limiter, "192.0.2.1", keys(1), "right"), ["right"])
  })

  it("counts a key that was right once, when it is revoked", () => {
    const limiter = KeyGuessLimiter.make(limit)
    const revoked = generate()
    guess(limiter, "192.0.2.1", [revoked], "right")
    const answers = guess(
      limiter,
      "192.0.2.1",
      Array.from({ length: 5 }, () => revoked),
      "wrong"
    )
    assert.deepStrictEqual(answers, ["wrong", "wrong", "wrong", "wrong", "wait 1"])
  })

  it("counts concurrent requests with one key as one guess", () => {
    const limiter = KeyGuessLimiter.make(limit)
    const one = generate()
    const begun = Array.from({ length: 200 }, () => limiter.begin("192.0.2.1", one, 0))
    for (const guess of begun) if ("end" in guess) guess.end("right")
    assert.isTrue(begun.every((guess) => "end" in guess))
    const answers = guess(limiter, "192.0.2.1", keys(4), "wrong")
    assert.deepStrictEqual(answers, ["wrong", "wrong", "wrong", "wait 1"])
  })
})

const account = "/api/v1/account"

layer(service.layer({ env: { RCPT_TRUSTED_PROXIES: "127.0.0.0/8" } }), service.live)(
  "An address that has sent many wrong keys",
  (it) => {
    const get = (apiKey: string | null | undefined, address: string) =>
      service.Service.use((running) =>
        running.get(account, {
          headers: { "x-forwarded-for": address },
          ...(apiKey !== undefined && { apiKey })
        })
      )
    const sendMany = (address: string, wrong: () => string) =>
      Effect.forEach(
        Array.from({ length: keyedLimits.wrongKeys.burst + 60 }, wrong),
        (key) => get(key, address),
        { concurrency: 20 }
      )

    it.effect("gets 429 for wrong keys; other addresses and the right key do not", function* () {
      assert.strictEqual((yield* get(undefined, "192.0.2.1")).status, 200)
      const answers = yield* sendMany("192.0.2.1", generate)
      const refused = answers.filter(({ status }) => status === 429)
      assert.isTrue(answers.every(({ status }) => status === 401 || status === 429))
      assert.isAbove(refused.length, 0)
      for (const { json, headers } of refused) {
        assert.deepStrictEqual(json, { error: "rate limit exceeded" })
        assert.strictEqual(headers.get("retry-after"), "1")
        const { burst } = keyedLimits.wrongKeys
        assert.strictEqual(headers.get("x-ratelimit-limit"), String(burst))
        assert.strictEqual(headers.get("x-ratelimit-remaining"), "0")
        assert.match(headers.get("x-ratelimit-reset") ?? "", /^\d{10}$/)
      }
      assert.strictEqual((yield* get(undefined, "192.0.2.1")).status, 200)
      assert.strictEqual((yield* get(null, "192.0.2.1")).status, 401)
      assert.strictEqual((yield* get(generate(), "192.0.2.2")).status, 401)
    })

    it.effect("gets 429 for malformed keys too", function* () {
      const answers = yield* sendMany("192.0.2.3", () => "letmein")
      assert.isTrue(answers.some(({ status }) => status === 429))
    })
  }
)

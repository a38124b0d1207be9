import { Duration, Effect } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"

const account = "/api/v1/account"
const verify = "/api/v1/verify?email=ann@acme.test"
const exceeded = { error: "rate limit exceeded" }

const headerOf = (answer: service.Answer, name: string): number | undefined => {
  const value = answer.headers.get(name)
  assert.match(value ?? "0", /^\d+$/, name)
  return value === null ? undefined : Number(value)
}

const standingOf = (answer: service.Answer) => ({
  limit: headerOf(answer, "x-ratelimit-limit"),
  remaining: headerOf(answer, "x-ratelimit-remaining"),
  reset: headerOf(answer, "x-ratelimit-reset")
})

const nowSeconds = () => Date.now() / 1000

/** Sends `count` requests at once; also returns how many seconds they took. */
const atOnce = (get: service.Running["get"], path: string, count: number) =>
  Effect.map(
    Effect.timed(
      Effect.all(
        Array.from({ length: count }, () => get(path)),
        { concurrency: "unbounded" }
      )
    ),
    ([took, answers]) => ({ answers, seconds: Duration.toSeconds(took) })
  )

const statuses = (answers: ReadonlyArray<service.Answer>, status: number) =>
  answers.filter((answer) => answer.status === status)

/** One request per 3 s: a test reaches this limit even on a slow machine. */
const slow = { RCPT_RATE_LIMIT: "20/m,burst=6" }

describe("A rate limit", () => {
  layer(
    service.layer({ lab: true, credits: 100, env: slow }),
    service.live
  )((it) => {
    it.effect("is in the headers of each response to a valid key, and of no other", function* () {
      const { get } = yield* service.Service
      const first = standingOf(yield* get(account))
      assert.deepStrictEqual([first.limit, first.remaining], [6, 5])
      const later = first.reset! - nowSeconds()
      assert.isTrue(later > 0 && later < 4, `${later} s to one token`)

      const refused = yield* get("/api/v1/verify?email=")
      assert.strictEqual(refused.status, 400)
      const second = standingOf(refused)
      assert.strictEqual(second.limit, 6)
      assert.isTrue(second.remaining! >= 4 && second.remaining! <= 5)

      for (const [path, apiKey] of [
        [account, null],
        [account, "junk"],
        ["/healthz", null],
        ["/nowhere", undefined]
      ] as const)
        assert.deepStrictEqual(
          standingOf(yield* get(path, apiKey === undefined ? {} : { apiKey })),
          { limit: undefined, remaining: undefined, reset: undefined }
        )
    })

    it.effect(
      "refuses requests above it before they cost anything, and says when to retry",
      function* () {
        const { get } = yield* service.Service
        const { answers, seconds } = yield* atOnce(get, verify, 20)
        const passed = statuses(answers, 200)
        const refused = statuses(answers, 429)
        assert.strictEqual(passed.length + refused.length, 20)
        // The test above spent two.
        assert.isAtLeast(passed.length, 4)
        assert.isAtMost(passed.length, 6 + seconds / 3)
        for (const answer of refused) {
          assert.deepStrictEqual(answer.json, exceeded)
          assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
          assert.isNotEmpty(answer.headers.get("x-request-id"))
          const wait = headerOf(answer, "retry-after")!
          assert.isTrue(wait >= 1 && wait <= 3, `${wait} s`)
          const { limit, remaining, reset } = standingOf(answer)
          assert.deepStrictEqual([limit, remaining], [6, 0])
          assert.isAbove(reset!, nowSeconds() + 10)
        }
        yield* Effect.sleep(Duration.seconds(headerOf(refused[0]!, "retry-after")!))
        const again = yield* get(account)
        assert.strictEqual(again.status, 200)
        assert.strictEqual(Object(again.json).credits, 100 - passed.length)
      }
    )

    it.effect("is in the OpenAPI document, with its headers", function* () {
      const { get } = yield* service.Service
      const { paths } = Object((yield* get("/api/v1/openapi.json", { apiKey: null })).json)
      const { responses } = paths["/api/v1/verify"].get
      const standing = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]
      for (const status of ["200", "400", "402", "500"])
        assert.containsAllKeys(responses[status].headers, standing)
      assert.containsAllKeys(responses["429"].headers, [...standing, "retry-after"])
      assert.containsAllKeys(responses["503"].headers, [...standing, "retry-after"])
      assert.doesNotHaveAnyKeys(responses["401"].headers, standing)
    })
  })

  it.live("that is off refuses no request, and sends no headers", () =>
    Effect.gen(function* () {
      const { get } = yield* service.start({ env: { RCPT_RATE_LIMIT: "off" } })
      const { answers } = yield* atOnce(get, account, 250)
      assert.strictEqual(statuses(answers, 200).length, 250)
      assert.isUndefined(standingOf(answers[0]!).limit)
    }).pipe(Effect.scoped)
  )

  const sendBatch = (get: service.Running["get"], addresses: number) => {
    // Too long for addresses, so they cost neither credits nor time.
    const emails = Array.from({ length: addresses }, () => "a".repeat(255))
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ emails })
    return get("/api/v1/verify/batch", { method: "POST", headers, body })
  }

  it.live("counts a batch as one per ten addresses or part of ten", () =>
    Effect.gen(function* () {
      const { get } = yield* service.start({ env: { RCPT_RATE_LIMIT: "60/h,burst=8" } })
      const passed = yield* sendBatch(get, 41)
      assert.deepStrictEqual([passed.status, standingOf(passed).remaining], [200, 3])
      const refused = yield* sendBatch(get, 31)
      assert.deepStrictEqual([refused.status, refused.json], [429, exceeded])
      // For a request of its size nothing is left; one address has two tokens yet.
      assert.deepInclude(standingOf(refused), { limit: 8, remaining: 0 })
      const small = yield* sendBatch(get, 1)
      assert.deepStrictEqual([small.status, standingOf(small).remaining], [200, 1])
    }).pipe(Effect.scoped)
  )

  it.live("admits a batch that counts for more than a full bucket", () =>
    Effect.gen(function* () {
      const { get } = yield* service.start({ env: { RCPT_RATE_LIMIT: "60/h,burst=3" } })
      const passed = yield* sendBatch(get, 100)
      assert.deepStrictEqual([passed.status, standingOf(passed).remaining], [200, 0])
    }).pipe(Effect.scoped)
  )

  it.live("holds for two nodes together", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const env = { RCPT_RATE_LIMIT: "60/h,burst=60" }
      const one = yield* service.start({ databaseUrl, env, isNode: true })
      const other = yield* service.start({ databaseUrl, env, apiKey: one.apiKey, isNode: true })
      const rounds = yield* Effect.all(
        [one, other].map(({ get }) => atOnce(get, account, 100)),
        { concurrency: "unbounded" }
      )
      const passed = rounds.map(({ answers }) => statuses(answers, 200).length)
      const refused = rounds.map(({ answers }) => statuses(answers, 429).length)
      for (const i of [0, 1]) assert.strictEqual(passed[i]! + refused[i]!, 100)
      const seconds = Math.max(...rounds.map((round) => round.seconds))
      const all = passed[0]! + passed[1]!
      assert.isAtMost(all, 60 + seconds / 60)
      assert.isAtLeast(all, 58)
    }).pipe(Effect.scoped)
  )
})

import { load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const rateLimitOf = (text: string) =>
  Effect.map(load({ RCPT_RATE_LIMIT: text }, {}), ({ config }) => config.rateLimit)

describe("RCPT_RATE_LIMIT", () => {
  const read: ReadonlyArray<readonly [string, "off" | { perSecond: number; burst: number }]> = [
    ["off", "off"],
    ["", { perSecond: 100, burst: 200 }],
    ["50/s", { perSecond: 50, burst: 100 }],
    ["60/m", { perSecond: 1, burst: 2 }],
    ["60/h", { perSecond: 1 / 60, burst: 1 }],
    ["100/s,burst=500", { perSecond: 100, burst: 500 }],
    ["100/s, burst 500", { perSecond: 100, burst: 500 }]
  ]
  for (const [text, limit] of read)
    it.effect(`takes "${text}"`, function* () {
      assert.deepStrictEqual(yield* rateLimitOf(text), limit)
    })

  for (const text of ["100", "0/s", "-1/s", "100/s,burst=0", "1e9/s", "100/day", "none"])
    it.effect(`refuses "${text}", and says what it takes`, function* () {
      const { message } = yield* Effect.flip(rateLimitOf(text))
      assert.strictEqual(
        message,
        "RCPT_RATE_LIMIT must be off, or a rate such as 100/s, 60/m or 100/s,burst=200."
      )
    })
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"

import * as service from "../support/service.ts"

describe("A service that cannot reach DNS", () => {
  it.live("reports it at its start, and what to do", () =>
    Effect.gen(function* () {
      // No server listens there: every query is refused at once.
      const running = yield* service.start({ env: { RCPT_DNS_SERVERS: "127.0.0.1:1" } })
      yield* Effect.repeat(Effect.sync(running.output), {
        until: (output) => output.includes("DNS does not answer"),
        schedule: Schedule.spaced("100 millis")
      })
      expect(running.output()).toContain("--lab")
    }).pipe(Effect.scoped)
  )

  it.live("suggests a first request that answers all the same, for nothing", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ env: { RCPT_DNS_SERVERS: "127.0.0.1:1" } })
      const suggested = /curl [^]*?"https?:\/\/[^/]+(\/[^"]+)"/
      const output = yield* Effect.repeat(Effect.sync(running.output), {
        until: (output) => suggested.test(output),
        schedule: Schedule.spaced("100 millis")
      })
      const { json } = yield* running.get(suggested.exec(output)![1]!)
      expect(json).toMatchObject({ status: "risky", score: 80, credits_used: 0 })
    }).pipe(Effect.scoped)
  )
})

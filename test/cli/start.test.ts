import { Effect, Schedule } from "effect"

import * as service from "../support/service.ts"
import { describe, expect, it } from "../support/vitest.ts"

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
      const suggested = /"example":"https?:\/\/[^/]+(\/[^"]+)"/
      const output = yield* Effect.repeat(Effect.sync(running.output), {
        until: (output) => suggested.test(output),
        schedule: Schedule.spaced("100 millis")
      })
      const { json } = yield* running.get(suggested.exec(output)![1]!)
      expect(json).toMatchObject({ status: "risky", score: 80, credits_used: 0 })
    }).pipe(Effect.scoped)
  )
})

const listOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => line !== "")

describe("A service without a terminal", () => {
  it.live("writes nothing but JSON: its secrets, its address and the lab's too", () =>
    Effect.gen(function* () {
      const running = yield* service.start({
        lab: true,
        env: { RCPT_OWNER_API_KEY: "", RCPT_OWNER_EMAIL: "owner@rcpt.test", RCPT_LOG: "error" }
      })
      yield* running.kill("SIGTERM")
      const lines = listOf(running.output()).map((line) => Object(JSON.parse(line)))
      for (const line of lines)
        expect(line).toMatchObject({ level: expect.any(String), timestamp: expect.any(String) })
      const about = (words: string) =>
        lines.find(({ message }) => String(message).startsWith(words))?.annotations
      expect(about("This is the first start")).toEqual({
        email: "owner@rcpt.test",
        password: expect.any(String),
        apiKey: expect.stringMatching(/^rcpt_live_/)
      })
      expect(about("rcpt is ready on")).toEqual({
        docs: `${running.base}/docs`,
        example: expect.stringContaining(running.base)
      })
      expect(about("Addresses to try").fast).toContain("support@acme.test")
    }).pipe(Effect.scoped)
  )
})

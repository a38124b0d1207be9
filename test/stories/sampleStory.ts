/** What each sample of the lab is answered, which is the same at every world. */
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { samples } from "@rcpt/lab/samples"
import type { Sample } from "@rcpt/lab/samples"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { describeAt, live } from "./storyWorlds.ts"
import type { StoryWorld } from "./storyWorlds.ts"

/** Fails on a key that is not in the contract, and on a missing one. */
const decode = Schema.decodeUnknownEffect(VerifyResult, { onExcessProperty: "error" })

const ask = Effect.fnUntraced(function* (address: string) {
  const { get } = yield* service.Service
  const answer = yield* get(`/api/v1/verify?email=${encodeURIComponent(address)}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(answer.headers.get("content-type"), "application/json")
  return { result: yield* decode(answer.json), body: Object(answer.json) }
})

const creditsLeft = Effect.gen(function* () {
  const { get } = yield* service.Service
  return Number(Object((yield* get("/api/v1/account")).json).credits)
})

/** The fields of the answer that a sample defines. */
const expectedOf = (address: string, row: Omit<Sample, "address" | "says">) => ({
  email: address,
  mode: "fast",
  credits_used: row.status === "unknown" ? 0 : 1,
  ...row
})

/** A fast answer takes 5 s at most in total. */
const answerMillisMax = 5_000

/** Milliseconds. The service runs on this machine, so both use the same clock. */
const clockApartMax = 10_000

export const sampleStory = (world: StoryWorld): void =>
  describeAt(world, "A sample address of the lab over HTTP", () => {
    layer(
      world.layer(),
      live
    )((it) => {
      for (const { address, says, ...row } of samples) {
        it.effect(`${address}: ${says}`, function* () {
          const { result, body } = yield* ask(address)
          const expected = expectedOf(address, row)
          const shown: Record<string, unknown> = { ...result }
          const seen = Object.fromEntries(Object.keys(expected).map((key) => [key, shown[key]]))
          const checks: Record<string, unknown> = { ...result.checks }
          seen["checks"] = Object.fromEntries(
            Object.keys(row.checks).map((name) => [name, checks[name]])
          )
          assert.deepStrictEqual(seen, { ...expected })
          // A fact that was not found out is left out, never null.
          assert.notInclude(Object.values(body), null)
          assert.notInclude(Object.values(Object(body.checks)), null)
          assert.strictEqual("sub_status" in body, row.status !== "valid")
          assert.isAtMost(result.response_time_ms, answerMillisMax)
          assert.isBelow(Math.abs(Date.parse(result.checked_at) - Date.now()), clockApartMax)
        })
      }

      it.effect("costs the credits that the answer reports", function* () {
        const before = yield* creditsLeft
        for (const address of ["ann@acme.test", "ann@@acme.test", "ann@refused.test"]) {
          yield* ask(address)
        }
        assert.strictEqual(before - (yield* creditsLeft), 2)
      })
    })
  })

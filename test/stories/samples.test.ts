import { assert, describe, layer } from "@effect/vitest"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { samples } from "@rcpt/lab/samples"
import type { Sample } from "@rcpt/lab/samples"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"

/** Fails on a key that the contract does not have, and on one that is missing. */
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

/** What a row of the table says about an answer, in the words of the answer. */
const expectedOf = (address: string, row: Omit<Sample, "address" | "says">) => ({
  email: address,
  mode: "fast",
  credits_used: row.status === "unknown" ? 0 : 1,
  ...row
})

describe("A sample address of the lab, asked over HTTP,", () => {
  layer(
    service.layer({ lab: true }),
    service.live
  )((it) => {
    for (const { address, says, ...row } of samples) {
      it.effect(`${address}: ${says}`, () =>
        Effect.gen(function* () {
          const { result, body } = yield* ask(address)
          const expected = expectedOf(address, row)
          const shown: Record<string, unknown> = { ...result }
          const seen = Object.fromEntries(Object.keys(expected).map((key) => [key, shown[key]]))
          const checks: Record<string, unknown> = { ...result.checks }
          seen["checks"] = Object.fromEntries(
            Object.keys(row.checks).map((name) => [name, checks[name]])
          )
          assert.deepStrictEqual(seen, { ...expected })
          // Left out, not null: JSON has no word for "not learnt".
          assert.notInclude(Object.values(body), null)
          assert.notInclude(Object.values(Object(body.checks)), null)
          assert.strictEqual("sub_status" in body, row.status !== "valid")
          assert.isAtMost(result.response_time_ms, answerMillisMax)
          assert.isBelow(Math.abs(Date.parse(result.checked_at) - Date.now()), clockApartMax)
        })
      )
    }

    it.effect("costs what it says: the account has that much less", () =>
      Effect.gen(function* () {
        const before = yield* creditsLeft
        for (const address of ["ann@acme.test", "ann@@acme.test", "ann@refused.test"]) {
          yield* ask(address)
        }
        assert.strictEqual(before - (yield* creditsLeft), 2)
      })
    )
  })
})

/** A fast answer takes 5 s at most, all included. */
const answerMillisMax = 5_000

/** The service runs on this machine: its clock is ours. Milliseconds. */
const clockApartMax = 10_000

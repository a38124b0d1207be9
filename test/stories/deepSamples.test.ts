import { VerifyResult } from "@rcpt/api/VerifyResult"
import { deepSamples } from "@rcpt/lab/deepSamples"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { describeAt, live, storyWorlds } from "./storyWorlds.ts"

/** Fails on a key that is not in the contract, and on a missing one. */
const decode = Schema.decodeUnknownEffect(VerifyResult, { onExcessProperty: "error" })

const creditsLeft = Effect.gen(function* () {
  const { get } = yield* service.Service
  return Number(Object((yield* get("/api/v1/account")).json).credits)
})

const verifyDeep = Effect.fnUntraced(function* (address: string) {
  const { get } = yield* service.Service
  const before = yield* creditsLeft
  const answer = yield* get(`/api/v1/verify?mode=deep&email=${encodeURIComponent(address)}`)
  assert.strictEqual(answer.status, 200, answer.text)
  const paid = before - (yield* creditsLeft)
  return { result: yield* decode(answer.json), text: answer.text, paid }
})

/** Keys that are set only after an SMTP session. */
const sessionKeys = ["response_code", "tls", "mx_host", "latency_ms"] as const

for (const world of storyWorlds)
  describeAt(world, "A deep sample address of the lab over HTTP", () => {
    layer(
      world.layer(),
      live
    )((it) => {
      for (const { address, says, deep } of deepSamples) {
        it.effect(`${address}: ${says}`, function* () {
          const { result, text, paid } = yield* verifyDeep(address)
          const { smtp, status, sub_status, mode, credits_used } = result
          assert.deepStrictEqual(
            {
              smtp_status: smtp?.status,
              ...(smtp?.reason && { reason: smtp.reason }),
              ...(smtp?.sub_reason && { sub_reason: smtp.sub_reason }),
              status,
              ...(sub_status && { sub_status }),
              credits: credits_used
            },
            { ...deep }
          )
          assert.deepStrictEqual([mode, paid], ["deep", deep.credits])
          assert.strictEqual(smtp?.checked, deep.smtp_status !== "not_checked")
          assert.strictEqual(smtp?.catch_all === true, result.checks.catch_all === true)
          if (smtp?.checked === false) {
            for (const key of sessionKeys) assert.notProperty(smtp, key)
          } else {
            for (const key of ["tls", "mx_host", "latency_ms"]) assert.property(smtp, key)
          }
          assert.notInclude(text, ":null")
        })
      }
    })
  })

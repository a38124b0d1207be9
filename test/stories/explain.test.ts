import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { describeAt, live, storyWorlds } from "./storyWorlds.ts"

const decode = Schema.decodeUnknownEffect(VerifyResult, { onExcessProperty: "error" })

const ask = Effect.fnUntraced(function* (parameters: string) {
  const { get } = yield* service.Service
  return yield* get(`/api/v1/verify?${parameters}`)
})

for (const world of storyWorlds)
  describeAt(world, "explain", () => {
    layer(
      world.layer(),
      live
    )((it) => {
      it.effect("adds the evidence for the answer, with its age", function* () {
        yield* ask("email=ann@acme.test")
        const { evidence = [], ...rest } = yield* decode(
          (yield* ask("email=ann@acme.test&explain=true")).json
        )
        const dmarc = evidence.find(({ rule }) => rule === "dns.dmarc")
        assert.strictEqual(dmarc?.answer, rest.dmarc_record)
        assert.strictEqual(dmarc?.source, "DNS TXT _dmarc.acme.test")
        assert.isAtLeast(dmarc?.age_seconds ?? -1, 0)
        for (const { outcome, age_seconds } of evidence) {
          assert.isTrue(outcome !== "unanswered" || age_seconds === undefined)
        }
      })

      it.effect("names the source and the error when DNS does not answer", function* () {
        const { evidence = [] } = yield* decode(
          (yield* ask("email=ann@refused.test&explain=true")).json
        )
        assert.deepInclude(evidence, {
          rule: "dns.mx",
          outcome: "unanswered",
          source: "DNS MX refused.test",
          answer: "REFUSED"
        })
      })

      it.effect("is off by default", function* () {
        for (const parameters of ["", "&explain=false"]) {
          const { json } = yield* ask(`email=ann@acme.test${parameters}`)
          assert.notProperty(json, "evidence")
        }
      })

      it.effect("accepts only true or false", function* () {
        const { status, json } = yield* ask("email=ann@acme.test&explain=yes")
        assert.deepStrictEqual(
          [status, json],
          [400, { error: 'explain must be "true" or "false"' }]
        )
      })
    })
  })

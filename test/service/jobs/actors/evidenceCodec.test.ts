import { notChecked } from "@rcpt/domain/Smtp"
import { deepSamples } from "@rcpt/lab/deepSamples"
import * as Lab from "@rcpt/lab/Lab"
import { samples } from "@rcpt/lab/samples"
import { decodeEvidence, encodeEvidence } from "@rcpt/service/jobs/actors/evidenceCodec"
import { judged, settledRow } from "@rcpt/service/jobs/actors/verifyRow"
import { Config, load } from "@rcpt/service/platform/Config"
import { verifierLayer } from "@rcpt/service/probing/verifierLayer"
import { ruleSetOf } from "@rcpt/verifier/judge/RuleSet"
import { withSmtpEvidence } from "@rcpt/verifier/Prober"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

import { assert, layer } from "../../../support/vitest.ts"

const inLab = Layer.unwrap(
  Effect.gen(function* () {
    const lab = yield* Lab.start()
    const { config } = yield* load(lab.env, {})
    return verifierLayer.pipe(
      Layer.provide(DomainAgeCache.layerNone),
      Layer.provide(Layer.succeed(Config, config))
    )
  })
)

/** Of either kind, about some of the samples. */
const rules = ruleSetOf([
  { id: "1", action: "allow", match: "mail_host", value: "mx1.acme.test", subdomains: false },
  { id: "2", action: "block", match: "domain", value: "gmail.com", subdomains: false }
])

/** A million rows may wait in a table. */
const octetsMax = 2_000

layer(inLab, { excludeTestServices: true, timeout: 60_000 })("Stored evidence of a row", (it) => {
  it.effect("leads to the same result as the original, for every sample", function* () {
    const verifier = yield* Verifier
    const addresses = [...samples, ...deepSamples].map(({ address }) => address)
    const all = yield* Effect.forEach(
      addresses,
      (address) => verifier.verify(address, { context: false, rules }),
      { concurrency: 8 }
    )
    for (const { evidence } of all) {
      const text = encodeEvidence(evidence)
      assert.isBelow(text.length, octetsMax, evidence.input)
      const read = decodeEvidence(text)
      assert.isDefined(read)
      for (const smtp of [notChecked("smtp_throttled"), notChecked("smtp_no_mx")]) {
        const row = { row: 1, mode: "deep" } as const
        assert.deepStrictEqual(
          settledRow(row, judged(withSmtpEvidence(read, smtp)), 0),
          settledRow(row, judged(withSmtpEvidence(evidence, smtp)), 0),
          evidence.input
        )
      }
    }
  })

  it.effect("is rejected if another version wrote it, or if it is missing", function* () {
    const { evidence } = yield* Verifier.use((verifier) => verifier.verify("ann@acme.test"))
    const stored = JSON.parse(encodeEvidence(evidence)) as Record<string, unknown>
    assert.isDefined(decodeEvidence(JSON.stringify(stored)))
    for (const key of Object.keys(stored)) {
      const { [key]: _, ...rest } = stored
      assert.isUndefined(decodeEvidence(JSON.stringify(rest)), key)
    }
    for (const text of ["", "{", "null", "[]", '{"v":9}']) assert.isUndefined(decodeEvidence(text))
  })
})

import { assert, describe, layer } from "@effect/vitest"
import { notChecked } from "@rcpt/domain/Smtp"
import { deepSamples } from "@rcpt/lab/deepSamples"
import * as Lab from "@rcpt/lab/Lab"
import { samples } from "@rcpt/lab/samples"
import { Config, load } from "@rcpt/service/Config"
import { readEvidence, writeEvidence } from "@rcpt/service/jobs/run/StoredEvidence"
import { settledRow } from "@rcpt/service/jobs/run/verifyRow"
import { verifierLayer } from "@rcpt/service/verifierLayer"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { withAnswer } from "@rcpt/verifier/smtp/askMailServer"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer } from "effect"

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

/** Octets; a million rows wait in a table. */
const octetsMax = 2_000

describe("What was learnt of a row", () => {
  layer(inLab, { excludeTestServices: true, timeout: 60_000 })((it) => {
    it.effect("comes to the same result after it was stored, whoever the address is", () =>
      Effect.gen(function* () {
        const verifier = yield* Verifier
        const addresses = [...samples, ...deepSamples].map(({ address }) => address)
        const all = yield* Effect.forEach(
          addresses,
          (address) => verifier.verify(address, { context: false }),
          { concurrency: 8 }
        )
        for (const { evidence } of all) {
          const text = writeEvidence(evidence)
          assert.isBelow(text.length, octetsMax, evidence.input)
          const read = readEvidence(text)
          assert.isDefined(read)
          for (const smtp of [notChecked("smtp_throttled"), notChecked("smtp_no_mx")]) {
            const row = { row: 1, mode: "deep" } as const
            assert.deepStrictEqual(
              settledRow(row, withAnswer(read, smtp), 0),
              settledRow(row, withAnswer(evidence, smtp), 0),
              evidence.input
            )
          }
        }
      })
    )

    it.effect("is nothing where another version wrote it, or nobody", () =>
      Effect.gen(function* () {
        const { evidence } = yield* Verifier.use((verifier) => verifier.verify("ann@acme.test"))
        const stored = JSON.parse(writeEvidence(evidence)) as Record<string, unknown>
        assert.isDefined(readEvidence(JSON.stringify(stored)))
        for (const key of Object.keys(stored)) {
          const { [key]: _, ...rest } = stored
          assert.isUndefined(readEvidence(JSON.stringify(rest)), key)
        }
        for (const text of ["", "{", "null", "[]", '{"v":9}'])
          assert.isUndefined(readEvidence(text))
      })
    )
  })
})

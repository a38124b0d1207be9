import { assert, describe, layer } from "@effect/vitest"
import { render } from "@rcpt/api/render"
import * as Lab from "@rcpt/lab/Lab"
import { print, samples } from "@rcpt/lab/samples"
import { Lists } from "@rcpt/verifier/Lists"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Context, Effect, Layer } from "effect"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

/** The real verifier, asking the lab over real sockets, as `env` would have it. */
const world = Layer.effect(TheLab, Lab.start()).pipe(
  Layer.flatMap((context) => {
    const lab = Context.get(context, TheLab)
    const verifier = Verifier.layer({
      unsafeNetworks: [lab.env["RCPT_UNSAFE_NETWORKS"] ?? ""]
    }).pipe(
      Layer.provide(Resolver.layer({ servers: [lab.env["RCPT_DNS_SERVERS"] ?? ""] })),
      Layer.provide(Lists.layer)
    )
    return Layer.merge(Layer.succeed(TheLab, lab), verifier)
  })
)

const answerFor = Effect.fnUntraced(function* (address: string) {
  const verifier = yield* Verifier
  return render(yield* verifier.verify(address), {
    mode: "fast",
    creditsUsed: undefined,
    elapsedMillis: 0,
    checkedAt: "2026-01-01T00:00:00.000Z"
  })
})

describe("A sample address", () => {
  layer(world, { excludeTestServices: true })((it) => {
    for (const { address, says, ...expected } of samples) {
      it.effect(`${address}: ${says}`, () =>
        Effect.gen(function* () {
          const answer: Record<string, unknown> = yield* answerFor(address)
          const checks: Record<string, unknown> = { ...Object(answer["checks"]) }
          const names = Object.keys(expected.checks)
          const seen: Record<string, unknown> = {
            ...Object.fromEntries(Object.keys(expected).map((key) => [key, answer[key]])),
            checks: Object.fromEntries(names.map((name) => [name, checks[name]]))
          }
          const wanted: Record<string, unknown> = expected
          assert.deepStrictEqual(seen, wanted)
          assert.strictEqual("sub_status" in answer, expected.status !== "valid")
        })
      )
    }

    it.effect("is another one for every way to end", () =>
      Effect.sync(() => {
        const addresses = samples.map(({ address }) => address)
        assert.strictEqual(new Set(addresses).size, addresses.length)
        assert.strictEqual(print(samples).split("\n").length, addresses.length)
        assert.strictEqual(new Set(samples.map(({ status }) => status)).size, 4)
      })
    )

    it.effect("of the synthetic ones is sound", () =>
      Effect.gen(function* () {
        const lab = yield* TheLab
        const before = yield* lab.queries
        const answer = yield* answerFor("ann@d00042.lab.test")
        assert.strictEqual(answer.status, "valid")
        assert.strictEqual(answer.score, 100)
        assert.isAbove(yield* lab.queries, before)
      })
    )
  })
})

import { render } from "@rcpt/api/render"
import { SubStatus } from "@rcpt/domain/Verdict"
import * as Lab from "@rcpt/lab/Lab"
import { print, samples } from "@rcpt/lab/samples"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Context, Duration, Effect, Layer } from "effect"

import { assert, layer } from "../support/vitest.ts"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

/** The real verifier with the settings of `env`, connected to the lab over real sockets. */
const world = Layer.effect(TheLab, Lab.start()).pipe(
  Layer.flatMap((context) => {
    const { env } = Context.get(context, TheLab)
    const unsafeNetworks = [env["RCPT_UNSAFE_NETWORKS"] ?? ""]
    const zones = (env["RCPT_DNSBL_ZONES"] ?? "").split(",").map((zone) => ({ zone }))
    const verifier = Verifier.layer({ unsafeNetworks }).pipe(
      Layer.provide(DomainAges.layer({ rdap: { url: env["RCPT_RDAP_URL"] }, unsafeNetworks })),
      Layer.provideMerge(proven(Dnsbl.layer({ zones, unsafeNetworks }))),
      Layer.provide([Lists.layer, DomainAgeCache.layerNone]),
      Layer.provide(Resolver.layer({ servers: [env["RCPT_DNS_SERVERS"] ?? ""] }))
    )
    return Layer.merge(Layer.succeedContext(context), verifier)
  })
)

/** Waits until the blocklists have passed or failed their tests: they are not used before. */
const proven = <R>(dnsbl: Layer.Layer<Dnsbl, never, R>): Layer.Layer<Dnsbl, never, R> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { status } = yield* Dnsbl
      while ((yield* status).some(({ state }) => state === "unproven")) {
        yield* Effect.sleep(Duration.millis(5))
      }
    })
  ).pipe(Layer.provideMerge(dnsbl))

const answerFor = Effect.fnUntraced(function* (address: string) {
  const verifier = yield* Verifier
  return render(yield* verifier.verify(address), {
    mode: "fast",
    creditsUsed: undefined,
    elapsedMillis: 0,
    checkedAt: "2026-01-01T00:00:00.000Z"
  })
})

layer(world, { excludeTestServices: true })("A sample address", (it) => {
  for (const { address, says, ...expected } of samples) {
    it.effect(`${address}: ${says}`, function* () {
      const answer: Record<string, unknown> = yield* answerFor(address)
      const checks: Record<string, unknown> = { ...Object(answer["checks"]) }
      const names = Object.keys(expected.checks)
      const seen: Record<string, unknown> = {
        ...Object.fromEntries(Object.keys(expected).map((key) => [key, answer[key]])),
        checks: Object.fromEntries(names.map((name) => [name, checks[name]]))
      }
      const expectedFields: Record<string, unknown> = expected
      assert.deepStrictEqual(seen, expectedFields)
      assert.strictEqual("sub_status" in answer, expected.status !== "valid")
    })
  }

  it.effect("exists for every result, and only once", () =>
    Effect.sync(() => {
      const addresses = samples.map(({ address }) => address)
      assert.strictEqual(new Set(addresses).size, addresses.length)
      const lines = print(samples).split("\n")
      for (const address of addresses)
        assert.lengthOf(
          lines.filter((line) => line.startsWith(`    ${address} `)),
          1
        )
      assert.isAtMost(Math.max(...lines.map(({ length }) => length)), 80)
      assert.strictEqual(new Set(samples.map(({ status }) => status)).size, 4)
      const ends = new Set(samples.map(({ sub_status }) => sub_status))
      assert.deepStrictEqual(
        SubStatus.literals.filter((subStatus) => !ends.has(subStatus)),
        // Only an SMTP session can have these results.
        [
          "mailbox_not_found",
          "mailbox_disabled",
          "domain_rejected_by_mail_server",
          // Only what an account has reported, or its own rules.
          "reported_bounce",
          "reported_complaint",
          "blocked_by_rule",
          "mailbox_full",
          "mailbox_unverified"
        ]
      )
    })
  )

  it.effect("at a synthetic domain is valid", function* () {
    const lab = yield* TheLab
    const before = yield* lab.queries
    const answer = yield* answerFor("ann@d00042.lab.test")
    assert.strictEqual(answer.status, "valid")
    assert.strictEqual(answer.score, 100)
    assert.isAbove(yield* lab.queries, before)
  })
})

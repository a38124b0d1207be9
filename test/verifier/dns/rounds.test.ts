/** How long a check waits for DNS, in rounds: one is the time that an answer takes. */
import type { Verification } from "@rcpt/domain/Verification"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import type { VerifyOptions } from "@rcpt/verifier/steps"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { distantResolver } from "./distantResolver.ts"
import type { DelayOf } from "./distantResolver.ts"

const zone: Zone = {
  "acme.test": { MX: ["10 mx.acme.test"], TXT: ["v=spf1 mx -all"], NS: ["ns.acme.test"] },
  "mx.acme.test": { A: ["192.0.2.1"] },
  "_dmarc.acme.test": { TXT: ["v=DMARC1; p=reject"] },
  "_mta-sts.acme.test": { TXT: ["v=STSv1; id=1"] },
  "_smtp._tls.acme.test": { TXT: ["v=TLSRPTv1; rua=mailto:tls@acme.test"] },
  "six.test": { MX: ["10 mx.six.test"] },
  "mx.six.test": { AAAA: ["2001:db8::1"] },
  "site.test": { A: ["192.0.2.2"], NS: ["ns.site.test"] },
  "parked.test": { MX: ["10 park-mx.above.com"], A: ["192.0.2.3"] },
  "park-mx.above.com": { A: ["192.0.2.4"] },
  "null.test": { MX: ["0 ."] },
  "sub.acme.test": { MX: ["10 mx.acme.test"], TXT: ["v=spf1 -all"] },
  "bare.test": { A: "silence", AAAA: ["2001:db8::2"] }
}
const unsafeNetworks = ["192.0.2.0/24", "2001:db8::/32"]

/** Milliseconds of one answer. */
const distance = 100

interface Checked extends Verification {
  /** Milliseconds. */
  readonly took: number
}

/** They are unpacked once, which takes longer than all checks. */
const lists = await Effect.runPromise(Lists.use(Effect.succeed).pipe(Effect.provide(Lists.layer)))

/** Longer than any check may take. */
const patience = Duration.minutes(2)

const check = (
  email: string,
  options: VerifyOptions,
  delayOf: DelayOf,
  { asked, prober = Prober.off }: { asked?: Array<string>; prober?: Prober["Service"] } = {}
): Effect.Effect<Checked> =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const checking = yield* Effect.forkChild(
      Effect.gen(function* () {
        const found = yield* Verifier.use((verifier) => verifier.verify(email, options))
        return { ...found, took: (yield* Clock.currentTimeMillis) - startedAt }
      }),
      { startImmediately: true }
    )
    yield* TestClock.adjust(patience)
    return yield* Fiber.join(checking)
  }).pipe(
    Effect.provide(
      Verifier.layer({ unsafeNetworks }).pipe(
        Layer.provide([
          Layer.succeed(Lists, lists),
          distantResolver(zone, delayOf, asked),
          Layer.succeed(Prober, prober)
        ])
      )
    )
  )

const evenly: DelayOf = () => distance
const alone: VerifyOptions = {}
const ofList: VerifyOptions = { urgency: "bulk", context: false }
const ofBatch: VerifyOptions = { isOfList: true }

describe("A check of a domain that is not known", () => {
  for (const [domain, rounds] of [
    ["acme.test", 2],
    ["sub.acme.test", 2],
    ["parked.test", 2],
    ["site.test", 2],
    // Its mail host has no address of IPv4, which is asked first.
    ["six.test", 3],
    ["null.test", 1],
    ["gone.test", 1]
  ] as const)
    it.effect(`waits ${rounds} rounds for ${domain}`, function* () {
      const { took } = yield* check(`ann@${domain}`, alone, evenly)
      assert.strictEqual(took, rounds * distance)
    })

  it.effect("asks only for MX first if the address is one of many", function* () {
    for (const options of [ofList, ofBatch]) {
      const asked: Array<string> = []
      const { took } = yield* check("ann@gone.test", options, evenly, { asked })
      assert.deepStrictEqual([asked, took], [["mx gone.test"], distance])
    }
  })

  it.effect("asks nothing twice, and no more than it did with MX first", function* () {
    const [together, first]: [Array<string>, Array<string>] = [[], []]
    yield* check("ann@acme.test", alone, evenly, { asked: together })
    yield* check("ann@acme.test", ofBatch, evenly, { asked: first })
    assert.strictEqual(new Set(together).size, together.length)
    assert.sameMembers(together, first)
  })

  it.effect("leaves out the one record that comes 150 ms after all others", function* () {
    const late: DelayOf = (_, name) => (name === "_mta-sts.acme.test" ? 3_000 : distance)
    const { took, evidence } = yield* check("ann@acme.test", alone, late)
    assert.isAtMost(took, 2 * distance + 150)
    assert.strictEqual(evidence.context?.mtaSts._tag, "Unanswered")
    assert.strictEqual(evidence.context?.tlsRpt._tag, "Present")
    const patient = yield* check("ann@acme.test", ofBatch, late)
    assert.strictEqual(patient.evidence.context?.mtaSts._tag, "Present")
  })

  it.effect(
    "asks the mail server before late policies have come, by addresses of both families",
    function* () {
      let askedAt = 0
      let before: ReadonlyArray<string> = []
      const asked: Array<string> = []
      const startedAt = yield* Clock.currentTimeMillis
      const prober: Prober["Service"] = {
        probe: (evidence, options) =>
          Effect.gen(function* () {
            askedAt = (yield* Clock.currentTimeMillis) - startedAt
            before = [...asked]
            return yield* Prober.off.probe(evidence, options)
          })
      }
      const late: DelayOf = (kind) => (kind === "policies" ? 2_000 : distance)
      const { evidence, took } = yield* check("ann@acme.test", { mode: "deep" }, late, {
        asked,
        prober
      })
      assert.strictEqual(askedAt, 2 * distance)
      assert.includeMembers([...before], ["a mx.acme.test", "aaaa mx.acme.test"])
      assert.isAtLeast(took, 2_000)
      assert.strictEqual(evidence.domain?.spf._tag, "Present")
      assert.isDefined(evidence.smtp)
    }
  )

  const domains = [...Object.keys(zone).filter((name) => !name.startsWith("_")), "gone.test"]
  const arrival = fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 1_200 }), weight: 9 },
    { arbitrary: fc.constant("lost" as const), weight: 1 }
  )

  const arrivalsOf = (arrivals: ReadonlyArray<number | "lost">): DelayOf => {
    const delays = new Map<string, number | "lost">()
    return (kind, name) => {
      const key = `${kind} ${name}`
      const delay = delays.get(key) ?? arrivals[delays.size % arrivals.length]!
      delays.set(key, delay)
      return delay
    }
  }

  /** What DNS has told. A question without an answer in time told nothing. */
  const told = ({ evidence: { domain } }: Verification) =>
    Object.entries({ ...domain, learntAt: 0 }).filter(
      ([, fact]) =>
        typeof fact !== "object" || !("_tag" in fact) || !/^unanswered$/i.test(fact._tag)
    )

  const knowsNoLess = (domain: string, arrivals: ReadonlyArray<number | "lost">) =>
    Effect.gen(function* () {
      const delayOf = arrivalsOf(arrivals)
      const together = yield* check(`ann@${domain}`, alone, delayOf)
      const mxFirst = yield* check(`ann@${domain}`, ofList, delayOf)
      assert.deepInclude(Object.fromEntries(told(together)), Object.fromEntries(told(mxFirst)))
      assert.isAtMost(together.took, 5_000)
      // An answer may be in time only where the question went out with the first ones.
      if (told(together).length === told(mxFirst).length)
        assert.deepStrictEqual(together.judgement, mxFirst.judgement)
    }).pipe(Effect.provide(TestClock.layer()))

  it("learns and says the same as with MX first, in whatever order answers come, and if some are lost", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...domains),
        fc.array(arrival, { minLength: 24, maxLength: 24 }),
        (domain, arrivals) => Effect.runPromise(knowsNoLess(domain, arrivals))
      ),
      { numRuns: 25 }
    ))
})

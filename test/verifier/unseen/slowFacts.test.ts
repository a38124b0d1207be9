/**
 * Registries and blocklists that answer late, never or in part, written before the code that waits for
 * them: what a single answer says at once, and what a batch and a list say.
 */
import { readFileSync } from "node:fs"

import { explain } from "@rcpt/api/explain"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Verification } from "@rcpt/domain/Verification"
import { batchFactsWait } from "@rcpt/service/verify/verifyBatch"
import { byDeadline } from "@rcpt/verifier/cache/Deadline"
import { found, noDomain } from "@rcpt/verifier/dns/Answer"
import type { TimedAnswer } from "@rcpt/verifier/dns/Questions"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { slowFactsWaitMax } from "@rcpt/verifier/limits"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Context, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

/** `after`: milliseconds from the first question; `from`: it is silent until then. */
interface Listing {
  readonly says: "listed" | "clean" | "refuses" | "silent" | "SERVFAIL"
  readonly after?: number
  readonly from?: number
}

interface Age {
  readonly days?: number
  readonly absent?: boolean
  readonly fails?: boolean
  readonly after?: number
}

/** Status, sub_status, score, and the facts that `explain` calls unanswered. */
type Said = readonly [string, string | null, number, ReadonlyArray<string>]

interface Case {
  readonly case: string
  readonly set?: number
  readonly email?: string
  readonly without?: ReadonlyArray<"SPF" | "DMARC">
  readonly age?: Age
  readonly lists?: Readonly<Record<string, Listing>>
  /** How long each test of a blocklist takes, in milliseconds. */
  readonly testAfter?: number
  readonly expected: { readonly single: Said; readonly batch?: Said; readonly job: Said }
  readonly source: string
}

const cases: ReadonlyArray<Case> = readFileSync(new URL("slowFacts.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))

const unsafeNetworks = ["127.0.0.0/8"]

const mail = { MX: ["10 mx.a.test"] }
const spf = { TXT: ["v=spf1 mx -all"] }
const dmarc = { TXT: ["v=DMARC1; p=reject"] }

const zoneOf = ({ email = "ann@a.test", without = [] }: Case): Zone => {
  const domain = email.slice(email.indexOf("@") + 1)
  const own = domain === "web.test" ? { A: ["127.0.0.9"] } : mail
  return {
    "mx.a.test": { A: ["127.0.0.9"] },
    ...(domain !== "gone.test" && {
      [domain]: { ...own, ...(!without.includes("SPF") && spf) }
    }),
    ...(!without.includes("DMARC") && domain !== "gone.test" && { [`_dmarc.${domain}`]: dmarc }),
    "nomail.test": { MX: ["0 ."] },
    "dead.test": "timeout",
    "2.0.0.127.zen.spamhaus.org": { A: ["127.0.0.2"] },
    "dbltest.com.dbl.spamhaus.org": { A: ["127.0.1.2"] }
  }
}

const zones = ["zen.spamhaus.org", "dbl.spamhaus.org"] as const

const codes = {
  listed: { "zen.spamhaus.org": "127.0.0.2", "dbl.spamhaus.org": "127.0.1.2" },
  refuses: { "zen.spamhaus.org": "127.255.255.254", "dbl.spamhaus.org": "127.255.255.254" }
} as const

/** The names that blocklists test, as opposed to those of the case. */
const isTest = (name: string): boolean =>
  /^(?:2\.0\.0\.127|dbltest\.com|[^.]+\.0\.0\.1)\./.test(name)

/** What a blocklist answers, as the case has it. A question is sent by the call, as by the resolver. */
const listingsOf = ({ lists }: Case, startedAt: number) => {
  const firstAskedAt = new Map<string, number>()
  return (
    zone: (typeof zones)[number],
    name: string,
    clock: Clock.Clock
  ): Effect.Effect<TimedAnswer<string>> => {
    const { says, after = 0, from = 0 } = lists?.[zone] ?? { says: "clean" }
    const now = clock.currentTimeMillisUnsafe()
    const askedAt = firstAskedAt.get(name) ?? now
    firstAskedAt.set(name, askedAt)
    if (says === "silent" || now - startedAt < from) return Effect.never
    return Effect.gen(function* () {
      yield* Effect.sleep(Math.max(0, askedAt + after - (yield* Clock.currentTimeMillis)))
      const at = yield* Clock.currentTimeMillis
      if (says === "SERVFAIL") return { answer: unanswered(says), at }
      return { answer: says === "clean" ? noDomain : found([codes[says][zone]]), at }
    })
  }
}

/** DNS as in the zone, with late blocklists. */
const resolverOf = (one: Case) =>
  Layer.effect(
    Resolver,
    Effect.gen(function* () {
      const dns = yield* Resolver
      const listing = listingsOf(one, yield* Clock.currentTimeMillis)
      const a: typeof dns.timed.a = (name, asker) => {
        const zone = zones.find((each) => name.endsWith(`.${each}`))
        if (zone === undefined || isTest(name)) return dns.timed.a(name, asker)
        const { deadline, context } = asker
        const answer = listing(zone, name, Context.get(context, Clock.Clock))
        const late = () => ({ answer: unanswered("deadline"), at: deadline?.at ?? 0 })
        return deadline === undefined ? answer : byDeadline(answer, deadline, late)
      }
      const tested: typeof dns.a = (name) => Effect.delay(dns.a(name), one.testAfter ?? 0)
      return { ...dns, a: tested, timed: { ...dns.timed, a } }
    })
  ).pipe(Layer.provide(Resolver.layerZone(zoneOf(one))))

/** A look-up of an age as long as the case has it. Where the cache has none, no registry is asked. */
const agesOf = ({ age = {} }: Case) =>
  DomainAges.layer({ rdap: "off", unsafeNetworks }).pipe(
    Layer.provide(
      Layer.succeed(DomainAgeCache, {
        recall: () =>
          Effect.gen(function* () {
            yield* Effect.sleep(age.after ?? 0)
            const now = yield* Clock.currentTimeMillis
            const { days = 4_000 } = age
            const registeredAt = now - Duration.toMillis(Duration.days(days))
            if (age.fails === true) return undefined
            return {
              fact: age.absent === true ? absent : present(registeredAt),
              expiresAt: now + Duration.toMillis("1 day")
            }
          }),
        keep: () => Effect.void
      })
    )
  )

const worldOf = (one: Case) =>
  Verifier.layer({ unsafeNetworks }).pipe(
    Layer.provide([
      agesOf(one),
      Dnsbl.layer({ zones: zones.map((zone) => ({ zone })), unsafeNetworks }),
      Lists.layer
    ]),
    Layer.provide(resolverOf(one))
  )

const saidBy = ({ evidence, judgement }: Verification): Said => [
  judgement.status,
  judgement.subStatus ?? null,
  judgement.score,
  [
    ...new Set(
      explain(evidence, new Date(0).toISOString())
        .filter(({ outcome, answer }) => outcome === "unanswered" && answer !== "not asked")
        .map(({ rule }) => (rule.startsWith("dnsbl") ? "dnsbl" : rule))
        .filter((rule) => rule === "dnsbl" || rule === "rdap.age")
        .sort()
    )
  ]
]

/** More than any of them waits. */
const waitMax = Duration.minutes(1)
const tick = Duration.millis(250)

/** In a world of its own, in virtual time. */
const inTime = <A>(one: Case, work: (verifier: Verifier["Service"]) => Effect.Effect<A>) =>
  Effect.gen(function* () {
    const verifier = yield* Verifier
    yield* TestClock.adjust(1)
    const working = yield* Effect.forkChild(work(verifier), { startImmediately: true })
    for (let waited = 0; waited < Duration.toMillis(waitMax); waited += Duration.toMillis(tick))
      yield* TestClock.adjust(tick)
    return yield* Fiber.join(working)
  }).pipe(Effect.provide(worldOf(one)))

const answersOf = Effect.fnUntraced(function* (one: Case) {
  const { email = "ann@a.test" } = one
  const as = (wait: Duration.Duration | undefined) =>
    inTime(one, (verifier) => {
      const answer = verifier.verify(email, { urgency: "bulk", context: false })
      return Effect.map(
        wait ? Effect.flatMap(answer, (early) => verifier.catchUp(early, wait)) : answer,
        saidBy
      )
    })
  return {
    single: yield* as(undefined),
    batch: yield* as(batchFactsWait),
    job: yield* as(slowFactsWaitMax)
  }
})

describe("Facts that come late", () => {
  for (const one of cases)
    it.effect(`change no single answer, and a list waits for them: ${one.case}`, () =>
      Effect.map(answersOf(one), (answers) =>
        assert.deepStrictEqual(answers, { batch: one.expected.job, ...one.expected })
      )
    )
})

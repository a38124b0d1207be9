/**
 * Three records that show how well a domain's mail is maintained: MTA-STS, TLS-RPT and BIMI. They change
 * no verdict, and no policy or logo is fetched. They are apart from DomainFacts because a bulk job has no
 * column for them, and each costs a question per domain.
 */
import type { ContextEvidence } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { absent } from "@rcpt/domain/Fact"
import { Clock, Duration, Effect } from "effect"

import { Deadline } from "../cache/Deadline.ts"
import { jittered, makeSharedCache } from "../cache/SharedCache.ts"
import type { SharedCache } from "../cache/SharedCache.ts"
import { absentLifetime, contextsKeptMax } from "../limits.ts"
import { toFact } from "./Answer.ts"
import type { Questions, TimedQuestions } from "./Questions.ts"
import { startLookup } from "./Questions.ts"
import { Resolver } from "./Resolver.ts"
import { withOrganization } from "./senderPolicies.ts"

/** When several records match, none counts (RFC 8461 §3.1, RFC 8460 §3, and BIMI alike). */
const only =
  (shape: RegExp) =>
  (records: ReadonlyArray<string>): string | undefined => {
    const [record, ...others] = records.filter((one) => shape.test(one))
    return others.length === 0 ? record : undefined
  }

/** An MTA-STS record has the version first, and an id of 1 to 32 letters and digits (RFC 8461 §3.1). */
const mtaSts = only(/^v=STSv1\s*;(?:[^;]*;)*?\s*id\s*=\s*[A-Za-z0-9]{1,32}\s*(?:;|$)/)

/** A TLS-RPT record has the version first, and an address for reports (RFC 8460 §3). */
const tlsRpt = only(/^v=TLSRPTv1\s*;(?:[^;]*;)*?\s*rua\s*=\s*\S/)

/** A BIMI record (draft-brand-indicators-for-message-identification §4.2). An empty `l=` declines to show a logo. */
const bimi = only(/^v\s*=\s*BIMI1\s*(?:;|$)/i)

const recordAt = (
  dns: Questions,
  name: string,
  choose: (records: ReadonlyArray<string>) => string | undefined
): Effect.Effect<Fact<string>> => Effect.map(dns.policies(name), (answer) => toFact(answer, choose))

const findMtaSts = (dns: Questions, domain: string) => recordAt(dns, `_mta-sts.${domain}`, mtaSts)

const findTlsRpt = (dns: Questions, domain: string) => recordAt(dns, `_smtp._tls.${domain}`, tlsRpt)

/** Finds the domain's own record or else, as for DMARC, that of its organizational domain. */
const findBimi = (dns: Questions, domain: string): Effect.Effect<Fact<string>> =>
  Effect.map(
    Effect.all(
      withOrganization(domain).map((name) => recordAt(dns, `default._bimi.${name}`, bimi))
    ),
    (facts) => facts.find(({ _tag }) => _tag !== "Absent") ?? absent
  )

/** The call sends the questions. */
const findAll = (dns: Questions, domain: string) => ({
  mtaSts: findMtaSts(dns, domain),
  tlsRpt: findTlsRpt(dns, domain),
  bimi: findBimi(dns, domain)
})

export interface ContextFacts extends SharedCache<ContextEvidence> {
  /** What has been answered after `wait`. A record whose answer is later than that is unanswered. */
  readonly within: (domain: string, wait: Duration.Duration) => Effect.Effect<ContextEvidence>
}

const lookUp = Effect.fnUntraced(function* (
  questions: TimedQuestions,
  domain: string,
  waitMax?: Duration.Duration
) {
  const dns = yield* startLookup(questions, waitMax)
  const facts = yield* Effect.all(findAll(dns, domain))
  return { ...facts, learntAt: dns.oldestAnswerAt() } satisfies ContextEvidence
})

/** Milliseconds. The wait is so short that deadlines in tenths of a second would take most of it. */
const waitTick = 5

const hasGap = ({ mtaSts, tlsRpt, bimi }: ContextEvidence): boolean =>
  [mtaSts, tlsRpt, bimi].some(({ _tag }) => _tag === "Unanswered")

export const makeContextFacts = Effect.gen(function* () {
  const { timed } = yield* Resolver
  const facts = makeSharedCache<ContextEvidence>({
    load: (domain) => lookUp(timed, domain),
    lifetimeOf: (evidence, domain) =>
      hasGap(evidence) ? Duration.zero : jittered(absentLifetime, domain),
    keysMax: contextsKeptMax
  })
  const within: ContextFacts["within"] = (domain, wait) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const deadline = new Deadline(now + Duration.toMillis(wait), waitTick)
      return Effect.flatMap(
        facts.get(domain, { deadline, orElse: () => undefined }),
        // The answers that are there are in the resolver's cache.
        (known) => (known ? Effect.succeed(known) : lookUp(timed, domain, Duration.zero))
      )
    })
  return { ...facts, within } satisfies ContextFacts
})

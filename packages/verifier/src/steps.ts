/**
 * The steps of a verification. A step looks at the evidence so far and adds what it finds out. No step
 * fails; one that gets no answer leaves its fact unanswered.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import type { Evidence, MailHost, MailRoute } from "@rcpt/domain/Evidence"
import { late, notAsked, present } from "@rcpt/domain/Fact"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Context, Duration } from "effect"
import { Effect, Option, Result } from "effect"

import { classifyLocalPart } from "./address/classifyLocalPart.ts"
import { cleanAddress, severalAddresses, unquoted } from "./address/cleanAddress.ts"
import { lookAlikeIn } from "./address/lookAlikes.ts"
import { normalize } from "./address/normalize.ts"
import { parseAddress } from "./address/parseAddress.ts"
import { didYouMean } from "./address/suggestDomain.ts"
import type { Deadline } from "./cache/Deadline.ts"
import { forkNow } from "./cache/Deadline.ts"
import type { ContextFacts } from "./dns/ContextFacts.ts"
import { isSettled } from "./dns/DomainFacts.ts"
import type { DomainFacts } from "./dns/DomainFacts.ts"
import type { Dnsbl } from "./dnsbl/Dnsbl.ts"
import type { DomainKnowledge } from "./DomainKnowledge.ts"
import type { KnownDomain } from "./DomainKnowledge.ts"
import { knownCatchAll } from "./judge/knownCatchAll.ts"
import type { RuleSet } from "./judge/RuleSet.ts"
import type { Lists } from "./lists/Lists.ts"
import type { ProbeOptions } from "./Prober.ts"
import type { DomainAges } from "./rdap/DomainAges.ts"

export interface VerifyOptions extends ProbeOptions {
  /** Whether to ask for MTA-STS, TLS-RPT and BIMI too. The default is true; a bulk job has no use for them. */
  readonly context?: boolean
  /** The default is fast. Deep mode also asks the mail server, last and with its own time limit. */
  readonly mode?: Mode
  /** Time limit of the whole deep verification; without it, the prober's own limits hold. */
  readonly timeout?: Duration.Duration
  /** The rules of the account that asks. */
  readonly rules?: RuleSet | undefined
}

export interface VerifyRequest extends VerifyOptions {
  /** When the request started, in epoch milliseconds. */
  readonly startedAt: number
  /** The deadline of the fast steps. */
  readonly deadline: Deadline
  /** Whether the request waits for facts that are slow to learn. */
  readonly isPatient?: boolean
}

/**
 * The evidence that one step adds for a well-formed address. A step returns plain data when it needs no
 * network or everything is cached: an effect takes a fiber, and nearly all rows of a list are cached.
 */
export type PartialEvidence = Partial<Evidence>
type RunStep = (
  evidence: Evidence,
  address: Address,
  request: VerifyRequest
) => PartialEvidence | Effect.Effect<PartialEvidence>

/** The facts that are slow to learn: a list waits for them (catchUp.ts). */
export type SlowFact = "age" | "dnsbl"

export interface Step extends RunStep {
  readonly slowFacts?: ReadonlyArray<SlowFact>
}

const slow = (slowFacts: ReadonlyArray<SlowFact>, run: RunStep): Step =>
  Object.assign(run, { slowFacts })

/** The result of a step that misses the deadline. That is rare: each step has a shorter limit of its own. */
export const missed = ({ slowFacts = [] }: Step, evidence: Evidence): PartialEvidence =>
  Object.fromEntries(
    slowFacts.filter((key) => evidence[key] === notAsked).map((key) => [key, late("not in time")])
  )

export const checkSyntax = (text: string): Evidence => {
  const input = text.trim()
  const parsed = parseAddress(input)
  return {
    input,
    syntax: Result.isFailure(parsed)
      ? { _tag: "malformed", why: severalAddresses(input) ?? parsed.failure }
      : { _tag: "wellFormed", address: parsed.success, normalized: normalize(parsed.success) },
    lists: undefined,
    localPart: undefined,
    domain: undefined,
    context: undefined,
    didYouMean: Result.isFailure(parsed) ? cleanAddress(input) : undefined,
    dnsbl: notAsked,
    age: notAsked,
    catchAll: notAsked
  }
}

export const checkLists =
  (lists: Lists["Service"]): Step =>
  (_, address) => ({
    lists: lists.consult(address),
    localPart: classifyLocalPart(address.localPart)
  })

/**
 * Whether somebody waits for this address alone. Many addresses have many dead names, of which only the MX records are
 * asked: resolvers are asked no more than is needed.
 */
const isAlone = ({ urgency = "realTime", isOfList = false }: VerifyOptions): boolean =>
  urgency === "realTime" && !isOfList

/** Asks about the domain. The records that the answer has besides are asked at the same time, and awaited last. */
export const askDns =
  (facts: DomainFacts, contexts: ContextFacts): Step =>
  (_, { domain }, request) => {
    const known = facts.known(domain, request.startedAt)
    if (known) return { domain: known }
    const { context = true } = request
    const askContext = context ? contexts.loadAhead(domain) : Effect.void
    if (isAlone(request))
      return Effect.gen(function* () {
        yield* facts.loadAhead(domain)
        yield* askContext
        return { domain: yield* facts.get(domain) }
      })
    return Effect.gen(function* () {
      const found = yield* facts.get(domain)
      if (!isSettled(found.route)) yield* askContext
      return { domain: found }
    })
  }

/** Asks only what decides whether a mail server is asked, and which one. */
export const askRoute =
  (facts: DomainFacts): Step =>
  (_, { domain }, { startedAt }) => {
    const known = facts.known(domain, startedAt)
    return known ? { domain: known } : Effect.map(facts.routeOf(domain), (domain) => ({ domain }))
  }

/**
 * Operators whose customers are companies. A mailbox provider that a list calls free has mail hosts of its own: where
 * the mail goes to one of these, the domain has changed hands or never was one.
 */
const companyProviders: ReadonlySet<string> = new Set(["google_workspace", "microsoft365"])

/** The first mail host that belongs to a throwaway service by the lists, such as `mx1.mytemp.email`. */
const throwawayHost = (lists: Lists["Service"], hosts: ReadonlyArray<MailHost>) => {
  for (const { host } of hosts) {
    const standing = lists.standingOf(host)
    if (standing?.conclusion === "disposable") return { service: standing.entry, host }
  }
  return undefined
}

/** Weighs what the lists say against the names of the mail hosts, which DNS has told by now. */
export const weighLists =
  (lists: Lists["Service"]): Step =>
  ({ lists: found, domain }, address) => {
    if (found === undefined || domain?.route._tag !== "hosts" || domain.route.implicit) return {}
    const { provider, relayHost, disposableHost, route } = domain
    if (provider._tag === "Present")
      return companyProviders.has(provider.value.id) && found.free !== undefined
        ? { lists: lists.consult(address, "company") }
        : {}
    const isKnown = [found.disposable, found.free, found.relay].some((one) => one !== undefined)
    if (isKnown || relayHost._tag === "Present" || disposableHost._tag === "Present") return {}
    const match = throwawayHost(lists, route.hosts)
    return match === undefined ? {} : { domain: { ...domain, disposableHost: present(match) } }
  }

/**
 * The address that was probably meant: a letter that looks like another counts anywhere, quotation marks only in the
 * local part, a typo only in the domain.
 */
const intendedBy = (address: Address, route: MailRoute | undefined): string | undefined => {
  const bare = unquoted(address)
  const meant = lookAlikeIn(bare ?? address)?.meant ?? bare
  return didYouMean(meant ?? address, route) ?? (meant && print(meant))
}

/** The rule of the account that decides about the address. */
const ruleFor = (
  rules: RuleSet,
  { syntax, domain }: Evidence,
  address: Address
): PartialEvidence => {
  const mailbox = syntax._tag === "wellFormed" ? syntax.normalized : ""
  const rule = rules.find(address, mailbox, domain)
  return rule === undefined ? {} : { rule }
}

/** Adds what follows from the address, the account's rules and the answers of DNS, without another question. */
export const deduce: Step = (evidence, address, { rules }) => ({
  didYouMean: intendedBy(address, evidence.domain?.route),
  catchAll: knownCatchAll(address.domain, evidence.domain),
  ...(rules && ruleFor(rules, evidence, address))
})

/** Waits for the records that no verdict depends on: `wait` at most where somebody waits for this address alone. */
export const askContext =
  (contexts: ContextFacts, wait: Duration.Duration): Step =>
  (_, { domain }, request) => {
    if (request.context === false) return {}
    const known = contexts.known(domain, request.startedAt)
    if (known) return { context: known }
    const found = isAlone(request) ? contexts.within(domain, wait) : contexts.get(domain)
    return Effect.map(found, (context) => ({ context }))
  }

export const askBlocklists = (dnsbl: Dnsbl["Service"]): Step =>
  slow(["dnsbl"], ({ domain: facts }, { domain }, { startedAt, isPatient }) => {
    const hosts = facts?.route._tag === "hosts" ? facts.route.hosts : []
    const known = dnsbl.known(domain, hosts, startedAt)
    if (known) return { dnsbl: known }
    const ask = isPatient ? dnsbl.allListings : dnsbl.listings
    return Effect.map(ask(domain, hosts), (dnsbl) => ({ dnsbl }))
  })

export const askRegistry = (ages: DomainAges["Service"]): Step =>
  slow(["age"], (_, { domain }, { startedAt, isPatient }) => {
    const known = ages.known(domain, startedAt)
    if (known) return { age: known }
    const ask = isPatient ? ages.patientAgeOf : ages.ageOf
    return Effect.map(ask(domain), (age) => ({ age }))
  })

/** Adds what earlier SMTP sessions showed. A domain without MX has had none, because it is not probed. */
export const recallDomain =
  (knowledge: DomainKnowledge["Service"]): Step =>
  ({ catchAll, domain }, address, { startedAt }) => {
    const isProbed = domain?.route._tag === "hosts" && !domain.route.implicit
    if (!isProbed || catchAll._tag !== "Unanswered") return {}
    const factsIn = ({ catchAll, learntAt }: KnownDomain): PartialEvidence =>
      learntAt === undefined ? {} : { catchAll, catchAllLearntAt: learntAt }
    const known = knowledge.known(address.domain, startedAt)
    return known ? factsIn(known) : Effect.map(knowledge.recall(address.domain), factsIn)
  }

/** The step of an optional service, such as blocklists. If the service is not provided, the step is left out. */
export const ifProvided = <Id, Service>(
  key: Context.Key<Id, Service>,
  step: (service: Service) => Step
) =>
  Effect.map(
    Effect.serviceOption(key),
    Option.match({ onNone: () => [], onSome: (service) => [step(service)] })
  )

/** Skips a step once DNS has settled the verdict: nothing that the step finds could change it. */
export const unlessSettled = (step: Step): Step =>
  slow(step.slowFacts ?? [], (evidence, address, request) =>
    evidence.domain === undefined || isSettled(evidence.domain.route)
      ? {}
      : step(evidence, address, request)
  )

export const isEffect = (
  result: PartialEvidence | Effect.Effect<PartialEvidence>
): result is Effect.Effect<PartialEvidence> => Effect.isEffect(result)

/** Runs independent steps at the same time. A step that misses the deadline loses only its own facts. */
export const inParallel = (...steps: ReadonlyArray<Step>): Step =>
  slow(
    steps.flatMap(({ slowFacts = [] }) => slowFacts),
    (evidence, address, request) => {
      const known: Array<PartialEvidence> = []
      const work: Array<readonly [Step, Effect.Effect<PartialEvidence>]> = []
      for (const step of steps) {
        const result = step(evidence, address, request)
        if (isEffect(result)) work.push([step, result])
        else known.push(result)
      }
      if (work.length === 0) return Object.assign({}, ...known)
      return Effect.gen(function* () {
        const fibers = yield* Effect.forEach(work, ([, one]) => forkNow(one))
        const found = yield* Effect.forEach(fibers, (fiber, index) =>
          request.deadline.awaitFiber(fiber, () => missed(work[index]![0], evidence))
        )
        return Object.assign({}, ...known, ...found) as PartialEvidence
      })
    }
  )

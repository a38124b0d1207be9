/**
 * The whole verification of one address. It always ends with a judgement and never with an error:
 * what could not be learnt is part of the evidence.
 */
import type { Address } from "@rcpt/domain/Address"
import type { Evidence } from "@rcpt/domain/Evidence"
import { notAsked } from "@rcpt/domain/Fact"
import type { Mode } from "@rcpt/domain/Verdict"
import type { Verification } from "@rcpt/domain/Verification"
import { Clock, Context, Duration, Effect, Layer, Option, Result } from "effect"

import { begin, byDeadline, Deadline } from "./byDeadline.ts"
import { makeContextFacts } from "./ContextFacts.ts"
import type { ContextFacts } from "./ContextFacts.ts"
import { didYouMean } from "./didYouMean.ts"
import { Dnsbl } from "./dnsbl/Dnsbl.ts"
import { isSettled, makeDomainFacts } from "./DomainFacts.ts"
import type { DomainFacts, DomainFactsOptions } from "./DomainFacts.ts"
import { DomainMemory } from "./DomainMemory.ts"
import type { DomainKnowledge } from "./DomainMemory.ts"
import { judge } from "./judge.ts"
import { knownCatchAll } from "./knownCatchAll.ts"
import { answerWaitMax } from "./limits.ts"
import { Lists } from "./Lists.ts"
import { lookAtLocalPart } from "./lookAtLocalPart.ts"
import { normalize } from "./normalize.ts"
import { parseAddress } from "./parseAddress.ts"
import { DomainAges } from "./rdap/DomainAges.ts"
import type { Resolver } from "./Resolver.ts"
import { playSandbox } from "./sandbox/playSandbox.ts"
import { askMailServer } from "./smtp/askMailServer.ts"
import { Prober } from "./smtp/Prober.ts"
import type { ProbeWishes } from "./smtp/Prober.ts"

export interface Wishes extends ProbeWishes {
  /** MTA-STS, TLS-RPT and BIMI too. Default true; a bulk job has no use for them. */
  readonly context?: boolean
  /** Default fast. Deep asks the mail server too, last and in its own time. */
  readonly mode?: Mode
  /** What deep mode may take, for everything; without it, the prober's own limits hold. */
  readonly timeout?: Duration.Duration
}

interface Request extends Wishes {
  /** When it came, in epoch milliseconds. */
  readonly startedAt: number
  /** When the answer has to be there. */
  readonly deadline: Deadline
}

/**
 * What a step has learnt about a well-formed address: at once, when it needs nobody for it or all is
 * in memory. An effect takes a fiber, and a list has a million rows of which nearly all are known.
 */
type Learnt = Partial<Evidence>
type Step = (
  evidence: Evidence,
  address: Address,
  request: Request
) => Learnt | Effect.Effect<Learnt>

/** A step that is late has learnt nothing; each has a shorter limit of its own, so this is rare. */
const nothing = (): Learnt => ({})

const checkSyntax = (text: string): Evidence => {
  const input = text.trim()
  const parsed = parseAddress(input)
  return {
    input,
    syntax: Result.isFailure(parsed)
      ? { _tag: "malformed", why: parsed.failure }
      : { _tag: "wellFormed", address: parsed.success, normalized: normalize(parsed.success) },
    lists: undefined,
    localPart: undefined,
    domain: undefined,
    context: undefined,
    didYouMean: undefined,
    dnsbl: notAsked,
    age: notAsked,
    catchAll: notAsked
  }
}

const consultLists =
  (lists: Lists["Service"]): Step =>
  (_, address) => ({
    lists: lists.consult(address),
    localPart: lookAtLocalPart(address.localPart)
  })

const askDns =
  (facts: DomainFacts): Step =>
  (_, { domain }, { startedAt }) => {
    const known = facts.known(domain, startedAt)
    return known ? { domain: known } : Effect.map(facts.ask(domain), (domain) => ({ domain }))
  }

/** What follows from the rest, once DNS has spoken. */
const conclude: Step = ({ domain }, address) => ({
  didYouMean: didYouMean(address, domain?.route),
  catchAll: knownCatchAll(address.domain, domain)
})

const askContext =
  (contexts: ContextFacts): Step =>
  (_, { domain }, { context = true, startedAt }) => {
    if (!context) return {}
    const known = contexts.known(domain, startedAt)
    return known ? { context: known } : Effect.map(contexts.ask(domain), (context) => ({ context }))
  }

const askBlocklists =
  (dnsbl: Dnsbl["Service"]): Step =>
  ({ domain: facts }, { domain }, { startedAt }) => {
    const hosts = facts?.route._tag === "hosts" ? facts.route.hosts : []
    const known = dnsbl.known(domain, hosts, startedAt)
    return known
      ? { dnsbl: known }
      : Effect.map(dnsbl.listings(domain, hosts), (dnsbl) => ({ dnsbl }))
  }

const askRegistry =
  (ages: DomainAges["Service"]): Step =>
  (_, { domain }, { startedAt }) => {
    const known = ages.known(domain, startedAt)
    return known ? { age: known } : Effect.map(ages.ageOf(domain), (age) => ({ age }))
  }

/** What conversations taught before. It says nothing of a domain without MX, which is not probed. */
const recallDomain =
  (memory: DomainMemory["Service"]): Step =>
  ({ catchAll, domain }, address, { startedAt }) => {
    const mayKnow = domain?.route._tag === "hosts" && !domain.route.implicit
    if (!mayKnow || catchAll._tag !== "Unanswered") return {}
    const taught = ({ catchAll, learntAt }: DomainKnowledge): Learnt =>
      learntAt === undefined ? {} : { catchAll, catchAllLearntAt: learntAt }
    const known = memory.known(address.domain, startedAt)
    return known ? taught(known) : Effect.map(memory.recall(address.domain), taught)
  }

/** A service that nobody provided is not asked: blocklists and registries are for whoever may. */
const ifProvided = <Id, Service>(key: Context.Key<Id, Service>, step: (service: Service) => Step) =>
  Effect.map(
    Effect.serviceOption(key),
    Option.match({ onNone: () => [], onSome: (service) => [step(service)] })
  )

/** Asked only about domains that can take mail: nothing else can change a settled verdict. */
const unlessSettled =
  (step: Step): Step =>
  (evidence, address, request) =>
    evidence.domain === undefined || isSettled(evidence.domain.route)
      ? {}
      : step(evidence, address, request)

const isWork = (learnt: Learnt | Effect.Effect<Learnt>): learnt is Effect.Effect<Learnt> =>
  Effect.isEffect(learnt)

/** Steps that need nothing from each other, at the same time; one that is late costs only itself. */
const together =
  (...steps: ReadonlyArray<Step>): Step =>
  (evidence, address, request) => {
    const learnt = steps.map((step) => step(evidence, address, request))
    const known: Learnt = Object.assign({}, ...learnt.filter((one) => !isWork(one)))
    const work = learnt.filter(isWork)
    if (work.length === 0) return known
    return Effect.gen(function* () {
      const begun = yield* Effect.forEach(work, begin)
      const told = yield* Effect.forEach(begun, (fiber) => request.deadline.ended(fiber, nothing))
      return Object.assign({}, known, ...told) as Learnt
    })
  }

const left = (timeout: Duration.Duration = Duration.infinity, gone: number): Duration.Duration =>
  Duration.subtract(timeout, Duration.millis(gone))

export class Verifier extends Context.Service<
  Verifier,
  { verify(input: string, wishes?: Wishes): Effect.Effect<Verification> }
>()("@rcpt/verifier/Verifier") {
  static readonly layer = (
    options: DomainFactsOptions = {}
  ): Layer.Layer<Verifier, never, Resolver | Lists> =>
    Layer.effect(
      Verifier,
      Effect.gen(function* () {
        const lists = yield* Lists
        const facts = yield* makeDomainFacts(options)
        const contexts = yield* makeContextFacts
        const prober = Option.getOrElse(yield* Effect.serviceOption(Prober), () => Prober.off)
        const strangers = [
          ...(yield* ifProvided(Dnsbl, askBlocklists)),
          ...(yield* ifProvided(DomainAges, askRegistry)),
          ...(yield* ifProvided(DomainMemory, recallDomain))
        ]

        /** Cheapest first. What needs no network is learnt of every well-formed address. */
        const steps: ReadonlyArray<Step> = [
          consultLists(lists),
          askDns(facts),
          conclude,
          unlessSettled(together(askContext(contexts), ...strangers))
        ]

        const learnFast = Effect.fnUntraced(function* (input: string, wishes: Wishes) {
          let evidence = checkSyntax(input)
          const startedAt = yield* Clock.currentTimeMillis
          const played = playSandbox(evidence, startedAt)
          if (played !== undefined) return played
          if (evidence.syntax._tag === "malformed") return evidence
          const { address } = evidence.syntax
          const wait = Duration.min(answerWaitMax, wishes.timeout ?? answerWaitMax)
          const request = {
            ...wishes,
            startedAt,
            deadline: new Deadline(startedAt + Duration.toMillis(wait))
          }
          for (const step of steps) {
            const learnt = step(evidence, address, request)
            evidence = {
              ...evidence,
              ...(isWork(learnt) ? yield* byDeadline(learnt, request.deadline, nothing) : learnt)
            }
          }
          return evidence
        })

        return {
          verify: Effect.fnUntraced(function* (input, wishes = {}) {
            const startedAt = yield* Clock.currentTimeMillis
            const fast = yield* learnFast(input, wishes)
            const evidence =
              wishes.mode === "deep"
                ? yield* askMailServer(prober, fast, {
                    ...wishes,
                    timeout: left(wishes.timeout, (yield* Clock.currentTimeMillis) - startedAt)
                  })
                : fast
            return { evidence, judgement: judge(evidence) }
          })
        }
      })
    )
}

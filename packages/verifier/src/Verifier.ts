/**
 * The whole verification of one address. It always ends with a judgement and never with an error: a
 * fact that could not be found out is part of the evidence.
 */
import type { Address } from "@rcpt/domain/Address"
import type { DomainEvidence, Evidence } from "@rcpt/domain/Evidence"
import type { Verification } from "@rcpt/domain/Verification"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"

import { byDeadline, Deadline } from "./cache/Deadline.ts"
import { catchUpWith } from "./catchUp.ts"
import { makeContextFacts } from "./dns/ContextFacts.ts"
import { makeDomainFacts } from "./dns/DomainFacts.ts"
import type { DomainFactsOptions } from "./dns/DomainFacts.ts"
import type { Resolver } from "./dns/Resolver.ts"
import { Dnsbl } from "./dnsbl/Dnsbl.ts"
import { DomainKnowledge } from "./DomainKnowledge.ts"
import { judge } from "./judge/judge.ts"
import { answerWaitMax, policyWaitDefault } from "./limits.ts"
import { Lists } from "./lists/Lists.ts"
import { Prober, smtpEvidence, withSmtpEvidence } from "./Prober.ts"
import { DomainAges } from "./rdap/DomainAges.ts"
import { playSandbox } from "./sandbox/playSandbox.ts"
import { traced, verifierSpans } from "./spans.ts"
import {
  askBlocklists,
  askContext,
  askDns,
  askRegistry,
  askRoute,
  checkLists,
  checkSyntax,
  deduce,
  ifProvided,
  inParallel,
  isEffect,
  missed,
  recallDomain,
  unlessSettled,
  weighLists
} from "./steps.ts"
import type { Step, VerifyOptions, VerifyRequest } from "./steps.ts"

/** Says a reason of a judgement in English. */
export { reasonSentence } from "@rcpt/domain/saidReasons"

export interface VerifierOptions extends DomainFactsOptions {
  /** How long an answer about one address waits for the last record that no verdict depends on. */
  readonly policyWait?: Duration.Duration
}

/**
 * The time that is left for the prober. Without a timeout nothing is passed on: a prober on another node cannot
 * be told "for ever".
 */
const left = (timeout: Duration.Duration | undefined, used: number) =>
  timeout && { timeout: Duration.subtract(timeout, Duration.millis(used)) }

const judged = (evidence: Evidence): Verification => ({ evidence, judgement: judge(evidence) })

/** Evidence, or an effect if a step has to wait. Nearly always everything is known at once: see `Step`. */
type Collected = Evidence | Effect.Effect<Evidence>

/** Runs the steps from index `from` on. */
const runSteps = (
  steps: ReadonlyArray<Step>,
  from: number,
  evidence: Evidence,
  address: Address,
  request: VerifyRequest
): Collected => {
  let known = evidence
  for (let index = from; index < steps.length; index++) {
    const step = steps[index]!
    const result = step(known, address, request)
    if (isEffect(result)) {
      const missing = () => missed(step, known)
      return Effect.flatMap(byDeadline(result, request.deadline, missing), (found) => {
        const rest = runSteps(steps, index + 1, { ...known, ...found }, address, request)
        return Effect.isEffect(rest) ? rest : Effect.succeed(rest)
      })
    }
    known = { ...known, ...result }
  }
  return known
}

/** Collects the evidence of the fast checks; `startedAt` is in epoch milliseconds. */
const collect =
  (steps: ReadonlyArray<Step>) =>
  (input: string, options: VerifyOptions, startedAt: number): Collected => {
    const evidence = checkSyntax(input)
    const sandboxed = playSandbox(evidence, startedAt)
    if (sandboxed !== undefined) return sandboxed
    if (evidence.syntax._tag === "malformed") return evidence
    const wait = Duration.min(answerWaitMax, options.timeout ?? answerWaitMax)
    const deadline = new Deadline(startedAt + Duration.toMillis(wait))
    return runSteps(steps, 0, evidence, evidence.syntax.address, {
      ...options,
      startedAt,
      deadline
    })
  }

/** Adds what the mail server says; `toProbe` collects what has to be known before one is asked. */
const deepWith = (
  prober: Prober["Service"],
  toProbe: ReturnType<typeof collect>,
  catchUp: ReturnType<typeof catchUpWith>
) => {
  const askServer = Effect.fnUntraced(function* (
    evidence: Evidence,
    options: VerifyOptions,
    startedAt: number
  ) {
    const used = (yield* Clock.currentTimeMillis) - startedAt
    return yield* smtpEvidence(prober, evidence, { ...options, ...left(options.timeout, used) })
  })

  /** Asks the mail server as soon as it is known, while other questions about the domain are still open. */
  const askServerAhead = Effect.fnUntraced(function* (
    input: string,
    options: VerifyOptions,
    startedAt: number
  ) {
    const collected = toProbe(input, options, startedAt)
    const evidence = Effect.isEffect(collected) ? yield* collected : collected
    return yield* askServer(evidence, options, startedAt)
  })

  return Effect.fnUntraced(function* (
    input: string,
    collected: Collected,
    options: VerifyOptions,
    startedAt: number
  ) {
    const [fast, smtp] = Effect.isEffect(collected)
      ? yield* Effect.all([collected, askServerAhead(input, options, startedAt)], {
          concurrency: "unbounded"
        })
      : [collected, yield* askServer(collected, options, startedAt)]
    // Other facts may have arrived while the mail server was asked.
    return yield* catchUp(judged(withSmtpEvidence(fast, smtp)), Duration.zero)
  })
}

export class Verifier extends Context.Service<
  Verifier,
  {
    readonly verify: (input: string, options?: VerifyOptions) => Effect.Effect<Verification>
    /** Adds the facts that were late for a verification, as far as they arrive within `wait`, and judges it again. */
    readonly catchUp: (
      verification: Verification,
      wait: Duration.Duration
    ) => Effect.Effect<Verification>
    /** What DNS has said about a domain, if this process still knows it. No question is sent. */
    readonly knownDomain: (domain: string, now: number) => DomainEvidence | undefined
  }
>()("@rcpt/verifier/Verifier") {
  static readonly layer = ({
    policyWait = policyWaitDefault,
    ...domainFactsOptions
  }: VerifierOptions = {}): Layer.Layer<Verifier, never, Resolver | Lists> =>
    Layer.effect(
      Verifier,
      Effect.gen(function* () {
        const lists = yield* Lists
        const facts = yield* makeDomainFacts(domainFactsOptions)
        const contexts = yield* makeContextFacts
        const prober = Option.getOrElse(yield* Effect.serviceOption(Prober), () => Prober.off)
        const slowSteps = [
          ...(yield* ifProvided(Dnsbl, askBlocklists)),
          ...(yield* ifProvided(DomainAges, askRegistry))
        ]
        const recall = yield* ifProvided(DomainKnowledge, recallDomain)
        const catchUp = catchUpWith(slowSteps)

        /** The cheapest step comes first. Steps that need no network run for every well-formed address. */
        const steps: ReadonlyArray<Step> = [
          checkLists(lists),
          askDns(facts, contexts),
          weighLists(lists),
          deduce,
          unlessSettled(inParallel(...slowSteps, ...recall)),
          // Last, so that its wait is one beyond everything else. It was asked with the first questions.
          unlessSettled(askContext(contexts, policyWait))
        ]

        /** What has to be known before a mail server is asked. */
        const stepsToProbe: ReadonlyArray<Step> = [
          checkLists(lists),
          askRoute(facts),
          weighLists(lists),
          deduce,
          unlessSettled(inParallel(...recall))
        ]

        const collectFast = collect(steps)

        const verifyDeep = deepWith(prober, collect(stepsToProbe), catchUp)

        const verify = (input: string, options: VerifyOptions): Effect.Effect<Verification> =>
          Effect.withFiber((fiber) => {
            const startedAt = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
            const collected = collectFast(input, options, startedAt)
            if (options.mode === "deep") return verifyDeep(input, collected, options, startedAt)
            return Effect.isEffect(collected)
              ? Effect.map(collected, judged)
              : Effect.succeed(judged(collected))
          })

        return {
          catchUp,
          knownDomain: facts.known,
          verify: (input, options = {}) =>
            verify(input, options).pipe(
              traced(verifierSpans.verify, { mode: options.mode ?? "fast" }, ({ judgement }) => ({
                status: judgement.status,
                sub_status: judgement.subStatus
              }))
            )
        }
      })
    )
}

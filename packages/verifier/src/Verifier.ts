/**
 * The whole verification of one address. It always ends with a judgement and never with an error: a
 * fact that could not be found out is part of the evidence.
 */
import type { Verification } from "@rcpt/domain/Verification"
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"

import { askMailServer } from "./askMailServer.ts"
import { byDeadline, Deadline } from "./cache/Deadline.ts"
import { makeContextFacts } from "./dns/ContextFacts.ts"
import { makeDomainFacts } from "./dns/DomainFacts.ts"
import type { DomainFactsOptions } from "./dns/DomainFacts.ts"
import type { Resolver } from "./dns/Resolver.ts"
import { Dnsbl } from "./dnsbl/Dnsbl.ts"
import { DomainKnowledge } from "./DomainKnowledge.ts"
import { judge } from "./judge/judge.ts"
import { answerWaitMax } from "./limits.ts"
import { Lists } from "./lists/Lists.ts"
import { Prober } from "./Prober.ts"
import { DomainAges } from "./rdap/DomainAges.ts"
import { playSandbox } from "./sandbox/playSandbox.ts"
import { traced, verifierSpans } from "./spans.ts"
import {
  askBlocklists,
  askContext,
  askDns,
  askRegistry,
  checkLists,
  checkSyntax,
  deduce,
  ifProvided,
  inParallel,
  isEffect,
  nothing,
  recallDomain,
  unlessSettled
} from "./steps.ts"
import type { Step, VerifyOptions } from "./steps.ts"

const left = (timeout: Duration.Duration = Duration.infinity, used: number): Duration.Duration =>
  Duration.subtract(timeout, Duration.millis(used))

export class Verifier extends Context.Service<
  Verifier,
  { verify(input: string, options?: VerifyOptions): Effect.Effect<Verification> }
>()("@rcpt/verifier/Verifier") {
  static readonly layer = (
    domainFactsOptions: DomainFactsOptions = {}
  ): Layer.Layer<Verifier, never, Resolver | Lists> =>
    Layer.effect(
      Verifier,
      Effect.gen(function* () {
        const lists = yield* Lists
        const facts = yield* makeDomainFacts(domainFactsOptions)
        const contexts = yield* makeContextFacts
        const prober = Option.getOrElse(yield* Effect.serviceOption(Prober), () => Prober.off)
        const optionalSteps = [
          ...(yield* ifProvided(Dnsbl, askBlocklists)),
          ...(yield* ifProvided(DomainAges, askRegistry)),
          ...(yield* ifProvided(DomainKnowledge, recallDomain))
        ]

        /** Cheapest first. Steps that need no network run for every well-formed address. */
        const steps: ReadonlyArray<Step> = [
          checkLists(lists),
          askDns(facts),
          deduce,
          unlessSettled(inParallel(askContext(contexts), ...optionalSteps))
        ]

        const collectFast = Effect.fnUntraced(function* (input: string, options: VerifyOptions) {
          let evidence = checkSyntax(input)
          const startedAt = yield* Clock.currentTimeMillis
          const sandboxed = playSandbox(evidence, startedAt)
          if (sandboxed !== undefined) return sandboxed
          if (evidence.syntax._tag === "malformed") return evidence
          const { address } = evidence.syntax
          const wait = Duration.min(answerWaitMax, options.timeout ?? answerWaitMax)
          const request = {
            ...options,
            startedAt,
            deadline: new Deadline(startedAt + Duration.toMillis(wait))
          }
          for (const step of steps) {
            const result = step(evidence, address, request)
            evidence = {
              ...evidence,
              ...(isEffect(result) ? yield* byDeadline(result, request.deadline, nothing) : result)
            }
          }
          return evidence
        })

        const verify = Effect.fnUntraced(function* (input: string, options: VerifyOptions) {
          const startedAt = yield* Clock.currentTimeMillis
          const fast = yield* collectFast(input, options)
          const evidence =
            options.mode === "deep"
              ? yield* askMailServer(prober, fast, {
                  ...options,
                  timeout: left(options.timeout, (yield* Clock.currentTimeMillis) - startedAt)
                })
              : fast
          return { evidence, judgement: judge(evidence) }
        })

        return {
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

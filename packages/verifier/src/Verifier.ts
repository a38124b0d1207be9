/**
 * The whole verification of one address. It always ends with a judgement and never with an error:
 * what could not be learnt is part of the evidence.
 */
import type { Address } from "@rcpt/domain/Address"
import type { Evidence } from "@rcpt/domain/Evidence"
import type { Verification } from "@rcpt/domain/Verification"
import { Context, Effect, Layer, Result } from "effect"

import { makeDomainFacts } from "./DomainFacts.ts"
import type { DomainFacts, DomainFactsOptions } from "./DomainFacts.ts"
import { judge } from "./judge.ts"
import { Lists } from "./Lists.ts"
import { normalize } from "./normalize.ts"
import { parseAddress } from "./parseAddress.ts"
import type { Resolver } from "./Resolver.ts"

/** Adds to the evidence what it can learn about a well-formed address. */
type Step = (evidence: Evidence, address: Address) => Evidence | Effect.Effect<Evidence>

const checkSyntax = (text: string): Evidence => {
  const input = text.trim()
  const parsed = parseAddress(input)
  const syntax: Evidence["syntax"] = Result.isFailure(parsed)
    ? { _tag: "malformed", why: parsed.failure }
    : { _tag: "wellFormed", address: parsed.success, normalized: normalize(parsed.success) }
  return { input, syntax, lists: undefined, domain: undefined }
}

const consultLists =
  (lists: Lists["Service"]): Step =>
  (evidence, address) => ({ ...evidence, lists: lists.consult(address) })

const askDns =
  (facts: DomainFacts): Step =>
  (evidence, address) =>
    Effect.map(facts.about(address.domain), (domain) => ({ ...evidence, domain }))

export class Verifier extends Context.Service<
  Verifier,
  { verify(input: string): Effect.Effect<Verification> }
>()("@rcpt/verifier/Verifier") {
  static readonly layer = (
    options: DomainFactsOptions = {}
  ): Layer.Layer<Verifier, never, Resolver | Lists> =>
    Layer.effect(
      Verifier,
      Effect.gen(function* () {
        const lists = yield* Lists
        const facts = yield* makeDomainFacts(options)

        /** Cheapest first. What needs no network is learnt of every well-formed address. */
        const steps: ReadonlyArray<Step> = [consultLists(lists), askDns(facts)]

        return {
          verify: Effect.fnUntraced(function* (input) {
            let evidence = checkSyntax(input)
            for (const step of steps) {
              if (evidence.syntax._tag === "malformed") break
              const more = step(evidence, evidence.syntax.address)
              evidence = Effect.isEffect(more) ? yield* more : more
            }
            return { evidence, judgement: judge(evidence) }
          })
        }
      })
    )
}

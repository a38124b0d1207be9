/**
 * Which local parts each account has tried at each domain, in the memory of the node that has the guard of
 * its mail hosts: all questions about a domain pass through that guard, from all nodes. A restart resets the
 * counts. They only slow harvesting down, nothing is billed by them.
 */
import { Context, Effect, Layer } from "effect"

import * as BoundedMap from "../../platform/BoundedMap.ts"
import { Config } from "../../platform/Config.ts"
import { enumerationLimit } from "./enumerationLimit.ts"
import type { EnumerationLimit } from "./enumerationLimit.ts"
import { guessLimit } from "./guessLimit.ts"
import type { GuessLimit } from "./guessLimit.ts"

/** Domains with probes in the last hour, each with a few hundred bytes. */
const domainsMax = 50_000

/** One limit per domain, made when it is first asked for. */
const perDomain = <Limit>(make: () => Limit): ((domain: string) => Limit) => {
  const limits = BoundedMap.make<string, Limit>(domainsMax)
  return (domain) => {
    const limit = limits.get(domain) ?? make()
    limits.set(domain, limit)
    return limit
  }
}

export class EnumerationLimits extends Context.Service<
  EnumerationLimits,
  {
    /** Of live requests. */
    readonly of: (domain: string) => EnumerationLimit
    /** Of all questions, those of jobs too. */
    readonly guessesAt: (domain: string) => GuessLimit
  }
>()("@rcpt/service/probing/domains/EnumerationLimits") {
  static readonly layer: Layer.Layer<EnumerationLimits, never, Config> = Layer.effect(
    EnumerationLimits,
    Effect.map(Config, ({ enumerationLimit: quota }) => ({
      of: perDomain(() => enumerationLimit(quota)),
      guessesAt: perDomain(() => guessLimit(quota))
    }))
  )
}

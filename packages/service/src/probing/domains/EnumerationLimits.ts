/**
 * How many local parts each account has tried at each domain, in the memory of the node that has the
 * guard of the domain. A restart resets the counts. They only slow harvesting down, nothing is billed
 * by them.
 */
import { Context, Effect, Layer } from "effect"

import * as BoundedMap from "../../platform/BoundedMap.ts"
import { Config } from "../../platform/Config.ts"
import { enumerationLimit } from "./enumerationLimit.ts"
import type { EnumerationLimit } from "./enumerationLimit.ts"

/** Domains with probes in the last hour, each with a few hundred bytes. */
const domainsMax = 50_000

export class EnumerationLimits extends Context.Service<
  EnumerationLimits,
  { readonly of: (domain: string) => EnumerationLimit }
>()("@rcpt/service/probing/domains/EnumerationLimits") {
  static readonly layer: Layer.Layer<EnumerationLimits, never, Config> = Layer.effect(
    EnumerationLimits,
    Effect.map(Config, ({ enumerationLimit: quota }) => {
      const limits = BoundedMap.make<string, EnumerationLimit>(domainsMax)
      return {
        of: (domain) => {
          const limit = limits.get(domain) ?? enumerationLimit(quota)
          limits.set(domain, limit)
          return limit
        }
      }
    })
  )
}

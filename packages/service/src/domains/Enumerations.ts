/**
 * How many names each account has tried at each domain. Of this node: all questions about a domain come
 * to the node that has its guard. A restart forgets them; this keeps harvesters slow, it bills nobody.
 */
import { Context, Effect, Layer } from "effect"

import { Config } from "../Config.ts"
import * as RecentMap from "../limits/RecentMap.ts"
import { enumeration } from "./enumeration.ts"
import type { Enumeration } from "./enumeration.ts"

/** Domains with questions in the last hour, each with a few hundred octets. */
const domainsMax = 50_000

export class Enumerations extends Context.Service<
  Enumerations,
  { readonly of: (domain: string) => Enumeration }
>()("@rcpt/service/domains/Enumerations") {
  static readonly layer: Layer.Layer<Enumerations, never, Config> = Layer.effect(
    Enumerations,
    Effect.map(Config, ({ enumerationLimit }) => {
      const counts = RecentMap.make<string, Enumeration>(domainsMax)
      return {
        of: (domain) => {
          const count = counts.get(domain) ?? enumeration(enumerationLimit)
          counts.set(domain, count)
          return count
        }
      }
    })
  )
}

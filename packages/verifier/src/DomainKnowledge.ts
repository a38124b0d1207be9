/**
 * Remembers what SMTP sessions have shown about domains, and for how long it holds, so that a domain's
 * servers are asked the same thing once and not once per address. A verifier without this service starts
 * with nothing.
 */
import type { CatchAll } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer } from "effect"

import { boundedCache } from "./cache/boundedCache.ts"

/** What is known about a domain now. A fact that is unknown or too old is unanswered or `undefined`. */
export interface KnownDomain {
  /** Present: the domain accepts any local part. Absent: it refused a control address. */
  readonly catchAll: Fact<CatchAll>
  /** When `catchAll` was observed, in epoch milliseconds; `undefined` while it is unanswered. */
  readonly learntAt: number | undefined
  /** How long its servers greylist an unknown client, as seen so far, in milliseconds. */
  readonly greylistMillis: number | undefined
  /** Whether its servers refuse MAIL in clear text. */
  readonly needsTls: boolean | undefined
}

/** One thing that a session has shown about a domain; `source` is the host that showed it. */
export type Observation =
  | { readonly about: "catchAll"; readonly takesAll: boolean; readonly source: string }
  | { readonly about: "greylist"; readonly delayMillis: number; readonly source: string }
  | { readonly about: "tls"; readonly needed: boolean; readonly source: string }

/** Domains in the memory of a process, about 300 bytes each. The least recently used one is dropped first. */
const domainsKeptMax = 50_000

/** How long an observation holds. The mailboxes of a domain change by the hour, its servers by the month. */
export const observationLifetime: Readonly<Record<Observation["about"], Duration.Duration>> = {
  catchAll: Duration.hours(24),
  greylist: Duration.days(7),
  tls: Duration.days(7)
}

type Observations = {
  readonly [About in Observation["about"]]?: Extract<Observation, { about: About }> & Dated
}
interface Dated {
  readonly learntAt: number
}

const knowledgeFrom = ({ catchAll, greylist, tls }: Observations): KnownDomain => ({
  catchAll:
    catchAll === undefined
      ? unanswered("not probed")
      : catchAll.takesAll
        ? present({ because: `${catchAll.source} accepted a made-up address` })
        : absent,
  learntAt: catchAll?.learntAt,
  greylistMillis: greylist?.delayMillis,
  needsTls: tls?.needed
})

const withoutExpired = (observations: Observations, now: number): Observations =>
  Object.fromEntries(
    Object.entries(observations).filter(
      ([, { about, learntAt }]) => now < learntAt + Duration.toMillis(observationLifetime[about])
    )
  )

const inProcess = (): DomainKnowledge["Service"] => {
  const domains = boundedCache<Observations>(domainsKeptMax)
  const known = (domain: string, now: number) =>
    knowledgeFrom(withoutExpired(domains.get(domain) ?? {}, now))
  return {
    recall: (domain) => Effect.map(Clock.currentTimeMillis, (now) => known(domain, now)),
    known,
    learn: (domain, observation) =>
      Effect.map(Clock.currentTimeMillis, (learntAt) => {
        const others = withoutExpired(domains.get(domain) ?? {}, learntAt)
        domains.set(domain, { ...others, [observation.about]: { ...observation, learntAt } })
      })
  }
}

export class DomainKnowledge extends Context.Service<
  DomainKnowledge,
  {
    readonly recall: (domain: string) => Effect.Effect<KnownDomain>
    /** Recalls a domain that is in memory, without an effect; `now` is in epoch milliseconds. */
    readonly known: (domain: string, now: number) => KnownDomain | undefined
    readonly learn: (domain: string, observation: Observation) => Effect.Effect<void>
  }
>()("@rcpt/verifier/DomainKnowledge") {
  /** Keeps the knowledge in the memory of this process only. */
  static readonly layerLocal: Layer.Layer<DomainKnowledge> = Layer.sync(DomainKnowledge, inProcess)
}

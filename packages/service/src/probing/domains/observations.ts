/**
 * What is stored about a domain, in the database and in the cache of a node: the latest observation
 * about each topic, with the time until which it is trusted.
 */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { KnownDomain, Observation } from "@rcpt/verifier/DomainKnowledge"
import { Duration, Option, Schema } from "effect"

/** The longest that a domain counts as catch-all after its administrator has turned that off. */
const takesAllLifetime = Duration.hours(24)

/** After a catch-all is turned on, made-up names look deliverable for this long. */
const refusesLifetime = Duration.hours(24)

/** A property of the server's software, which rarely changes. Postgrey keeps a client for 35 days. */
const greylistLifetime = Duration.days(30)

/** A wrong value only costs a STARTTLS, which is tried anyway; the requirement is rarely dropped. */
const tlsLifetime = Duration.days(7)

/** The same observation is not written again within this part of its lifetime. */
const rewriteAfter = 0.1

export interface DatedObservation {
  readonly observation: Observation
  /** Epoch milliseconds, both. */
  readonly observedAt: number
  readonly expiresAt: number
}

/** By topic. */
export type Observations = { readonly [About in Observation["about"]]?: DatedObservation }

export const none: Observations = {}

const lifetimeOf = (observation: Observation): Duration.Duration => {
  if (observation.about === "greylist") return greylistLifetime
  if (observation.about === "tls") return tlsLifetime
  return observation.takesAll ? takesAllLifetime : refusesLifetime
}

export const dated = (observation: Observation, now: number): DatedObservation => ({
  observation,
  observedAt: now,
  expiresAt: now + Duration.toMillis(lifetimeOf(observation))
})

/** The later observation wins. */
export const add = (known: Observations, dated: DatedObservation): Observations => {
  const { about } = dated.observation
  const before = known[about]
  return before !== undefined && before.observedAt > dated.observedAt
    ? known
    : { ...known, [about]: dated }
}

const sameValue = (one: Observation, other: Observation): boolean => valueOf(one) === valueOf(other)

/** Whether it is worth a write: not the same as one that was made a short time before. */
export const isNew = (
  known: Observations,
  { observation, observedAt, expiresAt }: DatedObservation
): boolean => {
  const before = known[observation.about]
  return (
    before === undefined ||
    !sameValue(before.observation, observation) ||
    observedAt - before.observedAt > (expiresAt - observedAt) * rewriteAfter
  )
}

const nothingKnown: KnownDomain = {
  catchAll: unanswered("not probed"),
  learntAt: undefined,
  greylistMillis: undefined,
  needsTls: undefined
}

const shownBy = ({ observation, observedAt }: DatedObservation): Partial<KnownDomain> => {
  switch (observation.about) {
    case "catchAll": {
      // Without a time: the same evidence gets the same sentence, however old it is.
      const because = `${observation.source} took an address that nobody has`
      const catchAll = observation.takesAll ? present({ because }) : absent
      return { catchAll, learntAt: observedAt }
    }
    case "greylist":
      return { greylistMillis: observation.delayMillis }
    case "tls":
      return { needsTls: observation.needed }
  }
}

/** Without what has expired. */
export const knowledgeOf = (observations: Observations, now: number): KnownDomain =>
  Object.values(observations).reduce(
    (known, dated) => (dated.expiresAt > now ? { ...known, ...shownBy(dated) } : known),
    nothingKnown
  )

const StoredObservation = Schema.Union([
  Schema.Struct({ about: Schema.Literal("catchAll"), takesAll: Schema.Boolean }),
  Schema.Struct({ about: Schema.Literal("greylist"), delayMillis: Schema.Finite }),
  Schema.Struct({ about: Schema.Literal("tls"), needed: Schema.Boolean })
])
const decode = Schema.decodeUnknownOption(StoredObservation)

export interface ObservationRow {
  readonly domain: string
  readonly topic: string
  readonly value: unknown
  readonly source: string
  readonly observedAt: Date
  readonly expiresAt: Date
}

/** As JSON, without the fields that have their own columns. */
export const valueOf = ({ about: _about, source: _source, ...value }: Observation): string =>
  JSON.stringify(value)

/** `undefined` for a topic or value that only a newer version of the service knows. */
export const fromRow = ({ topic, value, ...row }: ObservationRow): DatedObservation | undefined => {
  const stored = decode({ about: topic, ...(value as object) })
  return Option.isNone(stored)
    ? undefined
    : {
        observation: { ...stored.value, source: row.source },
        observedAt: row.observedAt.getTime(),
        expiresAt: row.expiresAt.getTime()
      }
}

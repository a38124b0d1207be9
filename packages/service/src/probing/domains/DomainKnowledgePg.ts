/**
 * `DomainKnowledge` in Postgres, behind a cache of each node, because fast mode reads it for every
 * domain. A node trusts its cache for a minute, so an observation of another node may take that long to
 * arrive. If the database fails, nothing is known.
 */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { boundedCache } from "@rcpt/verifier/cache/boundedCache"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import type { KnownDomain, Observation } from "@rcpt/verifier/DomainKnowledge"
import { Clock, Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { readTimeout } from "../../platform/readTimeout.ts"

// The database and the cache store the latest observation about each topic of a domain, with the time until
// which it is trusted.

/** The longest that a domain counts as catch-all after its administrator has turned that off. */
const takesAllLifetime = Duration.hours(24)

/** The longest that made-up names look deliverable after a catch-all is turned on. */
const refusesLifetime = Duration.hours(24)

/** A property of the server's software, which rarely changes. Postgrey keeps a client for 35 days. */
const greylistLifetime = Duration.days(30)

/** A wrong value only costs a STARTTLS, which is tried anyway; the requirement is rarely dropped. */
const tlsLifetime = Duration.days(7)

/** The part of its lifetime within which the same observation is not written again. */
const rewriteAfter = 0.1

interface DatedObservation {
  readonly observation: Observation
  /** Epoch milliseconds, both. */
  readonly observedAt: number
  readonly expiresAt: number
}

/** The latest observation about each topic. */
type Observations = { readonly [About in Observation["about"]]?: DatedObservation }

const noObservations: Observations = {}

const lifetimeOf = (observation: Observation): Duration.Duration => {
  if (observation.about === "greylist") return greylistLifetime
  if (observation.about === "tls") return tlsLifetime
  return observation.takesAll ? takesAllLifetime : refusesLifetime
}

const datedAt = (observation: Observation, now: number): DatedObservation => ({
  observation,
  observedAt: now,
  expiresAt: now + Duration.toMillis(lifetimeOf(observation))
})

/** The later observation wins. */
const withObservation = (known: Observations, dated: DatedObservation): Observations => {
  const { about } = dated.observation
  const before = known[about]
  return before !== undefined && before.observedAt > dated.observedAt
    ? known
    : { ...known, [about]: dated }
}

const sameValue = (one: Observation, other: Observation): boolean => valueOf(one) === valueOf(other)

/** Answers whether an observation is worth a write: the same was not made a short time before. */
const isNew = (
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
      // The sentence has no time: the same evidence gets the same one, however old it is.
      const because = `${observation.source} accepted a made-up address`
      const catchAll = observation.takesAll ? present({ because }) : absent
      return { catchAll, learntAt: observedAt }
    }
    case "greylist":
      return { greylistMillis: observation.delayMillis }
    case "tls":
      return { needsTls: observation.needed }
  }
}

/** The knowledge of a domain at this time: expired observations do not count. */
const knowledgeOf = (observations: Observations, now: number): KnownDomain =>
  Object.values(observations).reduce(
    (known, dated) => (dated.expiresAt > now ? { ...known, ...shownBy(dated) } : known),
    nothingKnown
  )

const StoredObservation = Schema.Union([
  Schema.Struct({ about: Schema.Literal("catchAll"), takesAll: Schema.Boolean }),
  Schema.Struct({ about: Schema.Literal("greylist"), delayMillis: Schema.Finite }),
  Schema.Struct({ about: Schema.Literal("tls"), needed: Schema.Boolean })
])
const decodeStored = Schema.decodeUnknownOption(StoredObservation)

interface ObservationRow {
  readonly domain: string
  readonly topic: string
  readonly value: unknown
  readonly source: string
  readonly observedAt: Date
  readonly expiresAt: Date
}

/** The observation as JSON, without the fields that have their own columns. */
const valueOf = ({ about: _about, source: _source, ...value }: Observation): string =>
  JSON.stringify(value)

/** `undefined` for a topic or value that only a newer version of the service knows. */
const fromRow = ({ topic, value, ...row }: ObservationRow): DatedObservation | undefined => {
  const stored = decodeStored({ about: topic, ...(value as object) })
  return Option.isNone(stored)
    ? undefined
    : {
        observation: { ...stored.value, source: row.source },
        observedAt: row.observedAt.getTime(),
        expiresAt: row.expiresAt.getTime()
      }
}

/** The time for which a node trusts its cache, also of domains without observations: most are never probed. */
const freshFor = Duration.seconds(60)

/** Domains in the cache, as many as in the verifier's DNS cache: about 300 bytes each, 150 without observations. */
const domainsMax = 100_000

/**
 * A read takes 1 ms, or as long as the reads before it when many start at once. A verification in fast
 * mode waits for other things meanwhile; a slow database must not delay it.
 */
const recallWaitMax = Duration.millis(200)

/** A probe waits for this write before it returns its result. */
const learnWaitMax = Duration.seconds(1)

/** Domains per statement; a chunk of a bulk job reads hundreds at once. */
const domainsPerStatement = 500

interface CachedDomain {
  readonly known: Observations
  /** Epoch milliseconds; 0: the database may have more. */
  readonly freshUntil: number
}

const notCached: CachedDomain = { known: noObservations, freshUntil: 0 }

const seconds = (millis: number): number => millis / 1_000

/** Reads hundreds of rows at once, so only the JSON column is decoded (`fromRow`). */
const readRows = (sql: SqlClient.SqlClient, domains: ReadonlyArray<string>, now: number) =>
  sql<ObservationRow>`
    select domain, topic, value, source, learnt_at as "observedAt", expires_at as "expiresAt"
    from domain_knowledge
    where domain = any(${domains}::text[]) and expires_at > to_timestamp(${seconds(now)}::float8)`

interface Learnt {
  readonly domain: string
  readonly dated: DatedObservation
}

/** Writes what the sessions of a moment showed. A statement may change each row only once: the latest counts. */
const writeRows = (sql: SqlClient.SqlClient, learnt: ReadonlyArray<Learnt>) => {
  const latest = new Map<string, Learnt>()
  for (const one of learnt) {
    const key = `${one.dated.observation.about} ${one.domain}`
    const before = latest.get(key)
    if (before === undefined || before.dated.observedAt <= one.dated.observedAt)
      latest.set(key, one)
  }
  // In one order, so that two nodes never wait for each other.
  const rows = [...latest.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)
  const observations = rows.map(({ dated }) => dated.observation)
  return sql`
    insert into domain_knowledge (domain, topic, value, source, learnt_at, expires_at)
    select domain, topic, value::jsonb, source, to_timestamp(learnt_at), to_timestamp(expires_at)
    from unnest(
      ${rows.map(({ domain }) => domain)}::text[],
      ${observations.map(({ about }) => about)}::text[],
      ${observations.map(valueOf)}::text[],
      ${observations.map(({ source }) => source)}::text[],
      ${rows.map(({ dated }) => seconds(dated.observedAt))}::float8[],
      ${rows.map(({ dated }) => seconds(dated.expiresAt))}::float8[]
    ) as learnt (domain, topic, value, source, learnt_at, expires_at)
    on conflict (domain, topic) do update set value = excluded.value, source = excluded.source,
      learnt_at = excluded.learnt_at, expires_at = excluded.expires_at
    where domain_knowledge.learnt_at <= excluded.learnt_at`
}

/** Whether the statement succeeded. */
const succeeds = <A, E>(effect: Effect.Effect<A, E>) =>
  effect.pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logDebug("The database of domain knowledge failed", cause), false)
    )
  )

const make = Effect.gen(function* () {
  const reads = yield* SqlClient.SqlClient
  const writes = yield* WriteSql
  const cache = boundedCache<CachedDomain>(domainsMax)
  const cached = (domain: string): CachedDomain => cache.get(domain) ?? notCached

  const readAll = Effect.fnUntraced(function* (domains: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* readRows(reads, domains, now)
    const freshUntil = now + Duration.toMillis(freshFor)
    // One object for all that were never probed, which are nearly all domains of a list.
    const nothing: CachedDomain = { known: noObservations, freshUntil }
    for (const domain of domains) {
      const { known } = cached(domain)
      cache.set(domain, known === noObservations ? nothing : { known, freshUntil })
    }
    for (const row of rows) {
      const dated = fromRow(row)
      if (dated === undefined) continue
      const known = withObservation(cached(row.domain).known, dated)
      cache.set(row.domain, { known, freshUntil })
    }
    return domains.map(() => Exit.void)
  })

  /** While one read is running, the next domains are collected for the following one. */
  const batched = yield* GroupCommit.make({
    commit: (_, domains: ReadonlyArray<string>) => readAll(domains),
    concurrency: 1,
    batchMax: domainsPerStatement
  })
  const read = (domain: string) => batched("", domain)
  /** While one write is running, what other sessions showed is collected for the following one. */
  const write = yield* GroupCommit.make({
    commit: (_, learnt: ReadonlyArray<Learnt>) =>
      Effect.as(
        writeRows(writes, learnt),
        learnt.map(() => Exit.void)
      ),
    concurrency: 1,
    batchMax: domainsPerStatement
  })

  const known = (domain: string, now: number) => {
    const { known, freshUntil } = cached(domain)
    return freshUntil > now ? knowledgeOf(known, now) : undefined
  }

  const recall = Effect.fnUntraced(function* (domain: string) {
    const now = yield* Clock.currentTimeMillis
    const fresh = known(domain, now)
    if (fresh !== undefined) return fresh
    yield* succeeds(readTimeout(recallWaitMax)(read(domain)))
    return knowledgeOf(cached(domain).known, now)
  })

  const learn = Effect.fnUntraced(function* (domain: string, observation: Observation) {
    const dated = datedAt(observation, yield* Clock.currentTimeMillis)
    if (!isNew(cached(domain).known, dated)) return
    const isWritten = yield* succeeds(readTimeout(learnWaitMax)(write("", { domain, dated })))
    // Not cached either, so that the same observation is written when it is made again.
    if (!isWritten) return
    const { known, freshUntil } = cached(domain)
    cache.set(domain, { known: withObservation(known, dated), freshUntil })
  })

  return DomainKnowledge.of({ recall, known, learn })
})

export const layer: Layer.Layer<DomainKnowledge, never, WriteSql | SqlClient.SqlClient> =
  Layer.effect(DomainKnowledge, make)

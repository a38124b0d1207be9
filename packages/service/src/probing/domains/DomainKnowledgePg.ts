/**
 * `DomainKnowledge` in Postgres, behind a cache of each node, because fast mode reads it for every
 * domain. A node trusts its cache for a minute, so an observation of another node may take that long to
 * arrive. If the database fails, nothing is known.
 */
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { boundedCache } from "@rcpt/verifier/cache/boundedCache"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import type { Observation } from "@rcpt/verifier/DomainKnowledge"
import { Clock, Duration, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import * as observations from "./observations.ts"
import type { ObservationRow, Observations } from "./observations.ts"

/** For domains without observations too: most have never been probed. */
const freshFor = Duration.seconds(60)

/** As many as the verifier's DNS cache. About 300 bytes each, 150 without observations. */
const domainsMax = 100_000

/**
 * A read takes 1 ms, or as long as the reads before it when many start at once. A verification in fast
 * mode waits for other things meanwhile; a slow database must not delay it.
 */
export const recallWaitMax = Duration.millis(200)

/** A probe waits for this write before it returns its result. */
const learnWaitMax = Duration.seconds(1)

/** Domains per statement; a chunk of a bulk job reads hundreds at once. */
const domainsPerRead = 500

interface CachedDomain {
  readonly known: Observations
  /** Epoch milliseconds; 0: the database may have more. */
  readonly freshUntil: number
}

const notCached: CachedDomain = { known: observations.none, freshUntil: 0 }

const seconds = (millis: number): number => millis / 1_000

/** Reads hundreds of rows at once, so only the JSON column is decoded (observations.ts). */
const readRows = (sql: SqlClient.SqlClient, domains: ReadonlyArray<string>, now: number) =>
  sql<ObservationRow>`
    select domain, topic, value, source, learnt_at as "observedAt", expires_at as "expiresAt"
    from domain_knowledge
    where domain = any(${domains}::text[]) and expires_at > to_timestamp(${seconds(now)}::float8)`

const writeRow = (
  sql: SqlClient.SqlClient,
  domain: string,
  dated: observations.DatedObservation
) => {
  const { observation, observedAt, expiresAt } = dated
  return sql`
    insert into domain_knowledge (domain, topic, value, source, learnt_at, expires_at)
    values (${domain}, ${observation.about}, ${observations.valueOf(observation)}::text::jsonb,
      ${observation.source}, to_timestamp(${seconds(observedAt)}::float8),
      to_timestamp(${seconds(expiresAt)}::float8))
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
    const nothing: CachedDomain = { known: observations.none, freshUntil }
    for (const domain of domains) {
      const { known } = cached(domain)
      cache.set(domain, known === observations.none ? nothing : { known, freshUntil })
    }
    for (const row of rows) {
      const dated = observations.fromRow(row)
      if (dated === undefined) continue
      const known = observations.add(cached(row.domain).known, dated)
      cache.set(row.domain, { known, freshUntil })
    }
    return domains.map(() => Exit.void)
  })

  /** While one read is running, the next domains are collected for the following one. */
  const batched = yield* GroupCommit.make({
    commit: (_, domains: ReadonlyArray<string>) => readAll(domains),
    concurrency: 1,
    batchMax: domainsPerRead
  })
  const read = (domain: string) => batched("", domain)

  const known = (domain: string, now: number) => {
    const { known, freshUntil } = cached(domain)
    return freshUntil > now ? observations.knowledgeOf(known, now) : undefined
  }

  const recall = Effect.fnUntraced(function* (domain: string) {
    const now = yield* Clock.currentTimeMillis
    const fresh = known(domain, now)
    if (fresh !== undefined) return fresh
    yield* succeeds(readTimeout(recallWaitMax)(read(domain)))
    return observations.knowledgeOf(cached(domain).known, now)
  })

  const learn = Effect.fnUntraced(function* (domain: string, observation: Observation) {
    const dated = observations.dated(observation, yield* Clock.currentTimeMillis)
    if (!observations.isNew(cached(domain).known, dated)) return
    const write = writeRow(writes, domain, dated)
    const isWritten = yield* succeeds(readTimeout(learnWaitMax)(write))
    // Not cached either, so that the same observation is written when it is made again.
    if (!isWritten) return
    const { known, freshUntil } = cached(domain)
    cache.set(domain, { known: observations.add(known, dated), freshUntil })
  })

  return DomainKnowledge.of({ recall, known, learn })
})

export const layer: Layer.Layer<DomainKnowledge, never, WriteSql | SqlClient.SqlClient> =
  Layer.effect(DomainKnowledge, make)

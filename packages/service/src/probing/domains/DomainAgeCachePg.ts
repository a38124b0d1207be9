/**
 * Registration dates of domains in Postgres, behind the in-memory cache of each node. If the database
 * fails, the registry is asked.
 */
import { absent, present } from "@rcpt/domain/Fact"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import type { CachedAge } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Clock, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"

/** A lookup at the registry may take 4 s. After this wait, that is the quicker way. */
const databaseWaitMax = Duration.seconds(1)

interface DomainAgeRow {
  readonly registeredAt: Date | null
  readonly expiresAt: Date
}

const toCachedAge = ({ registeredAt, expiresAt }: DomainAgeRow): CachedAge => ({
  fact: registeredAt === null ? absent : present(registeredAt.getTime()),
  expiresAt: expiresAt.getTime()
})

const seconds = (millis: number): number => millis / 1_000

/** `undefined` when the database fails or is too slow. */
const orUndefined = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A | undefined, never, R> =>
  effect.pipe(
    Effect.timeout(databaseWaitMax),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logDebug("The database of domain ages failed", cause), undefined)
    )
  )

export const layer = Layer.effect(
  DomainAgeCache,
  Effect.gen(function* () {
    const reads = yield* SqlClient.SqlClient
    const writes = yield* WriteSql

    const find = Effect.fnUntraced(function* (domain: string) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* reads<DomainAgeRow>`
        select registered_at as "registeredAt", expires_at as "expiresAt" from domain_age
        where domain = ${domain} and expires_at > to_timestamp(${seconds(now)}::float8)`
      return row && toCachedAge(row)
    })

    const store = (domain: string, { fact, expiresAt }: CachedAge) => {
      const at = fact._tag === "Present" ? seconds(fact.value) : null
      return writes`
        insert into domain_age (domain, registered_at, expires_at)
        values (${domain}, to_timestamp(${at}::float8), to_timestamp(${seconds(expiresAt)}::float8))
        on conflict (domain) do update
        set registered_at = excluded.registered_at, expires_at = excluded.expires_at`
    }

    return {
      recall: (domain) => orUndefined(find(domain)),
      keep: (domain, age) => Effect.asVoid(orUndefined(store(domain, age)))
    }
  })
)

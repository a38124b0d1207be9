/**
 * Dates of registration in Postgres, behind the memory of each node. A convenience: whatever goes
 * wrong with the database, the registry is simply asked.
 */
import { absent, present } from "@rcpt/domain/Fact"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import type { KnownAge } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"

/** A look-up waits 4 s for its registry anyway; longer than this, asking is quicker. */
const databaseWaitMax = Duration.seconds(1)

/** What has expired is asked again when somebody wants it; otherwise it only takes space. */
const sweepEvery = Duration.hours(6)

interface Row {
  readonly registeredAt: Date | null
  readonly expiresAt: Date
}

const knownFrom = ({ registeredAt, expiresAt }: Row): KnownAge => ({
  fact: registeredAt === null ? absent : present(registeredAt.getTime()),
  expiresAt: expiresAt.getTime()
})

const seconds = (millis: number): number => millis / 1_000

/** `undefined` where the database does not help, in time or at all. */
const forgiving = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A | undefined, never, R> =>
  effect.pipe(
    Effect.timeout(databaseWaitMax),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logDebug("Domain ages are not in the database", cause), undefined)
    )
  )

export const layer = Layer.effect(
  DomainAgeCache,
  Effect.gen(function* () {
    const reads = yield* SqlClient.SqlClient
    const writes = yield* WriteSql

    const find = Effect.fnUntraced(function* (domain: string) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* reads<Row>`
        select registered_at as "registeredAt", expires_at as "expiresAt" from domain_age
        where domain = ${domain} and expires_at > to_timestamp(${seconds(now)}::float8)`
      return row && knownFrom(row)
    })

    const store = (domain: string, { fact, expiresAt }: KnownAge) => {
      const at = fact._tag === "Present" ? seconds(fact.value) : null
      return writes`
        insert into domain_age (domain, registered_at, expires_at)
        values (${domain}, to_timestamp(${at}::float8), to_timestamp(${seconds(expiresAt)}::float8))
        on conflict (domain) do update
        set registered_at = excluded.registered_at, expires_at = excluded.expires_at`
    }

    const sweep = Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => writes`
        delete from domain_age where expires_at <= to_timestamp(${seconds(now)}::float8)`
    )
    yield* forgiving(sweep).pipe(Effect.repeat(Schedule.spaced(sweepEvery)), Effect.forkScoped)

    return {
      recall: (domain) => forgiving(find(domain)),
      keep: (domain, known) => Effect.asVoid(forgiving(store(domain, known)))
    }
  })
)

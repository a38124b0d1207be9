/**
 * Registration dates of domains in Postgres, behind the in-memory cache of each node. If the database
 * fails, the registry is asked.
 */
import { absent, present } from "@rcpt/domain/Fact"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import type { CachedAge } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Clock, Duration, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"

import { WriteSql } from "../../platform/Database.ts"

/** A lookup at the registry may take 4 s. After this wait, that is the quicker way. */
const databaseWaitMax = Duration.seconds(1)

interface DomainAgeRow {
  readonly domain: string
  readonly registeredAt: Date | null
  readonly expiresAt: Date
}

const toCachedAge = ({ registeredAt, expiresAt }: DomainAgeRow): CachedAge => ({
  fact: registeredAt === null ? absent : present(registeredAt.getTime()),
  expiresAt: expiresAt.getTime()
})

const seconds = (millis: number): number => millis / 1_000

class DatabaseSlow extends Schema.TaggedError<DatabaseSlow>()("DatabaseSlow", {}) {}

/** Domains per statement; at most so many look-ups run at once (`lookUpsMax`). */
const domainsPerStatement = 500

/** While a statement is running, what comes meanwhile is collected for the next one. */
const batched = <Item, A>(
  run: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<A>, SqlError>
) =>
  GroupCommit.make<Item, A, SqlError | DatabaseSlow>({
    commit: (_, items) => Effect.map(run(items), (values) => values.map(Exit.succeed)),
    concurrency: 1,
    batchMax: domainsPerStatement,
    timeout: { after: databaseWaitMax, error: () => new DatabaseSlow() }
  })

/** `undefined` when the database fails or is too slow. */
const orUndefined = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A | undefined> =>
  Effect.catchCause(effect, (cause) =>
    Effect.as(Effect.logDebug("The database of domain ages failed", cause), undefined)
  )

export const layer = Layer.effect(
  DomainAgeCache,
  Effect.gen(function* () {
    const reads = yield* SqlClient.SqlClient
    const writes = yield* WriteSql

    // Postgres plans `= any` of an array anew each time: 62 µs a statement, where this form takes 30 (20,000 each).
    const find = yield* batched((domains: ReadonlyArray<string>) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => reads<DomainAgeRow>`
        select wanted.domain, registered_at as "registeredAt", expires_at as "expiresAt"
        from jsonb_array_elements_text(${JSON.stringify(domains)}::text::jsonb) as wanted (domain)
          cross join lateral (
            select registered_at, expires_at from domain_age
            where domain = wanted.domain and expires_at > to_timestamp(${seconds(now)}::float8)
            offset 0) known`
      ).pipe(
        Effect.map((rows) => {
          const found = new Map(rows.map((row) => [row.domain, toCachedAge(row)]))
          return domains.map((domain) => found.get(domain))
        })
      )
    )

    const store = yield* batched((ages: ReadonlyArray<readonly [domain: string, CachedAge]>) => {
      // A statement may change each row only once, and two nodes never wait for each other in one order.
      const rows = [...new Map(ages)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([domain, { fact, expiresAt }]) => ({
          domain,
          registered_at: fact._tag === "Present" ? seconds(fact.value) : null,
          expires_at: seconds(expiresAt)
        }))
      return Effect.as(
        writes`
          insert into domain_age (domain, registered_at, expires_at)
          select domain, to_timestamp(registered_at), to_timestamp(expires_at)
          from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
            as learnt (domain text, registered_at float8, expires_at float8)
          on conflict (domain) do update
          set registered_at = excluded.registered_at, expires_at = excluded.expires_at`,
        ages.map(() => undefined)
      )
    })

    return {
      recall: (domain) => orUndefined(find("", domain)),
      keep: (domain, age) => Effect.asVoid(orUndefined(store("", [domain, age])))
    }
  })
)

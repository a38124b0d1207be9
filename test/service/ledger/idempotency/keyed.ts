/** Requests with an Idempotency-Key, and what the database says became of them. */
import { PgClient } from "@effect/sql-pg"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import type { Answer, NoAnswer, Running } from "../../../support/service.ts"

export const fast = "/api/v1/verify?email=ann@acme.test"

export const get = ({ get: ask }: Running, key: string, path = fast) =>
  ask(path, { headers: { "idempotency-key": key } })

export const post = ({ get: ask }: Running, body: unknown, key?: string) =>
  ask("/api/v1/verify/batch", {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    body: JSON.stringify(body)
  })

export const isReplay = ({ headers }: Answer): boolean =>
  headers.get("idempotent-replay") === "true"

export const creditsOf = ({ get: ask }: Running): Effect.Effect<number, NoAnswer> =>
  Effect.map(ask("/api/v1/account"), ({ json }) => Number(Object(json).credits))

/** Against the database of a service, on a connection of one's own. */
export const inDatabase =
  ({ databaseUrl }: Pick<Running, "databaseUrl">) =>
  <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, PgClient.layer({ url: Redacted.make(databaseUrl!), maxConnections: 1 }))

export interface Books {
  readonly charges: number
  readonly open: number
  readonly replies: ReadonlyArray<string>
  /** What contradicts the ledger's invariants. */
  readonly broken: ReadonlyArray<unknown>
}

export const books = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [counts] = yield* sql<Pick<Books, "charges" | "open">>`
    select (select count(*)::int4 from es.event where type = 'CreditsCharged') as charges,
      (select count(*)::int4 from es.hold where charged + refunded < credits) as open`
  const replies = yield* sql<{ readonly body: string }>`select body from es.reply`
  const broken = yield* contradictions
  return { ...counts!, replies: replies.map(({ body }) => body), broken } satisfies Books
})

/** Every lease ends now, as it does a minute after its holder has died. */
export const endLeases = SqlClient.SqlClient.use(
  (sql) => sql`update idempotency set leased_until = now()`
)

export const aDayPasses = SqlClient.SqlClient.use(
  (sql) => sql`update idempotency set leased_until = leased_until - interval '24 hours 1 minute'`
)

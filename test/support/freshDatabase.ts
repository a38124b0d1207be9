/** Creates databases for one test each, in the Postgres of this run. The scope drops them. */
import { randomBytes } from "node:crypto"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import type { Scope } from "effect"
import { inject } from "vitest"

const run = (statement: string) =>
  PgConnection.make({ url: Redacted.make(inject("superuserUrl")) }).pipe(
    Effect.flatMap((connection) => connection.query(statement)),
    Effect.scoped,
    Effect.orDie
  )

/** Of a database that nobody is connected to. Returns the URL. */
export const copyOf = (template: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const name = `test_${randomBytes(6).toString("hex")}`
    const url = new URL(inject("postgresUrl"))
    yield* Effect.acquireRelease(
      run(`create database ${name} template ${template} owner ${url.username}`),
      () => run(`drop database ${name} with (force)`)
    )
    url.pathname = name
    return url.href
  })

/** A database with all migrations and no rows. */
export const freshDatabase = (): Effect.Effect<string, never, Scope.Scope> =>
  Effect.suspend(() => copyOf(inject("migratedDatabase")))

/** A database without tables, as before the first start of a service. */
export const emptyDatabase = (): Effect.Effect<string, never, Scope.Scope> => copyOf("template1")

/** The same database, as a superuser: an operator who goes around the service. */
export const asSuperuser = (databaseUrl: string): string => {
  const url = new URL(inject("superuserUrl"))
  url.pathname = new URL(databaseUrl).pathname
  return url.href
}

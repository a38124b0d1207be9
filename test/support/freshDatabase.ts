/** An empty database of one's own in the Postgres of this run; it goes with the scope. */
import { randomBytes } from "node:crypto"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import type { Scope } from "effect"
import { inject } from "vitest"

const run = (statement: string) =>
  PgConnection.make({ url: Redacted.make(inject("postgresUrl")) }).pipe(
    Effect.flatMap((connection) => connection.query(statement)),
    Effect.scoped,
    Effect.orDie
  )

/** Its URL. `template` names a database to copy, for tests that share migrations. */
export const freshDatabase = (template = "template1"): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const name = `test_${randomBytes(6).toString("hex")}`
    yield* Effect.acquireRelease(run(`create database ${name} template ${template}`), () =>
      run(`drop database ${name} with (force)`)
    )
    const url = new URL(inject("postgresUrl"))
    url.pathname = name
    return url.href
  })

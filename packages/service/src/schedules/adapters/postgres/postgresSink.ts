/**
 * Changes by a statement of the account, on its own Postgres: once for each change, in one transaction. After a crash the
 * same changes come again, so the statement sets what is known rather than adding to it.
 */
import type { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"

import type { Change, SinkAdapter } from "../Adapter.ts"
import { badSettings, ofSettings, ofSink } from "../fault.ts"
import type { Fault } from "../fault.ts"
import { faultOf, limitStatement, makeConnect, parseSecret } from "./connect.ts"
import { numberParameters } from "./numberParameters.ts"
import type { Numbered } from "./numberParameters.ts"

interface Settings {
  readonly statement: string
}

/** Statements on the way to the server at once: a server that is 20 ms away would else take 10 s for 500. */
const statementsAhead = 64

const numbered = (statement: string): Effect.Effect<Numbered, Fault> => {
  const result = numberParameters(statement.trim().replace(/;$/, ""))
  return typeof result === "string" ? badSettings(result) : Effect.succeed(result)
}

const run = (
  connection: PgConnection.PgConnection,
  sql: string,
  values: ReadonlyArray<string | null> = [],
  isRepeated = false
) => Effect.mapError(connection.query(sql, values, isRepeated), faultOf("The statement"))

const limited = (connection: PgConnection.PgConnection, begin: string) =>
  Effect.andThen(run(connection, begin), run(connection, limitStatement))

export const postgresSink = Effect.map(makeConnect, (connect): SinkAdapter<Settings> => ({
  check: ({ statement }, secret) =>
    Effect.andThen(numbered(statement), parseSecret(secret)).pipe(
      Effect.mapError(ofSettings),
      Effect.asVoid
    ),
  open: ({ settings: { statement }, secret }) => ({
    write: (_, changes) =>
      Effect.gen(function* () {
        const { sql, names } = yield* numbered(statement)
        const connection = yield* connect(secret)
        yield* limited(connection, "begin")
        const write = (change: Change) => {
          const values = names.map((name) => change[name])
          return run(connection, sql, values, true)
        }
        yield* Effect.forEach(changes, write, { concurrency: statementsAhead, discard: true })
        yield* run(connection, "commit")
      }).pipe(Effect.scoped, Effect.mapError(ofSink)),
    /** `explain` also finds missing rights. Neither it nor a read-only transaction writes. */
    tryOut: Effect.gen(function* () {
      const { sql, names } = yield* numbered(statement)
      const connection = yield* connect(secret)
      yield* limited(connection, "begin read only")
      yield* run(connection, `prepare rcpt_try as ${sql}`)
      const nulls = names.map(() => "null").join(", ")
      yield* run(connection, `explain execute rcpt_try (${nulls})`)
      return ["Postgres accepts the statement. Nothing was written."]
    }).pipe(Effect.scoped, Effect.mapError(ofSink))
  })
}))

/** A statement past the triggers, as somebody with all rights on a database. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

export const queried = (url: string, statement: string): Effect.Effect<void> =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) =>
      Effect.andThen(
        connection.query("set session_replication_role = replica"),
        connection.query(statement)
      )
    ),
    Effect.scoped,
    Effect.orDie,
    Effect.asVoid
  )

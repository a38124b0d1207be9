/**
 * Stored replies to commands (`CommandOutcome.reply`). The first reply to a command is kept; a second
 * one is ignored. The service deletes them when they expire.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

type Query<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** Stores the reply to a request that appended no event, and so has no append to carry it. */
export const keep = (commandId: string, body: string): Query<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.reply (command_id, body) values (${commandId}, ${body}) on conflict do nothing`
  ).pipe(Effect.asVoid)

export const find = (commandId: string): Query<string | undefined> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly body: string }>`
      select body from es.reply where command_id = ${commandId}`
  ).pipe(Effect.map(([row]) => row?.body))

export const forget = (commandIds: ReadonlyArray<string>): Query<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`delete from es.reply where command_id = any (${commandIds}::uuid[])`
  ).pipe(Effect.asVoid)

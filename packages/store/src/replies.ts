/**
 * Replies beside the commands that they answer (`CommandOutcome.reply`). A reply is kept once: whoever
 * is second finds the first. They are deleted here, by whoever had them kept.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** Of a request that came to no fact at all: there is no append that could carry it. */
export const keep = (commandId: string, body: string): Asked<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.reply (command_id, body) values (${commandId}, ${body}) on conflict do nothing`
  ).pipe(Effect.asVoid)

export const find = (commandId: string): Asked<string | undefined> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly body: string }>`
      select body from es.reply where command_id = ${commandId}`
  ).pipe(Effect.map(([row]) => row?.body))

export const forget = (commandIds: ReadonlyArray<string>): Asked<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`delete from es.reply where command_id = any (${commandIds}::uuid[])`
  ).pipe(Effect.asVoid)

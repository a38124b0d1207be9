/**
 * How far the log was published, for a stream that its own limits have emptied. It may be seconds old: what
 * was published since is then published again, and consumers know it by its number.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export const savedPosition = (
  stream: string
): Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly seq: bigint }>`select seq from relay_position where stream = ${stream}`
  ).pipe(Effect.map(([row]) => Number(row?.seq ?? 0)))

export const savePosition = (
  stream: string,
  seq: number
): Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into relay_position (stream, seq) values (${stream}, ${seq})
      on conflict (stream) do update set seq = excluded.seq, moved_at = excluded.moved_at`
  ).pipe(Effect.asVoid)

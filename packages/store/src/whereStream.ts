/**
 * Events are indexed by two hashes of the name of their stream, 16 octets of 45 (`es.make_partition`), so a query for a
 * stream asks for these, too.
 */
import type { SqlClient, Statement } from "effect/sql"

const hashed = (name: string) =>
  `hashtextextended(${name}, 0), hashtextextended(${name}, 1), ${name}`

/** SQL: whether a row of `es.event` is of the stream that `name`, as SQL, says. */
export const whereStreamSql = (name: string): string =>
  `(${hashed("stream_id")}) = (${hashed(name)})`

/** The same of a stream whose name is known. */
export const whereStream = (sql: SqlClient.SqlClient, stream: string): Statement.Fragment => sql`
  (${sql.literal(hashed("stream_id"))}) =
    (hashtextextended(${stream}, 0), hashtextextended(${stream}, 1), ${stream})`

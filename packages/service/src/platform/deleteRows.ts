/** Deletes rows a few at a time: a statement has 2 s, and nobody waits for one that deletes millions. */
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

interface Some {
  readonly table: string
  /** Conditions, and an order where it matters. */
  readonly where: Statement.Fragment
  /** Rows of a statement. */
  readonly atOnce: number
}

/** Several nodes may do so at once: they delete different rows. Returns how many rows it deleted. */
export const deleteRows = (
  sql: SqlClient.SqlClient,
  { table, where, atOnce }: Some
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.gen(function* () {
    for (let deleted = 0; ;) {
      const rows = yield* sql`
        delete from ${sql(table)} where ctid = any (array(
          select ctid from ${sql(table)} where ${where} limit ${atOnce} for update skip locked))
        returning 1`
      deleted += rows.length
      if (rows.length < atOnce) return deleted
    }
  })

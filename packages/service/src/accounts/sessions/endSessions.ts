/** Ends sessions of an account in the caller's transaction; nodes are notified when it commits. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import * as Revocations from "../Revocations.ts"

const end = (sql: SqlClient.SqlClient, which: Statement.Fragment): Effect.Effect<number> =>
  Effect.gen(function* () {
    const ended = yield* sql<{ readonly sessionId: string }>`
      delete from session where ${which} returning session_id as "sessionId"`
    if (ended.length > 0)
      yield* Revocations.publish(
        sql,
        ended.map(({ sessionId }) => sessionId)
      )
    return ended.length
  }).pipe(Effect.orDie)

/**
 * Returns how many it has ended. Until `revocationWait` after the commit, a node that missed the
 * notification may accept them.
 */
export const endSessions = (
  sql: SqlClient.SqlClient,
  account: string,
  which: Statement.Fragment
): Effect.Effect<number> => end(sql, sql`account_id = ${account} and (${which})`)

/** Ends a session of whichever account: the one that a browser held until it signed in again. */
export const endReplaced = (sql: SqlClient.SqlClient, sessionId: string): Effect.Effect<number> =>
  end(sql, sql`session_id = ${sessionId}`)

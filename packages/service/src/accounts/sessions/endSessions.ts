/** Ends sessions of an account in the caller's transaction; nodes are notified when it commits. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import * as Revocations from "../Revocations.ts"

/** Until `revocationWait` after the commit, a node that missed the notification may accept them. */
export const endSessions = (
  sql: SqlClient.SqlClient,
  account: string,
  which: Statement.Fragment
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const ended = yield* sql<{ readonly sessionId: string }>`
      delete from session where account_id = ${account} and (${which})
      returning session_id as "sessionId"`
    if (ended.length > 0)
      yield* Revocations.publish(
        sql,
        ended.map(({ sessionId }) => sessionId)
      )
  }).pipe(Effect.orDie)

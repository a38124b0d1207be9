/** Ends sessions of an account within the caller's transaction; nodes hear of it when it commits. */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Statement } from "effect/sql"

import * as Revocations from "../accounts/Revocations.ts"

/** Before `revocationWait` has passed since the commit, a node that did not hear may believe them. */
export const endSessions = (
  sql: SqlClient.SqlClient,
  account: string,
  which: Statement.Fragment
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.gen(function* () {
    const ended = yield* sql<{ readonly sessionId: string }>`
      delete from session where account_id = ${account} and (${which})
      returning session_id as "sessionId"`
    if (ended.length > 0)
      yield* Revocations.announce(
        sql,
        ended.map(({ sessionId }) => sessionId)
      )
  })

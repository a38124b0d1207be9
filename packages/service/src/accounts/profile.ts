/** What only the person himself is shown of his account: nobody who has no more than a key. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export interface Profile {
  readonly email: string
}

/** In the words of the contract. */
export const profileOf = (
  account: string
): Effect.Effect<Profile, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<Profile>`select email from account where account_id = ${account}`
  ).pipe(Effect.map(([row]) => row!))

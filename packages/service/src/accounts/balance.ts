/** Credits that an account can spend now: what it has, without what is on hold. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export const balanceOf = (
  account: string
): Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly available: bigint }>`
      select available from es.account where account_id = ${account}`
  ).pipe(Effect.map(([row]) => Number(row?.available ?? 0)))

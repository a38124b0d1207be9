/** Reads what `GET /account` shows: the e-mail address of the person (to sessions only) and the balance. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../platform/decodeRows.ts"

export interface Profile {
  readonly email: string
}

export const profileOf = (person: string): Effect.Effect<Profile, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<Profile>`select email from person where person_id = ${person}`
  ).pipe(
    Effect.map(([row]) => row!),
    Effect.orDie
  )

const decodeBalances = decodeRows(Schema.Struct({ available: Int8 }))

export const balanceOf = (account: string): Effect.Effect<number, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select available from es.account where account_id = ${account}`
  ).pipe(
    decodeBalances,
    Effect.map(([row]) => row?.available ?? 0),
    Effect.orDie
  )

/** The accounts that an operator's command is about: all that are open, or the one with an id or with a person who has the address. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { normalizeEmail } from "../accounts/sessions/signIn.ts"

/** Text in Postgres cannot contain NUL, so no account has such an address. */
const isPossible = (name: string): boolean => !name.includes("\0")

/** Returns the ids of accounts, oldest first. Without a name it returns all. */
export const accountsNamed = (
  name?: string
): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (name !== undefined && !isPossible(name)) return []
    const named =
      name === undefined
        ? sql`true`
        : sql`(account_id::text = lower(${name}) or account_id in (
          select account_id from person where lower(email) = lower(${normalizeEmail(name)})))`
    const rows = yield* sql<{ readonly account: string }>`
      select account_id as account from account where closed_at is null and ${named}
      order by account_id`
    return rows.map(({ account }) => account)
  })

/** The accounts that an operator's command is about: all that are open, or the one with an id or with a person who has the address. */
import { uuid } from "@rcpt/domain/limits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { hasIdentity } from "../platform/identityOf.ts"

/** Returns the ids of accounts, oldest first. Without a name it returns all. */
export const accountsNamed = (
  name?: string
): Effect.Effect<ReadonlyArray<string>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const named =
      name === undefined
        ? sql`true`
        : sql`(${uuid.test(name) ? sql`account_id = ${name}` : sql`false`} or account_id in (
          select account_id from person where ${hasIdentity(sql, name)}))`
    const rows = yield* sql<{ readonly account: string }>`
      select account_id as account from account where closed_at is null and ${named}
      order by account_id`
    return rows.map(({ account }) => account)
  })

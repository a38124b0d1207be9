/** All accounts, for an owner of the service: newest first, in pages. */
import type { AdminAccount, AdminAccounts } from "@rcpt/api/Admin"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { hasIdentity } from "../../platform/identityOf.ts"

export interface Wanted {
  readonly limit: number
  /** The id of an account: only older ones are listed. Ids grow with time (UUIDv7). */
  readonly cursor?: string | undefined
  readonly email?: string | undefined
}

const AccountRow = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  owner: Schema.Boolean,
  credits: Int8,
  suspendedAt: Schema.NullOr(Schema.Date),
  closedAt: Schema.NullOr(Schema.Date),
  createdAt: Schema.Date,
  lastUsedAt: Schema.NullOr(Schema.Date)
})

const decodeAccounts = decodeRows(AccountRow)

const shown = ({
  owner,
  suspendedAt,
  closedAt,
  createdAt,
  lastUsedAt,
  ...row
}: typeof AccountRow.Type): AdminAccount => ({
  ...row,
  is_admin: owner,
  suspended_at: suspendedAt?.toISOString() ?? null,
  closed_at: closedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null
})

/** An account with several people is shown with the manager who came first. */
const firstManager = (sql: SqlClient.SqlClient) =>
  sql.literal(`(select p.email from person p where p.account_id = a.account_id and role = 'manager'
    order by joined_at, person_id limit 1)`)

const hasPerson = (sql: SqlClient.SqlClient, email: string) => sql`
  account_id in (select account_id from person where ${hasIdentity(sql, email)})`

export const listAccounts = ({
  limit,
  cursor,
  email
}: Wanted): Effect.Effect<AdminAccounts, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      select account_id as id, ${firstManager(sql)} as email, owner, coalesce(available, 0)::bigint as credits,
        suspended_at as "suspendedAt", closed_at as "closedAt", created_at as "createdAt",
        greatest((select max(last_used_at) from api_key k where k.account_id = a.account_id),
          (select max(last_used_at) from session s where s.account_id = a.account_id))
          as "lastUsedAt"
      from account a left join es.account using (account_id)
      where ${sql.and([
        sql`true`,
        ...(cursor === undefined ? [] : [sql`account_id < ${cursor}`]),
        ...(email === undefined ? [] : [hasPerson(sql, email)])
      ])}
      order by account_id desc limit ${limit + 1}`.pipe(decodeAccounts)
    const page = rows.slice(0, limit)
    return { accounts: page.map(shown), next: rows.length > limit ? page.at(-1)!.id : null }
  }).pipe(Effect.orDie)

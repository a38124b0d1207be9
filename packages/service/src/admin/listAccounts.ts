/** All accounts, for an owner of the service: the newest first, page by page. */
import type { AdminAccount, AdminAccounts } from "@rcpt/api/Admin"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { spelled } from "../sessions/signIn.ts"

export interface Wanted {
  readonly limit: number
  /** The id of an account: those that were opened before it. Ids grow with time (UUIDv7). */
  readonly cursor?: string | undefined
  readonly email?: string | undefined
}

interface Row {
  readonly id: string
  readonly email: string
  readonly owner: boolean
  readonly credits: bigint
  readonly suspendedAt: Date | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const shown = ({
  owner,
  credits,
  suspendedAt,
  createdAt,
  lastUsedAt,
  ...row
}: Row): AdminAccount => ({
  ...row,
  is_admin: owner,
  credits: Number(credits),
  suspended_at: suspendedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null
})

/** No text of Postgres has NUL in it, so nobody has such an address. */
const isNobodys = (email: string | undefined): boolean => email?.includes("\0") ?? false

export const listAccounts = ({
  limit,
  cursor,
  email
}: Wanted): Effect.Effect<AdminAccounts, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (isNobodys(email)) return { accounts: [], next: null }
    const rows = yield* sql<Row>`
      select account_id as id, email, owner, coalesce(available, 0)::bigint as credits,
        suspended_at as "suspendedAt", created_at as "createdAt",
        greatest((select max(last_used_at) from api_key k where k.account_id = a.account_id),
          (select max(last_used_at) from session s where s.account_id = a.account_id))
          as "lastUsedAt"
      from account a left join es.account using (account_id)
      where ${sql.and([
        sql`true`,
        ...(cursor === undefined ? [] : [sql`account_id < ${cursor}`]),
        ...(email === undefined ? [] : [sql`lower(email) = lower(${spelled(email)})`])
      ])}
      order by account_id desc limit ${limit + 1}`
    const page = rows.slice(0, limit)
    return { accounts: page.map(shown), next: rows.length > limit ? page.at(-1)!.id : null }
  })

/** Reads who is in an account, who is invited, and the names of those who did something. */
import type { PersonNamed } from "@rcpt/api/PersonNamed"
import type { Role } from "@rcpt/domain/Role"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Invitation } from "./invitations.ts"

export interface Person {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: Date
  readonly lastSeenAt: Date | null
  readonly hasSecondFactor: boolean
}

export interface OpenInvitation extends Invitation {
  readonly invitedBy: string
}

/** Those who came first stand first. */
export const people = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Person>`
      select person_id as id, email, role, joined_at as "joinedAt",
        greatest(last_seen_at, (select max(last_used_at) from session s
          where s.person_id = p.person_id)) as "lastSeenAt",
        exists (select from person_totp t where t.person_id = p.person_id
          and enabled_at is not null) as "hasSecondFactor"
      from person p where account_id = ${account} order by joined_at, person_id`
  ).pipe(Effect.orDie)

export const openInvitations = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<OpenInvitation>`
      select invitation_id as id, email, role, created_at as "createdAt",
        expires_at as "expiresAt", invited_by as "invitedBy"
      from invitation where account_id = ${account} and expires_at > now()
      order by created_at desc, invitation_id desc`
  ).pipe(Effect.orDie)

/** Those who have left the account have no address any more. */
export const namesOf = Effect.fnUntraced(function* (account: string, ids: ReadonlySet<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    ids.size === 0
      ? []
      : yield* sql<{ readonly id: string; readonly email: string }>`
          select person_id as id, email from person
          where account_id = ${account} and person_id = any (${[...ids]}::uuid[])`
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  return (id: string): PersonNamed => {
    const email = emails.get(id)
    return { id, ...(email !== undefined && { email }) }
  }
})

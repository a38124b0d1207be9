/**
 * The people of an account: reads who is in it, who is invited and the names of people who did something;
 * changes roles, removes people, and keeps what each has chosen.
 */
import type { PersonNamed } from "@rcpt/api/PersonNamed"
import * as AccountPeople from "@rcpt/domain/AccountPeople"
import type { Language, ListMail } from "@rcpt/domain/Mail"
import { objectKinds } from "@rcpt/domain/powers"
import type { Author } from "@rcpt/domain/powers"
import type { Role } from "@rcpt/domain/Role"
import { isRolePermitted } from "@rcpt/domain/rolePermissions"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { record } from "../accountStream.ts"
import * as Revocations from "../Revocations.ts"
import type { Holder } from "../sessions/Sessions.ts"
import { endCredentials, withdrawInvitations } from "./endCredentials.ts"
import type { Invitation } from "./invitations.ts"

// Changes the role of a person, or removes them. Rows are locked before the account's stream, in the same
// order as by a person who signs in or changes a password.

const lock = ({ accountId, personId }: Holder) =>
  WriteSql.use(
    (sql) => sql`
      select from person where account_id = ${accountId} and person_id = ${personId} for update`
  )

/** A person of an account, and the person who changes something about them. */
interface ChangedPerson extends Holder {
  readonly by: string
}

/** In the caller's transaction, as `changeRole`. Until `revocationWait` after it a node may know the old role. */
export const changeRoleIn = Effect.fnUntraced(function* (
  person: Holder,
  { role, by }: { readonly role: Role; readonly by: Author }
) {
  const { accountId, personId } = person
  const sql = yield* WriteSql
  yield* lock(person)
  if (!isRolePermitted(role, objectKinds.invitation.permission))
    yield* withdrawInvitations(accountId, sql`invited_by = ${personId}`, by)
  yield* record(accountId, AccountPeople.changeRole({ personId, role, by }))
  yield* sql`update person set role = ${role} where person_id = ${personId}`
  const sessions = yield* sql<{ readonly id: string }>`
    select session_id as id from session where person_id = ${personId}`
  yield* Revocations.publish(
    sql,
    sessions.map(({ id }) => id)
  )
})

/**
 * Changes the role of a person. When it returns, every node knows the role. Keys keep what their maker was
 * allowed when they were made; open invitations end if the person may no longer invite.
 */
export const changeRole = Effect.fnUntraced(function* (person: ChangedPerson, role: Role) {
  const sql = yield* WriteSql
  yield* changeRoleIn(person, { role, by: { personId: person.by } }).pipe(
    sql.withTransaction,
    Effect.catchTag(["AccountNotOpen", "SqlError"], Effect.die)
  )
  yield* Effect.sleep(Revocations.revocationWait)
})

/**
 * Removes a person. When it returns, every node refuses their sessions. Their second factor goes with their
 * row.
 */
export const removePerson = Effect.fnUntraced(function* (person: ChangedPerson) {
  const { accountId, personId } = person
  const by = { personId: person.by }
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* lock(person)
    yield* endCredentials({ accountId, personId }, "person_removed")
    yield* record(accountId, AccountPeople.remove({ personId, by }))
    yield* sql`delete from person where person_id = ${personId}`
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  yield* Effect.sleep(Revocations.revocationWait)
})

interface Person {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: Date
  readonly lastSeenAt: Date | null
  readonly hasSecondFactor: boolean
}

interface OpenInvitation extends Invitation {
  readonly invitedBy: string
}

/** The people of an account, in the order in which they joined. */
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

/** People who have left the account have no address any more. */
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

// What a person has chosen for pages and mail.

interface Preferences {
  readonly language: Language | null
  readonly listMail: ListMail
}

/** `undefined`: the person has just been removed. */
export const preferencesOf = (person: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Preferences>`
      select language, list_mail as "listMail" from person where person_id = ${person}`
  ).pipe(
    Effect.map(([row]) => row),
    Effect.orDie
  )

export const setPreferences = (person: string, { language, listMail }: Preferences) =>
  WriteSql.use(
    (sql) => sql`
      update person set language = ${language}, list_mail = ${listMail} where person_id = ${person}`
  ).pipe(Effect.asVoid, Effect.orDie)

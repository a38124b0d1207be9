/**
 * Invitations into an account: a link, whose token is stored as its SHA-256. Where the service sends mail, it is mailed and
 * shown to nobody else, so that who opens it has proved the address. Without mail it is shown once, and a manager hands it
 * on. The person who opens it chooses a password, once, within a week.
 */
import { randomUUIDv7 } from "node:crypto"

import * as AccountPeople from "@rcpt/domain/AccountPeople"
import type { Language } from "@rcpt/domain/Mail"
import type { Role } from "@rcpt/domain/Role"
import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { Outbox } from "../../mail/Outbox.ts"
import { WriteSql } from "../../platform/Database.ts"
import { hasIdentity } from "../../platform/identityOf.ts"
import { record, recordAs } from "../accountStream.ts"
import { hashPassword, checkNewPassword } from "../password.ts"
import type { Holder } from "../sessions/Sessions.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { countAttempt } from "../sessions/signIn.ts"
import { addressOf } from "../sessions/signUp.ts"
import { withdrawInvitations } from "./endCredentials.ts"
import { digestOf, newToken } from "./mailedLinks.ts"

// Takes somebody who was invited into the account, with a password of their own, and signs them in.

/** Somebody signs in with the address already, perhaps to another account. */
class AddressTaken extends Schema.TaggedError<AddressTaken>()("AddressTaken", {}) {}

interface Acceptance {
  readonly token: string
  readonly password: string
  /** Client address, as it is counted. */
  readonly address: string
  readonly agent: string
  /** The token of the session that the browser has. */
  readonly held?: string | undefined
}

interface Accepted {
  readonly invitationId: string
  readonly accountId: string
  readonly role: Role
  readonly email: string
  readonly addressKey: Uint8Array
  readonly invitedBy: string
}

/** Where the service sends mail, a link that somebody else was shown opens nothing: from before it sent mail. */
const provesAddress = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { enabled } = yield* Outbox
  return enabled ? sql`by_mail` : sql`true`
})

/** The row that is deleted is what makes an invitation work once. */
const take = Effect.fnUntraced(function* (token: string) {
  const sql = yield* WriteSql
  const [taken] = yield* sql<Accepted>`
    delete from invitation i using account a
    where i.account_id = a.account_id and hash = decode(${digestOf(token)}, 'hex')
      and expires_at > now() and suspended_at is null and ${yield* provesAddress}
    returning invitation_id as "invitationId", i.account_id as "accountId", role, email,
      address_key as "addressKey", invited_by as "invitedBy"`
  return taken ?? (yield* new InvitationEnded())
})

const joinWith = Effect.fnUntraced(function* (token: string, passwordHash: string) {
  const sql = yield* WriteSql
  const { accountId, invitationId, role, email, addressKey, invitedBy } = yield* take(token)
  const personId = randomUUIDv7()
  yield* recordAs(
    { accountId, personId, addressKey, owner: false, role },
    AccountPeople.join({ personId, invitationId, role, by: { personId: invitedBy } })
  )
  yield* sql`
    insert into person (person_id, account_id, role, email, password_hash)
    values (${personId}, ${accountId}, ${role}, ${email}, ${passwordHash})`
  // One that was not confirmed: somebody has the address now.
  yield* sql`delete from sign_up where ${hasIdentity(sql, email)}`
  return { accountId, personId, passwordHash }
})

/** A failed attempt counts like a wrong password: it may show that an address is taken. */
export const accept = Effect.fnUntraced(function* ({
  token,
  password,
  address,
  ...browser
}: Acceptance) {
  const { email } = yield* look(token)
  yield* checkNewPassword(password, email)
  const sql = yield* WriteSql
  const joining = Effect.flatMap(hashPassword(password), (passwordHash) =>
    joinWith(token, passwordHash).pipe(
      sql.withTransaction,
      Effect.catchReason("SqlError", "UniqueViolation", () => new AddressTaken()),
      Effect.catchTag("SqlError", Effect.die),
      // The account was closed a moment ago, or the person who invited may no longer give the role.
      Effect.catchTag(
        ["AccountNotOpen", "BeyondPowers", "NotPermitted"],
        () => new InvitationEnded()
      )
    )
  )
  const person = yield* countAttempt({ email, address }, joining)
  const { start } = yield* Sessions
  return (yield* start(person, browser)) ?? (yield* new InvitationEnded())
})

/**
 * An invitation lasts over a weekend, and is short enough that a forgotten link in a chat opens nothing.
 */
const invitationLasts = Duration.days(7)

/** Somebody with the address is in the account. */
class AlreadyInAccount extends Schema.TaggedError<AlreadyInAccount>()("AlreadyInAccount", {}) {}

/** It was used or revoked, has expired, or never was. */
class InvitationEnded extends Schema.TaggedError<InvitationEnded>()("InvitationEnded", {}) {}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Fails if the address is in this account already. The answer says nothing about other accounts, so it does
 * not reveal who signs in.
 */
const refuseMember = Effect.fnUntraced(function* (account: string, email: string) {
  const sql = yield* WriteSql
  const found = yield* sql`
    select from person where account_id = ${account} and ${hasIdentity(sql, email)}`
  if (found.length > 0) return yield* new AlreadyInAccount()
})

const countOpen = Effect.fnUntraced(function* (account: string) {
  const sql = yield* WriteSql
  const [row] = yield* sql<{ readonly count: number }>`
    select count(*)::int as count from invitation
    where account_id = ${account} and expires_at > now()`
  return row!.count
})

interface InvitationRequest {
  readonly email: string
  readonly role: Role
}

/** The page of the dashboard that accepts an invitation. */
export const joinPage = "/join"

interface Inviter {
  readonly email: string
  readonly language: Language
}

interface MailedInvitation extends InvitationRequest {
  readonly token: string
}

/** The link cannot be mailed now: too many were, to the address or by the account. */
class TooManyInvited extends Schema.TaggedError<TooManyInvited>()("TooManyInvited", {}) {}

/** In the language of the person who invites: what the other one reads is not known. */
const mailInvitation = Effect.fnUntraced(function* (
  { accountId: account, personId }: Holder,
  { email, role, token }: MailedInvitation
) {
  const { queue } = yield* Outbox
  const sql = yield* WriteSql
  const [by] = yield* sql<Inviter>`
    select email, coalesce(language, 'en') as language from person where person_id = ${personId}`
  const queued = yield* queue({
    kind: "invitation",
    to: { account, email, language: by?.language ?? "en" },
    facts: { by: by?.email ?? "", role },
    link: { page: joinPage, token }
  })
  if (queued === "limited") return yield* new TooManyInvited()
})

/**
 * Invites an address, and replaces an invitation that is open for it. Returns the token as well, which is not stored, unless it
 * is mailed. Nothing but the limits of mail tells whether somebody has an account with the address, and those do not either.
 */
export const invite = Effect.fnUntraced(function* (
  inviter: Holder,
  { role, ...request }: InvitationRequest
) {
  const { accountId: account, personId } = inviter
  const sql = yield* WriteSql
  const email = yield* addressOf(request.email)
  const { enabled } = yield* Outbox
  const token = newToken()
  const invitationId = randomUUIDv7()
  const made = yield* Effect.gen(function* () {
    yield* refuseMember(account, email)
    yield* withdrawInvitations(account, hasIdentity(sql, email), { personId })
    const invited = yield* countOpen(account)
    yield* record(account, AccountPeople.invite({ invitationId, role, invited, by: { personId } }))
    const [row] = yield* sql<Invitation>`
      insert into invitation
        (invitation_id, account_id, role, email, hash, by_mail, invited_by, expires_at)
      values (${invitationId}, ${account}, ${role}, ${email}, decode(${digestOf(token)}, 'hex'),
        ${enabled}, ${personId}, now() + make_interval(secs => ${Duration.toSeconds(invitationLasts)}::float8))
      returning invitation_id as id, email, role, created_at as "createdAt",
        expires_at as "expiresAt"`
    if (enabled) yield* mailInvitation(inviter, { email, role, token })
    return row!
  }).pipe(sql.withTransaction, Effect.catchTag(["AccountNotOpen", "SqlError"], Effect.die))
  return { ...made, token: enabled ? undefined : token }
})

/** Withdraws an invitation. False: it is not open. */
export const withdraw = ({ accountId, personId }: Holder, id: string) =>
  WriteSql.use((sql) =>
    sql.withTransaction(withdrawInvitations(accountId, sql`invitation_id = ${id}`, { personId }))
  ).pipe(
    Effect.catchTag(["AccountNotOpen", "SqlError"], Effect.die),
    Effect.map((count) => count > 0)
  )

/** Returns what a person with the link may know. A suspended account takes no new people. */
export const look = Effect.fnUntraced(function* (token: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.orDie(sql<Invitation>`
    select invitation_id as id, email, role, i.created_at as "createdAt", expires_at as "expiresAt"
    from invitation i join account using (account_id)
    where hash = decode(${digestOf(token)}, 'hex') and expires_at > now() and suspended_at is null
      and ${yield* provesAddress}`)
  return row ?? (yield* new InvitationEnded())
})

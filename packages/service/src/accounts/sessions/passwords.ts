/**
 * Changes a password, for its user, who knows it or has a mailed link, or for an operator. All of these end the sessions
 * that were started with the old password, even those that start at the same moment.
 */
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import * as Account from "@rcpt/domain/Account"
import type { Language } from "@rcpt/domain/Mail"
import { unavailable } from "@rcpt/store/unavailable"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { Outbox } from "../../mail/Outbox.ts"
import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { hasIdentity } from "../../platform/identityOf.ts"
import { record, recordAs } from "../accountStream.ts"
import {
  generatePassword,
  hashPassword,
  isPassword,
  checkNewPassword,
  PasswordRefused
} from "../password.ts"
import { endCredentials } from "../people/endCredentials.ts"
import { LinkEnded, lookAtLink, mailLink, takeLink } from "../people/mailedLinks.ts"
import { revocationWait } from "../Revocations.ts"
import type { Holder, SessionHolder } from "./Sessions.ts"
import { countAttempt, failIfOverloaded, isOwner } from "./signIn.ts"
import { inEqualTime } from "./signUp.ts"

export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {}) {}

/** It is not known whether the password was changed. */
class UnknownOutcome extends Schema.TaggedError<UnknownOutcome>()("UnknownOutcome", {
  cause: Schema.Defect()
}) {}

export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {}) {}

/** Records what a person did in the stream of their account, which must be open. */
export const recordOf = ({ accountId, personId }: Holder, what: Account.Noted) =>
  Effect.catchTag(record(accountId, Account.note(what, personId)), "AccountNotOpen", Effect.die)

interface StoredCredentials {
  readonly email: string
  /** `null`: the person signs in at the provider alone. */
  readonly passwordHash: string | null
}

export const credentialsOf = (person: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<StoredCredentials>`
      select email, password_hash as "passwordHash" from person where person_id = ${person}`
  ).pipe(
    Effect.map(([row]) => row!),
    Effect.orDie
  )

export const checkPassword = (password: string, { passwordHash }: StoredCredentials) =>
  Effect.flatMap(isPassword(password, passwordHash ?? undefined), (isRight) =>
    isRight ? Effect.void : new WrongPassword()
  )

interface PasswordChange {
  readonly current: string
  readonly next: string
  /** Client address, as it is counted. */
  readonly address: string
}

/** A change that may be made: the current password was right. Nothing is written yet. */
interface CheckedChange {
  readonly session: SessionHolder
  readonly oldHash: string | null
  readonly newHash: string
}

export const checkChange = Effect.fnUntraced(function* (
  session: SessionHolder,
  { current, next, address }: PasswordChange
) {
  const stored = yield* credentialsOf(session.personId)
  yield* checkNewPassword(next, stored.email)
  yield* countAttempt({ email: stored.email, address }, checkPassword(current, stored))
  // This is checked last: a caller who does not know the current one learns nothing of it.
  if (next.normalize("NFKC") === current.normalize("NFKC"))
    return yield* new PasswordRefused({ rule: fieldFault("samePassword") })
  const newHash = yield* hashPassword(next)
  return { session, oldHash: stored.passwordHash, newHash } satisfies CheckedChange
})

/** Waits for a commit whose reply was lost: it may still be made while we look. */
const lookAgain = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "2 seconds" }))

/** The hash is salted, so no other change has the same one. */
const isChanged = ({ session: { personId }, newHash }: CheckedChange) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select 1 from person where person_id = ${personId} and password_hash = ${newHash}`
  ).pipe(Effect.flatMap(([row]) => (row === undefined ? Effect.fail("not yet") : Effect.void)))

/**
 * Makes the checked change. When it returns, every node refuses the person's other sessions. Fails with
 * `UnknownOutcome` if the reply to the commit was lost and the new password is not found afterwards; it dies
 * if nothing was written.
 */
export const changePassword = Effect.fnUntraced(function* (change: CheckedChange) {
  const { session, oldHash, newHash } = change
  const sql = yield* WriteSql
  let isWritten = false
  const write = Effect.gen(function* () {
    // Fails if a concurrent change has replaced the hash that `current` was checked against.
    const changed = yield* sql`
      update person set password_hash = ${newHash}
      where person_id = ${session.personId} and password_hash = ${oldHash}
      returning person_id`
    if (changed.length === 0) return yield* new WrongPassword()
    yield* endCredentials(session, "password_changed")
    yield* recordOf(session, "PasswordChanged")
    yield* sql`update session set confirmed_at = now() where session_id = ${session.sessionId}`
    isWritten = true
  })
  yield* write.pipe(
    sql.withTransaction,
    Effect.catchTag("SqlError", (error) =>
      isWritten
        ? Effect.mapError(
            Effect.retry(isChanged(change), lookAgain),
            () => new UnknownOutcome({ cause: error })
          )
        : Effect.die(error)
    )
  )
  yield* Effect.sleep(revocationWait)
})

/** Enters the password of a session again. */
export const confirmPassword = Effect.fnUntraced(function* (
  { personId, sessionId }: SessionHolder,
  { password, address }: { readonly password: string; readonly address: string }
) {
  const sql = yield* WriteSql
  const stored = yield* credentialsOf(personId)
  yield* countAttempt({ email: stored.email, address }, checkPassword(password, stored))
  // Changes nothing if the password was changed meanwhile: that has ended this session.
  yield* Effect.orDie(sql`update session set confirmed_at = now() where session_id = ${sessionId}`)
})

/** Ends all sessions of a person, and what they have begun. When it returns, every node refuses all sessions of the person. */
export const endAllSessions = Effect.fnUntraced(function* ({ accountId, personId }: Holder) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* endCredentials({ accountId, personId }, "signed_out_everywhere")
    yield* recordOf({ accountId, personId }, "AllSessionsEnded")
  }).pipe(sql.withTransaction, Effect.orDie)
  yield* Effect.sleep(revocationWait)
})

// By a mailed link, for a person who has lost the password.

/** The service sends no mail. */
class MailIsOff extends Schema.TaggedError<MailIsOff>()("MailIsOff", {}) {}

interface Recipient extends Holder {
  readonly language: Language
  readonly email: string
}

/** Who signs in at the provider alone cannot come to a password by mail. */
const findRecipient = Effect.fnUntraced(function* (email: string) {
  const sql = yield* WriteSql
  const { passwords } = yield* Config
  const [found] = yield* Effect.orDie(sql<Recipient>`
      select account_id as "accountId", person_id as "personId", email,
        coalesce(language, 'en') as language
      from person join account using (account_id)
      where ${hasIdentity(sql, email)} and suspended_at is null and password_hash is not null
        and ${passwords === "off" ? isOwner(sql) : sql`true`}`)
  return found
})

interface ResetRequest {
  readonly email: string
  /** Client address, as it is counted. */
  readonly address: string
}

/** Mails a link if a person has the address. The answer and its time are the same if none has. */
export const requestReset = Effect.fnUntraced(function* ({ email, address }: ResetRequest) {
  const { enabled, admits } = yield* Outbox
  if (!enabled) return yield* new MailIsOff()
  const sql = yield* WriteSql
  const work = Effect.gen(function* () {
    const isAdmitted = yield* admits(address)
    const found = yield* findRecipient(email)
    if (!isAdmitted) return
    if (found === undefined) return
    const { accountId: account, personId: person, ...to } = found
    yield* mailLink({
      purpose: "password",
      person: found,
      mail: (token) => ({
        kind: "reset_password",
        to: { account, person, ...to },
        facts: {},
        link: { page: "/reset", token }
      })
    })
  })
  yield* inEqualTime(work.pipe(sql.withTransaction, Effect.orDie))
})

/**
 * Sets a new password by a mailed link. When it returns, every node refuses the sessions of the person. The second factor stays.
 */
export const resetByLink = Effect.fnUntraced(function* (token: string, password: string) {
  const sql = yield* WriteSql
  yield* failIfOverloaded
  const { email } = yield* Effect.catchTag(lookAtLink(token, "password"), "SqlError", Effect.die)
  yield* checkNewPassword(password, email)
  const hash = yield* hashPassword(password)
  yield* Effect.gen(function* () {
    const person = yield* takeLink(token, "password")
    yield* sql`update person set password_hash = ${hash} where person_id = ${person.personId}`
    yield* endCredentials(person, "password_reset")
    yield* Effect.catchTag(
      recordAs(person, Account.note("PasswordRecovered", person.personId)),
      "AccountNotOpen",
      () => new LinkEnded()
    )
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  yield* Effect.sleep(revocationWait)
})

/**
 * Sets a generated password, without a second factor, for somebody who has lost theirs. When it returns, every node refuses
 * their sessions. Fails with `StoreUnavailable`, which `rcpt admin` reports.
 */
export const resetPassword = Effect.fnUntraced(function* (email: string) {
  const sql = yield* WriteSql
  const password = generatePassword()
  const hash = yield* hashPassword(password)
  yield* Effect.gen(function* () {
    const [reset] = yield* sql<Holder>`
      update person set password_hash = ${hash} where ${hasIdentity(sql, email)}
      returning account_id as "accountId", person_id as "personId"`
    if (reset === undefined) return yield* new UnknownAccount()
    // A person who has lost the password may have lost the app as well, and only the operator can help.
    const totp = yield* sql`
      delete from person_totp where person_id = ${reset.personId} returning enabled_at`
    yield* endCredentials(reset, "password_replaced")
    yield* recordOf(reset, "PasswordReplaced")
    if (totp.length > 0) yield* recordOf(reset, "TotpDisabled")
  }).pipe(sql.withTransaction, unavailable)
  yield* Effect.sleep(revocationWait)
  return password
})

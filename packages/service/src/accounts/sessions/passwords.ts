/**
 * Changes a password, for its user or for an operator. Both end the sessions that were started with the
 * old password, even those that start at the same moment.
 */
import * as Account from "@rcpt/domain/Account"
import { unavailable } from "@rcpt/store/unavailable"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { record } from "../accountStream.ts"
import { generatePassword, hashPassword, isPassword } from "../password.ts"
import { revocationWait } from "../Revocations.ts"
import { endSessions } from "./endSessions.ts"
import { checkNewPassword, PasswordRefused } from "./passwordRules.ts"
import type { SessionHolder } from "./Sessions.ts"
import { countAttempt, normalizeEmail } from "./signIn.ts"

export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {}) {}

/** Nobody can say whether the password was changed. */
export class UnknownOutcome extends Schema.TaggedError<UnknownOutcome>()("UnknownOutcome", {
  cause: Schema.Defect()
}) {}

export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {}) {}

/** Records an event of an account, which must be open. */
const recordOf = (account: string, what: Parameters<typeof Account.note>[0]) =>
  Effect.catchTag(record(account, Account.note(what)), "AccountNotOpen", Effect.die)

interface AccountCredentials {
  readonly email: string
  readonly passwordHash: string
}

const credentialsOf = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<AccountCredentials>`
      select email, password_hash as "passwordHash" from account where account_id = ${account}`
  ).pipe(
    Effect.map(([row]) => ({ ...row!, email: normalizeEmail(row!.email) })),
    Effect.orDie
  )

const checkPassword = (password: string, { passwordHash }: AccountCredentials) =>
  Effect.flatMap(isPassword(password, passwordHash), (isRight) =>
    isRight ? Effect.void : new WrongPassword()
  )

interface PasswordChange {
  readonly current: string
  readonly next: string
  /** Client address, as it is counted. */
  readonly address: string
}

/** A change that may be made: the current password was right. Nothing is written yet. */
export interface CheckedChange {
  readonly session: SessionHolder
  readonly oldHash: string
  readonly newHash: string
}

export const checkChange = Effect.fnUntraced(function* (
  session: SessionHolder,
  { current, next, address }: PasswordChange
) {
  const account = yield* credentialsOf(session.accountId)
  yield* checkNewPassword(next, account.email)
  yield* countAttempt({ email: account.email, address }, checkPassword(current, account))
  // Only now: a caller who does not know the current one learns nothing of it.
  if (next.normalize("NFKC") === current.normalize("NFKC"))
    return yield* new PasswordRefused({ rule: "must not be the current password" })
  const newHash = yield* hashPassword(next)
  return { session, oldHash: account.passwordHash, newHash } satisfies CheckedChange
})

/** For a commit whose reply was lost: it may still be made while we look. */
const lookAgain = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "2 seconds" }))

/** Salted, so nobody else's change has this hash. */
const isChanged = ({ session: { accountId }, newHash }: CheckedChange) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select 1 from account where account_id = ${accountId} and password_hash = ${newHash}`
  ).pipe(Effect.flatMap(([row]) => (row === undefined ? Effect.fail("not yet") : Effect.void)))

/**
 * When it returns, every node refuses the account's other sessions. Fails with `UnknownOutcome` if the
 * reply to the commit was lost and the new password is not found afterwards; it dies if nothing was written.
 */
export const changePassword = Effect.fnUntraced(function* (change: CheckedChange) {
  const { session, oldHash, newHash } = change
  const sql = yield* WriteSql
  let isWritten = false
  const write = Effect.gen(function* () {
    // Fails if a concurrent change has replaced the hash that `current` was checked against.
    const changed = yield* sql`
      update account set password_hash = ${newHash}
      where account_id = ${session.accountId} and password_hash = ${oldHash}
      returning account_id`
    if (changed.length === 0) return yield* new WrongPassword()
    yield* recordOf(session.accountId, "PasswordChanged")
    yield* endSessions(sql, session.accountId, sql`session_id <> ${session.sessionId}`)
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
  { accountId, sessionId }: SessionHolder,
  { password, address }: { readonly password: string; readonly address: string }
) {
  const sql = yield* WriteSql
  const account = yield* credentialsOf(accountId)
  yield* countAttempt({ email: account.email, address }, checkPassword(password, account))
  // Not if the password was changed meanwhile: that has ended this session.
  yield* Effect.orDie(sql`update session set confirmed_at = now() where session_id = ${sessionId}`)
})

/** When it returns, every node refuses all sessions of the account. */
export const endAllSessions = Effect.fnUntraced(function* (account: string) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* recordOf(account, "AllSessionsEnded")
    yield* endSessions(sql, account, sql`true`)
  }).pipe(sql.withTransaction, Effect.orDie)
  yield* Effect.sleep(revocationWait)
})

/**
 * Sets a generated password, without a second factor, for a user who has lost theirs. When it returns, every node refuses the
 * account's sessions. Fails with `StoreUnavailable`, which `rcpt admin` reports.
 */
export const resetPassword = Effect.fnUntraced(function* (email: string) {
  const sql = yield* WriteSql
  const password = generatePassword()
  const hash = yield* hashPassword(password)
  yield* Effect.gen(function* () {
    const [reset] = yield* sql<{ readonly accountId: string }>`
      update account set password_hash = ${hash} where lower(email) = lower(${normalizeEmail(email)})
      returning account_id as "accountId"`
    if (reset === undefined) return yield* new UnknownAccount()
    yield* recordOf(reset.accountId, "PasswordReplaced")
    // Who has lost the password may have lost the app as well, and only the operator can help.
    const totp = yield* sql`
      delete from account_totp where account_id = ${reset.accountId} returning enabled_at`
    if (totp.length > 0) yield* recordOf(reset.accountId, "TotpDisabled")
    yield* endSessions(sql, reset.accountId, sql`true`)
  }).pipe(sql.withTransaction, unavailable)
  yield* Effect.sleep(revocationWait)
  return password
})

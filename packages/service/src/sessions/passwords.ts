/**
 * Changing a password, by whoever knows it or by an operator. Either ends what was begun with the one
 * before: sessions elsewhere, and those that start at this very moment.
 */
import * as Account from "@rcpt/domain/Account"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { generatePassword, hashPassword, isPassword } from "../accounts/password.ts"
import { revocationWait } from "../accounts/Revocations.ts"
import { WriteSql } from "../Database.ts"
import { endSessions } from "./endSessions.ts"
import type { SessionHolder } from "./Sessions.ts"
import { spelled, tried } from "./signIn.ts"

export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {}) {}

export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {}) {}

/** No stream is written of an account that was never opened. */
const recordOf = (account: string, what: Parameters<typeof Account.note>[0]) =>
  Effect.catchTag(record(account, Account.note(what)), "AccountNotOpen", Effect.die)

interface Change {
  readonly current: string
  readonly next: string
  /** Where he asks from, as it is counted. */
  readonly address: string
}

/** When it answers, every node refuses his other sessions. */
export const changePassword = Effect.fn("changePassword")(function* (
  { accountId, sessionId }: SessionHolder,
  { current, next, address }: Change
) {
  const read = yield* SqlClient.SqlClient
  const sql = yield* WriteSql
  const [known] = yield* read<{ readonly email: string; readonly passwordHash: string }>`
    select email, password_hash as "passwordHash" from account where account_id = ${accountId}`
  const check = Effect.gen(function* () {
    if (!(yield* isPassword(current, known?.passwordHash))) return yield* new WrongPassword()
  })
  yield* tried({ email: spelled(known?.email ?? ""), address }, check)
  const hash = yield* hashPassword(next)
  yield* Effect.gen(function* () {
    // Whoever was faster has changed what `current` was compared with.
    const changed = yield* sql`
      update account set password_hash = ${hash}
      where account_id = ${accountId} and password_hash = ${known?.passwordHash ?? ""}
      returning account_id`
    if (changed.length === 0) return yield* new WrongPassword()
    yield* recordOf(accountId, "PasswordChanged")
    yield* endSessions(sql, accountId, sql`session_id <> ${sessionId}`)
  }).pipe(sql.withTransaction)
  yield* Effect.sleep(revocationWait)
})

/** When it answers, every node refuses all of his sessions. */
export const endAllSessions = Effect.fn("endAllSessions")(function* (account: string) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* recordOf(account, "AllSessionsEnded")
    yield* endSessions(sql, account, sql`true`)
  }).pipe(sql.withTransaction)
  yield* Effect.sleep(revocationWait)
})

/** A new password, for whoever has lost his. When it answers, every node refuses his sessions. */
export const resetPassword = Effect.fn("resetPassword")(function* (email: string) {
  const sql = yield* WriteSql
  const password = generatePassword()
  const hash = yield* hashPassword(password)
  yield* Effect.gen(function* () {
    const [reset] = yield* sql<{ readonly accountId: string }>`
      update account set password_hash = ${hash} where lower(email) = lower(${spelled(email)})
      returning account_id as "accountId"`
    if (reset === undefined) return yield* new UnknownAccount()
    yield* recordOf(reset.accountId, "PasswordReplaced")
    yield* endSessions(sql, reset.accountId, sql`true`)
  }).pipe(sql.withTransaction)
  yield* Effect.sleep(revocationWait)
  return password
})

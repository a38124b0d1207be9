/**
 * Whether an account is let in. Suspended, none of its keys and sessions is good for anything; they are
 * refused as those that were revoked are (accounts/Revocations.ts), on every node when it answers.
 */
import * as Account from "@rcpt/domain/Account"
import type { OwnerNotSuspended } from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect, Schema } from "effect"

import { record } from "../../accounts/accountStream.ts"
import * as Revocations from "../../accounts/Revocations.ts"
import { endSessions } from "../../accounts/sessions/endSessions.ts"
import { WriteSql } from "../../platform/Database.ts"

export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {}) {}

export interface SuspensionCommand {
  readonly account: string
  /** The owner who wants it so. */
  readonly by: string
}

/** One that has a row was opened. */
const lock = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* WriteSql
    const found = yield* sql`select from account where account_id = ${account} for update`
    if (found.length === 0) return yield* new UnknownAccount()
  })

export const suspend = Effect.fnUntraced(function* ({
  account,
  by
}: SuspensionCommand): Effect.fn.Return<
  void,
  OwnerNotSuspended | UnknownAccount,
  EventStore | WriteSql
> {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* lock(account)
    yield* Effect.catchTag(record(account, Account.suspend({ by })), "AccountNotOpen", Effect.die)
    yield* sql`
      update account set suspended_at = coalesce(suspended_at, now()) where account_id = ${account}`
    const keys = yield* sql<{ readonly hash: string }>`
      select encode(hash, 'hex') as hash from api_key
      where account_id = ${account} and revoked_at is null`
    yield* Revocations.publish(
      sql,
      keys.map(({ hash }) => hash)
    )
    yield* endSessions(sql, account, sql`true`)
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  // Also when it was suspended before: whether whoever did it has waited, nobody knows.
  yield* Effect.sleep(Revocations.revocationWait)
})

/** Its sessions have ended for good. Nobody believes that a key is worth nothing: it is good at once. */
export const resume = Effect.fnUntraced(function* ({ account, by }: SuspensionCommand) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* lock(account)
    yield* Effect.catchTag(record(account, Account.resume({ by })), "AccountNotOpen", Effect.die)
    yield* sql`update account set suspended_at = null where account_id = ${account}`
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
})

/**
 * Suspends and resumes an account. While it is suspended, its keys and sessions are refused like revoked
 * ones (accounts/Revocations.ts), by every node from the moment that the request is answered.
 */
import * as Account from "@rcpt/domain/Account"
import type { OwnerNotSuspended } from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect, Schema } from "effect"

import { record } from "../../accounts/accountStream.ts"
import { endCredentials } from "../../accounts/people/endCredentials.ts"
import * as Revocations from "../../accounts/Revocations.ts"
import { WriteSql } from "../../platform/Database.ts"

export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", {}) {}

interface SuspensionCommand {
  readonly account: string
  /** The owner who sent the request. */
  readonly by: string
}

/** Every account that is open has a row that says so. */
const lock = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* WriteSql
    const found = yield* sql`
      select from account where account_id = ${account} and closed_at is null for update`
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
    yield* endCredentials({ accountId: account }, "account_suspended")
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
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
  // Also if it was suspended before: the earlier request may not have waited long enough yet.
  yield* Effect.sleep(Revocations.revocationWait)
})

/** Sessions stay ended. Keys work again at once, because no node caches a refusal. */
export const resume = Effect.fnUntraced(function* ({ account, by }: SuspensionCommand) {
  const sql = yield* WriteSql
  yield* Effect.gen(function* () {
    yield* lock(account)
    yield* Effect.catchTag(record(account, Account.resume({ by })), "AccountNotOpen", Effect.die)
    yield* sql`update account set suspended_at = null where account_id = ${account}`
  }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
})

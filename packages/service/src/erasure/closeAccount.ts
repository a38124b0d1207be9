/**
 * Closes an account for ever, in one transaction: credits that are left become an entry, keys and sessions end,
 * and who it belonged to is erased. Nothing of the ledger changes. Its lists and what else is kept for a while
 * follow at once (eraseClosed.ts), or by the sweeper if this node dies.
 */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import type { ClosedAccount } from "@rcpt/api/Erasure"
import * as AccountEnd from "@rcpt/domain/AccountEnd"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import { endCredentials } from "../accounts/people/endCredentials.ts"
import * as Revocations from "../accounts/Revocations.ts"
import * as seals from "../ledger/checkpoints/seals.ts"
import { commitCommands } from "../ledger/commitCommands.ts"
import { ledgerStream } from "../ledger/ledgerRows.ts"
import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { endSchedules } from "../schedules/Schedules.ts"
import { NoSuchAccount } from "./eraseAddress.ts"
import { eraseClosed } from "./eraseClosed.ts"
import { keptOfClosed } from "./receipt.ts"

/** Octets of the new key, as many as in the key that it replaces. */
const addressKeyOctets = 32

/** Locks all owners in one order, so that two who close at once see each other. */
const lockAccount = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly owner: boolean }>`
    select account_id as id, owner from account
    where (owner or account_id = ${account}) and closed_at is null
    order by account_id for no key update`
  if (!rows.some(({ id }) => id === account)) return yield* new NoSuchAccount()
  // Before the stream, as those do who change a password, join or leave.
  yield* sql`select from person where account_id = ${account} for update`
  yield* sql`select from invitation where account_id = ${account} for update`
  return rows.filter(({ owner }) => owner).length
})

interface Unfinished {
  readonly jobs: number
  readonly checks: number
  readonly available: number
}

/**
 * Nothing is held from here to the commit: whoever holds or returns credits locks this stream. Checks that are
 * being answered have a hold that expires.
 */
const lockLedger = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select from es.stream where stream_id = ${ledgerStream(account)} for update`
  const [row] = yield* sql<Unfinished>`
    select (select count(*) from job where account_id = ${account} and completed_at is null)::int as jobs,
      (select count(*) from es.hold where account_id = ${account} and charged + refunded < credits
        and expires_at is not null)::int as checks,
      coalesce((select available from es.account where account_id = ${account}), 0)::float8 as available`
  return row!
})

/** No credit vanishes without an entry. */
const forfeit = Effect.fnUntraced(function* (account: string, credits: number) {
  if (credits === 0) return
  const command = yield* seals.adjust(account, {
    adjustmentId: randomUUIDv7(),
    credits: -credits,
    reason: "account closed"
  })
  const { outcomes } = yield* commitCommands(account, [command])
  for (const outcome of outcomes) yield* Effect.orDie(outcome)
})

/** Returns the number of keys that it has revoked. */
const endAccess = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* sql<{ readonly hash: string }>`
    update api_key set revoked_at = now() where account_id = ${account} and revoked_at is null
    returning encode(hash, 'hex') as hash`
  yield* Revocations.publish(
    sql,
    keys.map(({ hash }) => hash)
  )
  return keys.length
})

/** The new key has no use: without the old one, no digest in an event can be told from any other. */
const erasePeople = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update api_key set name = '', networks = null where account_id = ${account}`
  yield* sql`delete from mail_outbox where account_id = ${account}`
  yield* sql`delete from person where account_id = ${account}`
  yield* sql`delete from invitation where account_id = ${account}`
  yield* sql`delete from webhook where account_id = ${account}`
  yield* sql`delete from inlet where account_id = ${account}`
  yield* endSchedules(account)
  yield* sql`delete from account_rule where account_id = ${account}`
  const [closed] = yield* sql<{ readonly at: Date }>`
    update account set closed_at = now(), feedback_until = null, rules_id = null,
      address_key = ${randomBytes(addressKeyOctets)}
    where account_id = ${account} returning closed_at as at`
  return closed!.at
})

const close = Effect.fnUntraced(function* (account: string) {
  const owners = yield* lockAccount(account)
  yield* endCredentials({ accountId: account }, "account_closed")
  const { available: forfeited, ...unfinished } = yield* lockLedger(account)
  yield* Effect.catchTag(
    record(account, AccountEnd.close({ owners, forfeited, ...unfinished })),
    "AccountNotOpen",
    () => new NoSuchAccount()
  )
  yield* forfeit(account, forfeited)
  const keys = yield* endAccess(account)
  return { forfeited, keys, at: yield* erasePeople(account) }
})

type Refusal = NoSuchAccount | AccountEnd.LastOwner | AccountEnd.WorkUnfinished

/** When it returns, every node refuses its keys and sessions. */
export const closeAccount = (
  account: string
): Effect.Effect<ClosedAccount, Refusal, Config | EventStore | WriteSql> =>
  Effect.gen(function* () {
    const transaction = yield* makeWriteTransaction
    // One by one: the whole context has the pool of readers as its `SqlClient`, outside of the transaction.
    const closed = yield* transaction(
      close(account).pipe(
        Effect.provideService(Config, yield* Config),
        Effect.provideService(WriteSql, yield* WriteSql)
      )
    )
    const [jobs] = yield* Effect.all(
      [eraseClosed(account), Effect.sleep(Revocations.revocationWait)],
      { concurrency: 2 }
    )
    return {
      account_id: account,
      closed_at: closed.at.toISOString(),
      keys_revoked: closed.keys,
      jobs_erased: jobs,
      credits_forfeited: closed.forfeited,
      kept: keptOfClosed
    }
  })

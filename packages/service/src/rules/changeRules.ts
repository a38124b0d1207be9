/**
 * Changes the rules of an account: the event, the rows that verifications use, and the name of the rules of now, in one
 * transaction. The lock of the account's row lets one change after the other see what there is.
 */
import { randomUUIDv7 } from "node:crypto"

import type { CurrentAccount } from "@rcpt/api/Authentication"
import { AccountNotOpen } from "@rcpt/domain/Account"
import * as Rules from "@rcpt/domain/Rules"
import type { AddedRule, KeptRule, Rule, RulesEvent } from "@rcpt/domain/Rules"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore } from "@rcpt/store/EventStore"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import { originOf } from "../accounts/security/requestOrigin.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { mailboxDigest } from "../reports/mailboxDigest.ts"
import { countRules, renewRules, rulesFor, writeRules } from "./ruleRows.ts"

/** The stream of an account's rules, `rules-<account>`. */
export const rulesCodec = EventCodec.make(Rules.format)

type Owner = Pick<CurrentAccount["Service"], "accountId" | "addressKey">

const lockAccount = Effect.fnUntraced(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select from account where account_id = ${account} and closed_at is null for no key update`
  if (rows.length === 0) return yield* new AccountNotOpen()
})

const append = Effect.fnUntraced(function* (account: string, events: ReadonlyArray<RulesEvent>) {
  const store = yield* EventStore
  const from = yield* originOf(account)
  const stream = rulesCodec.streamOf(account)
  const encoded = events.map((event) =>
    rulesCodec.encode(from === undefined ? event : { ...event, from })
  )
  const keys = { streams: [stream], accounts: [], holds: [], commands: [] }
  yield* store
    .transact(keys, ({ versions }) => {
      const expectedVersion = versions[stream] ?? 0
      const streams = [{ stream, expectedVersion, events: encoded }]
      return Result.succeed({
        append: { streams, commands: [], holds: [], transfers: [] },
        outcome: undefined
      })
    })
    .pipe(Effect.orDie)
})

/** An event says who is meant only to the account itself. */
const inEvent =
  (addressKey: Uint8Array) =>
  ({ id, action, match, value, subdomains }: KeptRule): AddedRule => ({
    ruleId: id,
    action,
    match,
    ...(match === "address" ? { mailbox: mailboxDigest(addressKey, value) } : { value }),
    ...(subdomains && { subdomains })
  })

/** Runs a change under the lock of an account, and records its events. An account that was closed has no rules. */
const changing = <A, E>(
  account: string,
  change: Effect.Effect<
    { readonly events: ReadonlyArray<RulesEvent>; readonly outcome: A },
    E,
    SqlClient.SqlClient
  >
) =>
  Effect.gen(function* () {
    const inTransaction = yield* makeWriteTransaction
    return yield* inTransaction(
      Effect.gen(function* () {
        yield* Effect.catchTag(lockAccount(account), "AccountNotOpen", Effect.die)
        const { events, outcome } = yield* change
        if (events.length === 0) return outcome
        yield* renewRules(account)
        yield* append(account, events)
        return outcome
      })
    )
  })

/** New ids in rising order: rules are listed by them, and a file keeps its order. */
const risingIds = (count: number): (() => string) => {
  const ids = Array.from({ length: count }, () => randomUUIDv7()).toSorted()
  let used = 0
  return () => ids[used++]!
}

/** Adds rules; one for a `match` and `value` that has a rule changes it. All of them, or none. */
export const addRules = (
  { accountId, addressKey }: Owner,
  given: ReadonlyArray<Omit<KeptRule, "id">>
) =>
  changing(
    accountId,
    Effect.gen(function* () {
      const known = yield* rulesFor(accountId, given)
      const change = yield* Effect.fromResult(
        Rules.addRules(given, known, yield* countRules(accountId), risingIds(given.length))
      )
      if (change.written.length > 0) yield* writeRules(accountId, change.written)
      return {
        events: Rules.rulesAdded(change.written.map(inEvent(addressKey))),
        outcome: change
      }
    })
  )

/** The rules to remove: one by its id or by what it says, or all. */
export type Removed =
  | { readonly id: string }
  | Pick<Rule, "match" | "value">
  | { readonly isAll: true }

/** Returns how many rules it has removed. */
export const removeRules = (account: string, removed: Removed) =>
  changing(
    account,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const which =
        "id" in removed
          ? sql`rule_id = ${removed.id}`
          : "match" in removed
            ? sql`match = ${removed.match} and value = ${removed.value}`
            : sql`true`
      const gone = yield* sql<{ readonly id: string }>`
        delete from account_rule where account_id = ${account} and ${which} returning rule_id as id`
      return { events: Rules.rulesRemoved(gone.map(({ id }) => id)), outcome: gone.length }
    })
  )

interface Person {
  /** Whether an address is theirs. */
  readonly isNamedBy: (email: string) => boolean
  /** Whether their address stands in a text. */
  readonly isIn: (text: string) => boolean
}

/** Removes the rules about a person's address, and notes that name it. Returns how many rules that were. */
export const eraseFromRules = (account: string, { isNamedBy, isIn }: Person) =>
  changing(
    account,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<Pick<KeptRule, "id" | "match" | "value" | "note">>`
        select rule_id as id, match, value, note from account_rule
        where account_id = ${account} and (match = 'address' or note <> '')`
      const about = rows.filter(({ match, value }) => match === "address" && isNamedBy(value))
      const ids = about.map(({ id }) => id)
      const noted = rows.filter((row) => !about.includes(row) && isIn(row.note))
      yield* sql`
        delete from account_rule where account_id = ${account} and rule_id = any (${ids}::uuid[])`
      yield* sql`
        update account_rule set note = ''
        where account_id = ${account} and rule_id = any (${noted.map(({ id }) => id)}::uuid[])`
      return { events: Rules.rulesRemoved(ids), outcome: ids.length + noted.length }
    })
  )

/**
 * Accounts and their API keys: events in `account-<account>`, and the rows that are looked up at
 * every request, kept in the same transaction.
 */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import type { AccountEvent } from "@rcpt/domain/Account"
import { EventStore, VersionConflict } from "@rcpt/store/EventStore"
import type { Append, StoredEvent, StoreUnavailable } from "@rcpt/store/EventStore"
import { foldStream } from "@rcpt/store/foldStream"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../Database.ts"
import * as apiKey from "./apiKey.ts"

/** Who asks. `addressKey` keys the HMACs under which addresses appear in this account's events. */
export interface Caller {
  readonly accountId: string
  readonly addressKey: Uint8Array
}

export interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly owner: boolean
}

type Failure = StoreUnavailable | SqlError.SqlError

export class Accounts extends Context.Service<
  Accounts,
  {
    /** Opens an account and answers its id. The e-mail address must be free. */
    readonly open: (account: NewAccount) => Effect.Effect<string, Failure>
    readonly issueApiKey: (
      account: string,
      name: string,
      key: string
    ) => Effect.Effect<void, Failure>
    /** `undefined`: no such key, or not in the shape of one. */
    readonly byApiKey: (key: string) => Effect.Effect<Caller | undefined, SqlError.SqlError>
    readonly anyExists: Effect.Effect<boolean, SqlError.SqlError>
  }
>()("@rcpt/service/accounts/Accounts") {}

const addressKeyOctets = 32

export const layer: Layer.Layer<Accounts, never, EventStore | WriteSql | SqlClient.SqlClient> =
  Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const store = yield* EventStore
      const write = yield* WriteSql
      const read = yield* SqlClient.SqlClient

      /** Decides on what stands; somebody who was faster makes us look again. */
      const record = <E>(
        account: string,
        decide: (state: Account.Account) => Account.Decision<E>
      ) =>
        Effect.gen(function* () {
          const stream = `account-${account}`
          const { state, version } = yield* foldStream(stream, evolve, Account.empty)
          const events = yield* Effect.fromResult(decide(state))
          if (events.length > 0) yield* store.append(appendOf(stream, version, events))
        }).pipe(
          Effect.retry({ while: (error) => error instanceof VersionConflict }),
          // An append without commands has none that could be altered.
          Effect.catchTag("CommandAltered", Effect.die),
          Effect.provideService(EventStore, store)
        )

      return Accounts.of({
        open: Effect.fn("Accounts.open")(function* ({ email, passwordHash, owner }) {
          const account = randomUUIDv7()
          yield* record(account, Account.open({ owner }))
          yield* write`
            insert into account (account_id, email, password_hash, owner, address_key)
            values (${account}, ${email}, ${passwordHash}, ${owner},
              ${randomBytes(addressKeyOctets)})`
          return account
        }, write.withTransaction),

        issueApiKey: Effect.fn("Accounts.issueApiKey")(function* (account, name, key) {
          const keyId = randomUUIDv7()
          const last4 = apiKey.last4Of(key)
          yield* record(account, Account.issueApiKey({ keyId, name, last4 })).pipe(
            Effect.catchTag("AccountNotOpen", Effect.die)
          )
          yield* write`
            insert into api_key (key_id, account_id, hash, last4, name)
            values (${keyId}, ${account}, ${apiKey.hashOf(key)}, ${last4}, ${name})`
        }, write.withTransaction),

        byApiKey: (key) =>
          apiKey.isWellFormed(key)
            ? read<Caller>`
                select account_id as "accountId", address_key as "addressKey"
                from api_key join account using (account_id)
                where hash = ${apiKey.hashOf(key)}`.pipe(Effect.map((rows) => rows[0]))
            : Effect.undefined,

        anyExists: write<{ readonly found: boolean }>`
          select exists (select from account) as found`.pipe(Effect.map((rows) => rows[0]!.found))
      })
    })
  )

const encode = Schema.encodeSync(Account.AccountEvent)
const decode = Schema.decodeUnknownSync(Account.AccountEvent)

const evolve = (state: Account.Account, { type, data }: StoredEvent): Account.Account =>
  Account.evolve(state, decode({ _tag: type, ...(JSON.parse(data) as object) }))

const appendOf = (
  stream: string,
  expectedVersion: number,
  events: ReadonlyArray<AccountEvent>
): Append => ({
  streams: [
    {
      stream,
      expectedVersion,
      events: events.map((event) => {
        const { _tag, ...data } = encode(event)
        return { type: _tag, v: 1, data: JSON.stringify(data) }
      })
    }
  ],
  commands: [],
  holds: [],
  transfers: []
})

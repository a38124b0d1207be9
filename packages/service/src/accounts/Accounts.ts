/**
 * Opens accounts: events in `account-<account>`, and in the same transaction rows with what must not be in
 * an event: the account's, and that of the person who opens it, who has its id and is its manager. API keys
 * are in ApiKeys.ts, further people in people/*.
 */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import type { Language } from "@rcpt/domain/Mail"
import { EventStore } from "@rcpt/store/EventStore"
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { decodeRows, Int8 } from "../platform/decodeRows.ts"
import { record } from "./accountStream.ts"

interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly owner: boolean
  /** Default: none is chosen. */
  readonly language?: Language
}

export class Accounts extends Context.Service<
  Accounts,
  {
    /**
     * Opens an account and returns its id. Fails with a typed error because callers act on it:
     * `UniqueViolation` means that somebody signs in with the email address already.
     */
    readonly open: (account: NewAccount) => Effect.Effect<string, SqlError.SqlError>
    readonly anyExists: Effect.Effect<boolean>
  }
>()("@rcpt/service/accounts/Accounts") {}

const addressKeyOctets = 32

export const layer: Layer.Layer<Accounts, never, EventStore | WriteSql> = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const store = yield* EventStore
    const write = yield* WriteSql

    return Accounts.of({
      open: Effect.fnUntraced(
        function* ({ email, passwordHash, owner, language }) {
          const account = randomUUIDv7()
          yield* record(account, Account.open({ owner }))
          yield* write`
            insert into account (account_id, owner, address_key)
            values (${account}, ${owner}, ${randomBytes(addressKeyOctets)})`
          yield* write`
            insert into person (person_id, account_id, role, email, password_hash, language)
            values (${account}, ${account}, 'manager', ${email}, ${passwordHash}, ${language ?? null})`
          return account
        },
        Effect.provideService(EventStore, store),
        write.withTransaction
      ),

      anyExists: write<{ readonly found: boolean }>`
        select exists (select from account) as found`.pipe(
        Effect.map((rows) => rows[0]!.found),
        Effect.orDie
      )
    })
  })
)

// Reads what `GET /account` shows: the email address of the person (to sessions only) and the balance.

interface Profile {
  readonly email: string
}

export const profileOf = (person: string): Effect.Effect<Profile, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<Profile>`select email from person where person_id = ${person}`
  ).pipe(
    Effect.map(([row]) => row!),
    Effect.orDie
  )

const decodeBalances = decodeRows(Schema.Struct({ available: Int8 }))

export const balanceOf = (account: string): Effect.Effect<number, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select available from es.account where account_id = ${account}`
  ).pipe(
    decodeBalances,
    Effect.map(([row]) => row?.available ?? 0),
    Effect.orDie
  )

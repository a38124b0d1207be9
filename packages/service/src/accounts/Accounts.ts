/**
 * Opens accounts: events in `account-<account>`, and in the same transaction a row with what must not
 * be in an event. API keys are in ApiKeys.ts.
 */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import { EventStore } from "@rcpt/store/EventStore"
import { Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { record } from "./accountStream.ts"

export interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly owner: boolean
}

export class Accounts extends Context.Service<
  Accounts,
  {
    /**
     * Opens an account and returns its id. Fails with a typed error because callers act on it:
     * `UniqueViolation` means that another account has the e-mail address.
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
        function* ({ email, passwordHash, owner }) {
          const account = randomUUIDv7()
          yield* record(account, Account.open({ owner }))
          yield* write`
            insert into account (account_id, email, password_hash, owner, address_key)
            values (${account}, ${email}, ${passwordHash}, ${owner},
              ${randomBytes(addressKeyOctets)})`
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

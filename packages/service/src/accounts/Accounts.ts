/**
 * Accounts: events in `account-<account>`, and beside them the row with what may not stand in an
 * event, kept in the same transaction. Their API keys are in ApiKeys.ts.
 */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import { EventStore } from "@rcpt/store/EventStore"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { record } from "./accountStream.ts"

export interface NewAccount {
  readonly email: string
  readonly passwordHash: string
  readonly owner: boolean
}

export class Accounts extends Context.Service<
  Accounts,
  {
    /** Opens an account and answers its id. The e-mail address must be free. */
    readonly open: (
      account: NewAccount
    ) => Effect.Effect<string, StoreUnavailable | SqlError.SqlError>
    readonly anyExists: Effect.Effect<boolean, SqlError.SqlError>
  }
>()("@rcpt/service/accounts/Accounts") {}

const addressKeyOctets = 32

export const layer: Layer.Layer<Accounts, never, EventStore | WriteSql> = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const store = yield* EventStore
    const write = yield* WriteSql

    return Accounts.of({
      open: Effect.fn("Accounts.open")(
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
        select exists (select from account) as found`.pipe(Effect.map((rows) => rows[0]!.found))
    })
  })
)

/**
 * API keys: issued and revoked by events in `account-<account>`, and found by rows that are kept in
 * the same transaction.
 *
 * A revocation answers only when no node of the service can believe the key any more. Nodes believe
 * what they read for `believedFor`, so it waits for that long: nobody has to be asked, and a node
 * that is cut off or frozen holds nothing up.
 */
import { randomUUIDv7 } from "node:crypto"

import type { PgClient } from "@effect/sql-pg"
import type { CurrentAccount } from "@rcpt/api/Authentication"
import * as Account from "@rcpt/domain/Account"
import type { ApiKeyScope, TooManyApiKeys, UnknownApiKey } from "@rcpt/domain/Account"
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import type { Cause } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { record } from "./accountStream.ts"
import * as apiKey from "./apiKey.ts"
import * as KnownKeys from "./KnownKeys.ts"
import * as lastUses from "./lastUses.ts"
import * as Revocations from "./Revocations.ts"

/** Whoever holds a key, as his requests carry him. */
export type KeyHolder = CurrentAccount["Service"] & { readonly keyId: string }

export interface NewApiKey {
  readonly name: string
  readonly scopes: ReadonlyArray<ApiKeyScope>
  readonly key: string
}

export interface ApiKey {
  readonly keyId: string
  readonly name: string
  readonly scopes: ReadonlyArray<ApiKeyScope>
  readonly last4: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** The name must be one (`isKeyName`), and the account open. */
    readonly issue: (
      account: string,
      order: NewApiKey
    ) => Effect.Effect<ApiKey, TooManyApiKeys | StoreUnavailable>
    /** When it answers, every node refuses the key. Interrupted, it may have revoked it all the same. */
    readonly revoke: (
      account: string,
      keyId: string
    ) => Effect.Effect<void, UnknownApiKey | StoreUnavailable>
    /** Those in force, the newest first. */
    readonly list: (account: string) => Effect.Effect<ReadonlyArray<ApiKey>, SqlError.SqlError>
    /** `undefined`: no such key, or not in the shape of one. */
    readonly holderOf: (
      key: string
    ) => Effect.Effect<KeyHolder | undefined, SqlError.SqlError | Cause.TimeoutError>
  }
>()("@rcpt/service/accounts/ApiKeys") {}

/** Of the 5 s in which a request is answered even when the database is gone; the ledger has 3. */
export const lookUpWaitMax = Duration.millis(1_500)

/** A connection is given 1.5 s; whoever asks for a key is answered in 3. */
const retries = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "2 seconds" }))

const usesOfKeys = { table: "api_key", id: "key_id" }

const lookUpBy = (sql: SqlClient.SqlClient) => (hash: string) =>
  sql<Omit<KeyHolder, "authMode">>`
    select key_id as "keyId", account_id as "accountId", address_key as "addressKey", owner,
      scopes
    from api_key join account using (account_id)
    where hash = decode(${hash}, 'hex') and revoked_at is null and suspended_at is null`.pipe(
    Effect.map(([row]): KeyHolder | undefined => row && { ...row, authMode: "api_key" })
  )

const make = Effect.gen(function* () {
  const store = yield* EventStore
  const write = yield* WriteSql
  const read = yield* SqlClient.SqlClient
  const { note } = yield* lastUses.make(usesOfKeys)

  const known = KnownKeys.make({ lookUp: lookUpBy(read), waitMax: lookUpWaitMax })
  const { hear } = yield* Revocations.Revocations
  yield* hear(known.forget)

  /** In one transaction; again when the database has gone away for a moment, for both may be repeated. */
  const kept = <A, E>(effect: Effect.Effect<A, E, EventStore>) =>
    effect.pipe(
      Effect.provideService(EventStore, store),
      write.withTransaction,
      unavailable,
      Effect.retry({ while: (error) => error instanceof StoreUnavailable, schedule: retries })
    )

  const issue = Effect.fn("ApiKeys.issue")(function* (
    account: string,
    { name, scopes, key }: NewApiKey
  ) {
    const keyId = randomUUIDv7()
    const last4 = apiKey.last4Of(key)
    const issuing = Effect.gen(function* () {
      yield* record(account, Account.issueApiKey({ keyId, name, last4, scopes }))
      const [row] = yield* write<{ readonly createdAt: Date }>`
        insert into api_key (key_id, account_id, hash, last4, name, scopes)
        values (${keyId}, ${account}, decode(${apiKey.hashOf(key)}, 'hex'), ${last4}, ${name},
          ${scopes}::text[])
        on conflict (key_id) do update set name = excluded.name
        returning created_at as "createdAt"`
      return { keyId, name, scopes, last4, createdAt: row!.createdAt, lastUsedAt: null }
    })
    return yield* kept(issuing).pipe(
      Effect.catchTag(["AccountNotOpen", "UnusableKeyName"], Effect.die)
    )
  })

  const revoke = Effect.fn("ApiKeys.revoke")(function* (account: string, keyId: string) {
    const revoking = Effect.gen(function* () {
      yield* record(account, Account.revokeApiKey({ keyId }))
      const [revoked] = yield* write<{ readonly hash: string }>`
        update api_key set revoked_at = now() where key_id = ${keyId} and revoked_at is null
        returning encode(hash, 'hex') as hash`
      if (revoked !== undefined) yield* Revocations.announce(write, [revoked.hash])
    })
    yield* kept(revoking)
    // Also when it was revoked before: by whom, and whether he has waited, nobody knows.
    yield* Effect.sleep(Revocations.revocationWait)
  })

  return ApiKeys.of({
    issue,
    revoke,
    list: (account) => read<ApiKey>`
      select key_id as "keyId", name, scopes, last4, created_at as "createdAt",
        last_used_at as "lastUsedAt"
      from api_key where account_id = ${account} and revoked_at is null
      order by created_at desc, key_id desc`,
    holderOf: (key) =>
      apiKey.isWellFormed(key)
        ? known
            .get(apiKey.hashOf(key))
            .pipe(Effect.tap((holder) => (holder ? note(holder.keyId) : Effect.void)))
        : Effect.undefined
  })
})

export const layer: Layer.Layer<
  ApiKeys,
  never,
  EventStore | WriteSql | SqlClient.SqlClient | PgClient.PgClient
> = Layer.effect(ApiKeys, make).pipe(Layer.provide(Revocations.layer))

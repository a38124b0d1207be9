/**
 * API keys: issued, changed and revoked by events in `account-<account>`, looked up in rows that are written in
 * the same transaction.
 *
 * A revocation returns only when no node accepts the key any more, and a change when none uses its former terms.
 * Nodes cache a key for `cacheLifetime`, so both wait for that long. It needs no reply from other nodes, and a
 * disconnected or frozen node does not delay it.
 */
import { randomUUIDv7 } from "node:crypto"
import { BlockList, isIPv6 } from "node:net"

import type { PgClient } from "@effect/sql-pg"
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { ApiKeyScope } from "@rcpt/domain/Account"
import * as AccountKeys from "@rcpt/domain/AccountKeys"
import { UnknownApiKey } from "@rcpt/domain/AccountKeys"
import type {
  BeyondMaker,
  KeyChange,
  ManagesWithCredits,
  NotItsKey,
  OtherKindOfKey,
  TooManyApiKeys
} from "@rcpt/domain/AccountKeys"
import { isBrowserKey } from "@rcpt/domain/KeyTerms"
import type { KeyTerms } from "@rcpt/domain/KeyTerms"
import type { Author, BeyondPowers, KeyNetworks, NotPermitted } from "@rcpt/domain/powers"
import type { Role } from "@rcpt/domain/Role"
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Context, Duration, Effect, HashMap, Layer, Option, Schedule } from "effect"
import type { Clock } from "effect"
import { SqlClient } from "effect/sql"

import { usedCredits } from "../ledger/keySpending.ts"
import { Outbox } from "../mail/Outbox.ts"
import type { Tell } from "../mail/Outbox.ts"
import { keysSpace } from "../platform/advisoryKeys.ts"
import * as apiKeyFormat from "../platform/config/apiKeyFormat.ts"
import { WriteSql } from "../platform/Database.ts"
import { record } from "./accountStream.ts"
import * as CredentialCache from "./CredentialCache.ts"
import * as lastUses from "./lastUses.ts"
import * as Revocations from "./Revocations.ts"

/** The account of a key, as a request with the key sees it. */
export type KeyHolder = CurrentAccount["Service"] & { readonly keyId: string }

interface NewApiKey {
  readonly name: string
  readonly scopes: ReadonlyArray<ApiKeyScope>
  readonly key: string
  /** Who makes the key: it may do no more than they may at that time. */
  readonly by: Author
  /** Without the number of `networks`. */
  readonly terms?: KeyTerms
  /** The only networks from which it works; empty or absent: from all. */
  readonly networks?: ReadonlyArray<string>
}

type Refused = BeyondMaker | BeyondPowers | ManagesWithCredits | NotPermitted | OtherKindOfKey

/** Networks instead of their number. */
export interface ApiKeyChange extends Omit<KeyChange, "networks"> {
  readonly networks?: ReadonlyArray<string> | null | undefined
}

export interface Maker {
  readonly id: string
  /** Null: they have left the account. */
  readonly email: string | null
}

export interface ApiKey {
  readonly keyId: string
  readonly name: string
  readonly scopes: ReadonlyArray<ApiKeyScope>
  readonly last4: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly role: Role
  readonly madeBy: Maker | null
  /** The key that made it, with which it ends. */
  readonly madeByKey: string | null
  readonly terms: KeyTerms
  readonly networks: ReadonlyArray<string> | null
  /** Of a key with a credit limit, in the period of now. */
  readonly creditsUsed: number | null
  /** Of a browser key. */
  readonly publicKey: string | null
}

export type IssuedApiKey = Omit<ApiKey, "lastUsedAt" | "madeBy" | "creditsUsed" | "publicKey">

/** A key of an account, and who changes it. */
interface NamedKey {
  readonly account: string
  readonly keyId: string
  readonly by: Author
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** The name must be valid (`isKeyName`), and the account open. */
    readonly issue: (
      account: string,
      key: NewApiKey
    ) => Effect.Effect<IssuedApiKey, TooManyApiKeys | Refused>
    /** When it returns, every node has the change. */
    readonly change: (
      key: NamedKey,
      change: ApiKeyChange
    ) => Effect.Effect<ApiKey, UnknownApiKey | NotItsKey | Refused>
    /** When it returns, every node refuses the key and those that it made. Interrupted, it may still have revoked them. */
    readonly revoke: (
      key: NamedKey
    ) => Effect.Effect<void, UnknownApiKey | BeyondPowers | NotPermitted>
    /** The keys that are not revoked, newest first. */
    readonly list: (account: string) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** `undefined`: an unknown or malformed key. */
    readonly holderOf: (key: string) => Effect.Effect<KeyHolder | undefined>
    /** The same, for an answer that goes on: this is no use of the key. */
    readonly holderNow: (key: string) => Effect.Effect<KeyHolder | undefined>
    /** The holder of a key, if that needs no look-up; `undefined` says nothing about the key. */
    readonly knownHolderOf: (key: string, clock: Clock.Clock) => KeyHolder | undefined
    /**
     * The account that held the key when it was last looked up here. The key may be revoked since, so this
     * permits nothing.
     */
    readonly lastHolderOf: (key: string) => KeyHolder | undefined
  }
>()("@rcpt/service/accounts/ApiKeys") {}

/**
 * A look-up may take this part of the 5 s in which a request is answered without a database; the ledger has
 * 3 s.
 */
export const lookUpWaitMax = Duration.millis(1_500)

/** A connection attempt has 1.5 s; a request for a new key is answered within 3 s. */
const retries = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "2 seconds" }))

const keyUses = { table: "api_key", id: "key_id" }

/** Every request runs this, so its rows are not decoded. What an account has reported is not for its visitors. */
const lookUpBy = (sql: SqlClient.SqlClient) => (hash: string) =>
  sql<Omit<KeyHolder, "authMode">>`
    select key_id as "keyId", account_id as "accountId", address_key as "addressKey", role,
      owner and role = 'manager' as owner, scopes, 
      coalesce(feedback_until > now() and terms -> 'origins' is null, false) as "hasFeedback",
      rules_id as "rulesId", terms, networks
    from api_key join account using (account_id)
    where hash = decode(${hash}, 'hex') and revoked_at is null and suspended_at is null`.pipe(
    Effect.map(([row]): KeyHolder | undefined => row && { ...row, authMode: "api_key" })
  )

/** The maker of a key is named as long as they are in the account. `keyId`: only this one. */
const listBy =
  (sql: SqlClient.SqlClient) =>
  (account: string, keyId?: string): Effect.Effect<ReadonlyArray<ApiKey>> =>
    sql<ApiKey>`
      select key_id as "keyId", name, scopes, k.role, last4, created_at as "createdAt",
        last_used_at as "lastUsedAt", coalesce(terms, '{}') as terms, networks,
        ${sql.literal(usedCredits)}::float8 as "creditsUsed", public_key as "publicKey",
        made_by_key as "madeByKey",
        case when made_by is not null then json_build_object('id', made_by, 'email', email) end
          as "madeBy"
      from api_key k left join person p
        on p.person_id = made_by and p.account_id = k.account_id
      where k.account_id = ${account} and revoked_at is null
        and ${keyId === undefined ? sql`true` : sql`key_id = ${keyId}`}
      order by created_at desc, key_id desc`.pipe(Effect.orDie)

/** `undefined`: unchanged. An empty list is none: a key that works from nowhere is a revoked one. */
const networksIn = (networks: ReadonlyArray<string> | null | undefined) =>
  networks?.length === 0 ? null : networks

/** Only well-formed keys get into the cache. */
const knownHolder =
  (
    cache: CredentialCache.CredentialCache<KeyHolder>,
    touchAt: lastUses.LastUses["touchAt"]
  ): ApiKeys["Service"]["knownHolderOf"] =>
  (key, clock) => {
    const holder = cache.known(apiKeyFormat.hashOf(key), clock.monotonicTimeNanosUnsafe())
    if (holder !== undefined) touchAt(holder.keyId, clock.currentTimeMillisUnsafe())
    return holder
  }

/** Most keys have no terms, and their row none either: a request sees that at once. */
const termsText = (terms: KeyTerms): string | null =>
  Object.keys(terms).length === 0 ? null : JSON.stringify(terms)

interface Writing {
  readonly store: EventStore["Service"]
  readonly write: WriteSql["Service"]
  readonly read: SqlClient.SqlClient
  readonly tell: Tell
}

/** One transaction, repeated while the database is away for a moment; every use may be repeated. */
const inTransactionOf =
  ({ store, write }: Writing) =>
  <A, E>(effect: Effect.Effect<A, E, EventStore>) =>
    effect.pipe(
      Effect.provideService(EventStore, store),
      write.withTransaction,
      unavailable,
      Effect.retry({ while: (error) => error instanceof StoreUnavailable, schedule: retries })
    )

/** Bits of an address of the family. */
const prefixMax = { ipv4: 32, ipv6: 128 } as const

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: keyof typeof prefixMax
}

const networkIn = (cidr: string): Network => {
  const [address = "", prefix] = cidr.split("/")
  const family = isIPv6(address) ? "ipv6" : "ipv4"
  return { address, family, prefix: prefix === undefined ? prefixMax[family] : Number(prefix) }
}

/** A network that only several others cover together counts as outside of them. */
const isWithin = (inner: Network, outer: Network): boolean => {
  if (inner.family !== outer.family || inner.prefix < outer.prefix) return false
  const list = new BlockList()
  list.addSubnet(outer.address, outer.prefix, outer.family)
  return list.check(inner.address, inner.family)
}

interface KnownNetworks extends KeyNetworks {
  /** With those of one key replaced; null: it works from all. */
  readonly with: (keyId: string, networks: ReadonlyArray<string> | null) => KnownNetworks
}

/** `byKey`: the keys that have networks. */
const keyNetworks = (byKey: ReadonlyMap<string, ReadonlyArray<string> | null>): KnownNetworks => ({
  of: (keyId) => byKey.get(keyId) ?? null,
  areWithin: (inner, outer) => {
    const outerNetworks = outer.map(networkIn)
    return inner.map(networkIn).every((one) => outerNetworks.some((other) => isWithin(one, other)))
  },
  with: (keyId, networks) => keyNetworks(new Map([...byKey, [keyId, networks]]))
})

/**
 * Networks are in rows, and what a key may do in events. So no decision is made about networks that another transaction
 * is changing: those who read them share a lock, which whoever changes them excludes.
 */
const lockNetworks = (sql: SqlClient.SqlClient, account: string, lock: "shared" | "exclusive") =>
  Effect.orDie(
    lock === "shared"
      ? sql`select pg_advisory_xact_lock_shared(${keysSpace}, hashtext(${account}))`
      : sql`select pg_advisory_xact_lock(${keysSpace}, hashtext(${account}))`
  )

/** The networks of the account's keys in force. */
const networksOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account: string,
  lock: "shared" | "exclusive"
) {
  yield* lockNetworks(sql, account, lock)
  const rows = yield* Effect.orDie(
    sql<{ readonly keyId: string; readonly networks: ReadonlyArray<string> }>`
      select key_id as "keyId", networks from api_key
      where account_id = ${account} and revoked_at is null and networks is not null`
  )
  return keyNetworks(new Map(rows.map(({ keyId, networks }) => [keyId, networks])))
})

const makeIssue = (writing: Writing): ApiKeys["Service"]["issue"] => {
  const { write, tell } = writing
  return Effect.fnUntraced(function* (account: string, newKey: NewApiKey) {
    const { name, scopes, key, by } = newKey
    const keyId = randomUUIDv7()
    const last4 = apiKeyFormat.last4Of(key)
    const networks = networksIn(newKey.networks) ?? null
    const terms = { ...newKey.terms, ...(networks && { networks: networks.length }) }
    const publicKey = isBrowserKey(terms) ? key : null
    const { personId: madeBy = null, keyId: madeByKey = null } = by === "operator" ? {} : by
    const issuing = Effect.gen(function* () {
      const known = yield* networksOf(write, account, "shared")
      const command = {
        keyId,
        name,
        last4,
        scopes,
        terms,
        by,
        networks: known.with(keyId, networks)
      }
      const { keys } = yield* record(account, AccountKeys.issueApiKey(command))
      const { role } = Option.getOrThrow(HashMap.get(keys, keyId))
      const [row] = yield* write<{ readonly createdAt: Date }>`
        insert into api_key (key_id, account_id, hash, last4, name, scopes, role, made_by,
          made_by_key, terms, networks, public_key)
        values (${keyId}, ${account}, decode(${apiKeyFormat.hashOf(key)}, 'hex'), ${last4}, ${name},
          ${scopes}::text[], ${role}, ${madeBy}, ${madeByKey}, ${termsText(terms)}::jsonb,
          ${networks}::text[], ${publicKey})
        on conflict (key_id) do update set name = excluded.name
        returning created_at as "createdAt"`
      if (madeBy !== null)
        yield* tell({ person: madeBy }, { kind: "key_made", facts: { name, last4 } })
      const { createdAt } = row!
      return { keyId, name, scopes, role, last4, createdAt, terms, networks, madeByKey }
    })
    return yield* inTransactionOf(writing)(issuing).pipe(
      Effect.catchTag(["AccountNotOpen", "UnusableKeyName", "StoreUnavailable"], Effect.die)
    )
  })
}

const makeChange = (writing: Writing): ApiKeys["Service"]["change"] => {
  const { write, read } = writing
  return Effect.fnUntraced(function* (
    { account, keyId, by }: NamedKey,
    { networks: given, ...changed }: ApiKeyChange
  ) {
    const networks = networksIn(given)
    const change = { ...changed, networks: networks && networks.length }
    const changing = Effect.gen(function* () {
      const isOther = networks !== undefined
      const before = yield* networksOf(write, account, isOther ? "exclusive" : "shared")
      const after = networks === undefined ? before : before.with(keyId, networks)
      const command = { keyId, change, by, networksBefore: before, networks: after }
      const state = yield* record(account, AccountKeys.changeApiKey(command))
      const { name, scopes, terms } = Option.getOrThrow(HashMap.get(state.keys, keyId))
      const [row] = yield* write<{ readonly hash: string }>`
        update api_key set name = ${name}, scopes = ${scopes}::text[],
          terms = ${termsText(terms)}::jsonb,
          networks = ${networks === undefined ? write`networks` : write`${networks}::text[]`}
        where key_id = ${keyId} returning encode(hash, 'hex') as hash`
      yield* Revocations.publish(write, [row!.hash])
    })
    yield* inTransactionOf(writing)(changing).pipe(
      Effect.catchTag(["UnusableKeyName", "StoreUnavailable"], Effect.die)
    )
    yield* Effect.sleep(Revocations.revocationWait)
    const [key] = yield* listBy(read)(account, keyId)
    // It was revoked meanwhile.
    return key ?? (yield* new UnknownApiKey())
  })
}

/** Revokes a key, with those that it made, in the caller's transaction. Until `revocationWait` after it a node may accept them. */
const revokeIn = (write: WriteSql["Service"], { account, keyId, by }: NamedKey) =>
  Effect.gen(function* () {
    const networks = yield* networksOf(write, account, "shared")
    const { keys } = yield* record(account, AccountKeys.revokeApiKey({ keyId, by, networks }))
    const ended = HashMap.filter(
      keys,
      ({ madeBy, status }, id) => status === "revoked" && (id === keyId || madeBy === keyId)
    )
    const revoked = yield* write<{ readonly hash: string }>`
      update api_key set revoked_at = now()
      where key_id = any(${[...HashMap.keys(ended)]}::uuid[]) and revoked_at is null
      returning encode(hash, 'hex') as hash`
    yield* Revocations.publish(
      write,
      revoked.map(({ hash }) => hash)
    )
  })

/** Revokes the keys that were made in a person's name, in the caller's transaction. `since`: only those made from then on. */
export const revokeMadeBy = Effect.fnUntraced(function* (
  { accountId: account, personId }: { readonly accountId: string; readonly personId: string },
  since: Date | null = null
) {
  const sql = yield* WriteSql
  const keys = yield* sql<{ readonly keyId: string }>`
    select key_id as "keyId" from api_key where account_id = ${account} and made_by = ${personId}
      and created_at >= coalesce(${since}::timestamptz, '-infinity') and revoked_at is null`
  for (const { keyId } of keys)
    yield* Effect.catchTag(
      revokeIn(sql, { account, keyId, by: "operator" }),
      ["BeyondPowers", "NotPermitted", "UnknownApiKey"],
      Effect.die
    )
})

const makeRevoke =
  (writing: Writing): ApiKeys["Service"]["revoke"] =>
  (key) =>
    inTransactionOf(writing)(revokeIn(writing.write, key)).pipe(
      Effect.catchTag("StoreUnavailable", Effect.die),
      // This waits for a key that was revoked before as well: that revocation may not have waited yet.
      Effect.tap(() => Effect.sleep(Revocations.revocationWait))
    )

const make = Effect.gen(function* () {
  const store = yield* EventStore
  const write = yield* WriteSql
  const read = yield* SqlClient.SqlClient
  const { touch, touchAt } = yield* lastUses.make(keyUses)

  const cache = CredentialCache.make({ lookUp: lookUpBy(read), waitMax: lookUpWaitMax })
  const { subscribe } = yield* Revocations.Revocations
  yield* subscribe(cache.forget)
  const writing = { store, write, read, tell: (yield* Outbox).tell }

  return ApiKeys.of({
    issue: makeIssue(writing),
    change: makeChange(writing),
    revoke: makeRevoke(writing),
    list: (account) => listBy(read)(account),
    holderOf: (key) =>
      apiKeyFormat.isWellFormed(key)
        ? cache
            .get(apiKeyFormat.hashOf(key))
            .pipe(Effect.tap((holder) => (holder ? touch(holder.keyId) : Effect.void)))
        : Effect.undefined,
    holderNow: (key) => cache.get(apiKeyFormat.hashOf(key)),
    knownHolderOf: knownHolder(cache, touchAt),
    lastHolderOf: (key) => cache.last(apiKeyFormat.hashOf(key))
  })
})

export const layer: Layer.Layer<
  ApiKeys,
  never,
  EventStore | WriteSql | SqlClient.SqlClient | PgClient.PgClient
> = Layer.effect(ApiKeys, make).pipe(Layer.provide(Revocations.layer))

/** The inlets of an account, as its people make, change and look at them. */
import { hash, randomBytes, randomUUIDv7 } from "node:crypto"

import * as AccountInlets from "@rcpt/domain/AccountInlets"
import { NoInlet } from "@rcpt/domain/AccountInlets"
import type { TooManyInlets } from "@rcpt/domain/AccountInlets"
import { InletFate, InletKind, inletEventsShown, InletOutcome } from "@rcpt/domain/Inlet"
import type { EventStore } from "@rcpt/store/EventStore"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { record } from "../accounts/accountStream.ts"
import type { WriteSql } from "../platform/Database.ts"
import { decodeRows } from "../platform/decodeRows.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { kinds } from "./kinds/kinds.ts"

const Counts = Schema.Record(Schema.String, Schema.Int)

const Inlet = Schema.Struct({
  id: Schema.String,
  kind: InletKind,
  name: Schema.String,
  hasKey: Schema.Boolean,
  createdAt: Schema.Date,
  lastEventAt: Schema.NullOr(Schema.Date),
  /** Null: no previous URL works. */
  previousUntil: Schema.NullOr(Schema.Date),
  counts: Counts
})
export type Inlet = typeof Inlet.Type

const ShownEvent = Schema.Struct({
  email: Schema.NullOr(Schema.String),
  type: Schema.String,
  outcome: InletOutcome,
  response: Schema.NullOr(Schema.String),
  occurredAt: Schema.Date,
  receivedAt: Schema.Date,
  /** Null: it waits. */
  fate: Schema.NullOr(InletFate)
})
export type ShownEvent = typeof ShownEvent.Type

/** 192 bits, as one path segment. Its prefix lets scanners find one that was published. */
const secretOctets = 24
const secretPrefix = "inlet_"

const newSecret = (): string => secretPrefix + randomBytes(secretOctets).toString("base64url")

/** What is stored of a secret. It has too many bits for a dictionary. */
export const hashOf = (secret: string): Uint8Array => hash("sha256", secret, "buffer")

/** The time that a service has to be told its new URL. */
const bothWorkFor = Duration.hours(24)

/** Completes "signing_key …". */
export class BadKey extends Schema.TaggedError<BadKey>()("BadKey", { must: Schema.String }) {}

const checkKey = (kind: InletKind, key: string | undefined): Effect.Effect<void, BadKey> => {
  const { isKey, keyMust } = kinds[kind]
  return key === undefined || isKey(key)
    ? Effect.void
    : Effect.fail(new BadKey({ must: `must be ${keyMust}` }))
}

interface Wanted {
  readonly kind: InletKind
  readonly name: string
  readonly key: string | undefined
}

export interface Changes {
  readonly name: string | undefined
  readonly key: string | undefined
}

/** With the secret of its URL, which is told once. */
interface Made {
  readonly inlet: Inlet
  readonly secret: string
}

export class Inlets extends Context.Service<
  Inlets,
  {
    readonly all: (account: string) => Effect.Effect<ReadonlyArray<Inlet>>
    readonly find: (account: string, id: string) => Effect.Effect<Inlet, NoInlet>
    /** The newest first. */
    readonly events: (id: string) => Effect.Effect<ReadonlyArray<ShownEvent>>
    readonly create: (
      account: string,
      wanted: Wanted
    ) => Effect.Effect<Made, TooManyInlets | BadKey>
    readonly change: (
      account: string,
      id: string,
      changes: Changes
    ) => Effect.Effect<Inlet, NoInlet | BadKey>
    readonly rotate: (account: string, id: string) => Effect.Effect<Made, NoInlet>
    readonly remove: (account: string, id: string) => Effect.Effect<void, NoInlet>
  }
>()("@rcpt/service/inlets/Inlets") {}

const columns = (sql: SqlClient.SqlClient) =>
  sql.literal(`inlet_id as id, kind, name, signing_key is not null as "hasKey", created_at as "createdAt",
    last_event_at as "lastEventAt", counts,
    case when previous_until > now() then previous_until end as "previousUntil"`)

const readsOf = (sql: SqlClient.SqlClient) => ({
  all: (account: string) =>
    sql`select ${columns(sql)} from inlet where account_id = ${account} order by place`.pipe(
      decodeRows(Inlet),
      Effect.orDie
    ),
  find: (account: string, id: string) =>
    sql`select ${columns(sql)} from inlet where account_id = ${account} and inlet_id = ${id}`.pipe(
      decodeRows(Inlet),
      Effect.orDie,
      Effect.flatMap(([row]) => (row === undefined ? new NoInlet() : Effect.succeed(row)))
    ),
  events: (id: string) =>
    sql`
      select email, type, outcome, response, occurred_at as "occurredAt",
        received_at as "receivedAt", fate
      from inlet_event where inlet_id = ${id} order by place desc limit ${inletEventsShown}`.pipe(
      decodeRows(ShownEvent),
      Effect.orDie
    )
})

interface New extends Omit<Wanted, "key"> {
  readonly inletId: string
  readonly secret: string
  /** Encrypted. */
  readonly key: Uint8Array | null
}

// The steps of transactions: what was committed by an attempt before changes nothing.

const insert = Effect.fnUntraced(function* (account: string, inlet: New) {
  const { inletId, kind, name, secret, key } = inlet
  const sql = yield* SqlClient.SqlClient
  const [made] = yield* sql`select from inlet where inlet_id = ${inletId}`
  if (made !== undefined) return
  yield* Effect.catchTag(
    record(account, AccountInlets.createInlet({ inletId, kind })),
    "AccountNotOpen",
    Effect.die
  )
  yield* sql`
    insert into inlet (inlet_id, account_id, kind, name, secret_hash, signing_key)
    values (${inletId}, ${account}, ${kind}, ${name}, ${hashOf(secret)}, ${key})`
})

const update = Effect.fnUntraced(function* (
  account: string,
  id: string,
  { name, key }: Pick<New, "key"> & Pick<Changes, "name">
) {
  const sql = yield* SqlClient.SqlClient
  yield* record(account, AccountInlets.changeInlet(id))
  yield* sql`
    update inlet set name = coalesce(${name ?? null}, name),
      signing_key = coalesce(${key}, signing_key)
    where account_id = ${account} and inlet_id = ${id}`
})

const replaceSecret = Effect.fnUntraced(function* (account: string, id: string, secret: string) {
  const sql = yield* SqlClient.SqlClient
  const replaced = yield* sql`
    update inlet set previous_hash = secret_hash, secret_hash = ${hashOf(secret)},
      previous_until = now() + make_interval(secs => ${Duration.toSeconds(bothWorkFor)}::float8)
    where account_id = ${account} and inlet_id = ${id} and secret_hash <> ${hashOf(secret)}
    returning 1`
  if (replaced.length > 0) yield* record(account, AccountInlets.rotateInletSecret(id))
})

const erase = Effect.fnUntraced(function* (account: string, id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* record(account, AccountInlets.removeInlet(id))
  yield* sql`delete from inlet where account_id = ${account} and inlet_id = ${id}`
})

const make = Effect.gen(function* () {
  const reads = readsOf(yield* SqlClient.SqlClient)
  const transaction = yield* makeWriteTransaction
  const box = yield* ofPurpose("inlet keys")

  const sealed = (account: string, key: string | undefined) =>
    key === undefined ? null : box.seal(account, key)

  return Inlets.of({
    ...reads,

    create: Effect.fnUntraced(function* (account, { kind, name, key }) {
      yield* checkKey(kind, key)
      const [inletId, secret] = [randomUUIDv7(), newSecret()]
      const inlet = { inletId, kind, name, secret, key: sealed(account, key) }
      yield* transaction(insert(account, inlet))
      const made = yield* Effect.catchTag(reads.find(account, inletId), "NoInlet", Effect.die)
      return { inlet: made, secret }
    }),

    change: Effect.fnUntraced(function* (account, id, { name, key }) {
      const { kind } = yield* reads.find(account, id)
      yield* checkKey(kind, key)
      if (name !== undefined || key !== undefined)
        yield* transaction(update(account, id, { name, key: sealed(account, key) }))
      return yield* reads.find(account, id)
    }),

    rotate: Effect.fnUntraced(function* (account, id) {
      const secret = newSecret()
      yield* transaction(replaceSecret(account, id, secret))
      return { inlet: yield* reads.find(account, id), secret }
    }),

    remove: (account, id) => transaction(erase(account, id))
  })
})

export const layer: Layer.Layer<
  Inlets,
  never,
  EventStore | Secrets | SqlClient.SqlClient | WriteSql
> = Layer.effect(Inlets, make)

/** Pages of an account's security events, newest first: its events, and what was refused. */
import type { PersonNamed } from "@rcpt/api/PersonNamed"
import { eventPlace, RefusalKind } from "@rcpt/api/Security"
import type { SecurityEvent, SecurityPage } from "@rcpt/api/Security"
import { awaitView } from "@rcpt/store/awaitView"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import type { ApiKey } from "../../accounts/ApiKeys.ts"
import { namesOf } from "../../accounts/people/peopleRows.ts"
import { creditsCodec } from "../../ledger/ledgerRows.ts"
import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { rulesCodec } from "../../rules/changeRules.ts"
import type { ViewReader } from "../awaitAccount.ts"
import { tell } from "./eventWords.ts"
import type { ListedEvent, Told } from "./eventWords.ts"
import { accountCodec, securityView } from "./securityView.ts"

interface Wanted {
  readonly limit: number
  /** `next` of a previous page: only older events are listed. */
  readonly cursor?: string | undefined
}

/** Whose events. Addresses of people are for people only. */
interface Reader {
  readonly account: string
  readonly withNames: boolean
}

/** An event, and its place in the list: the time in microseconds, and then the id. */
interface Entry extends Told {
  readonly micros: number
  readonly id: string
  readonly count: number
  /** The time of the first one of a count; its place is that of the last. */
  readonly firstAt?: Date
}

const decodeEvents = decodeRows(
  Schema.Struct({
    micros: Int8,
    id: Schema.String,
    stream: Schema.String,
    type: Schema.String,
    v: Schema.Int,
    data: Schema.String
  })
)

const decodeRefusals = decodeRows(
  Schema.Struct({
    micros: Int8,
    id: Schema.String,
    kind: RefusalKind,
    count: Schema.Int,
    firstAt: Schema.Date,
    requestId: Schema.String,
    address: Schema.String,
    agent: Schema.String,
    origin: Schema.NullOr(Schema.String),
    keyId: Schema.NullOr(Schema.String),
    personId: Schema.NullOr(Schema.String)
  })
)

const microsOf = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`(extract(epoch from ${column}) * 1000000)::bigint`)

/** The page of one of the two sources. Ids are compared as octets, as in `newestFirst`. */
const pageOf = (
  sql: SqlClient.SqlClient,
  column: string,
  { limit, cursor }: Wanted
): Statement.Fragment => {
  const [, micros, id = ""] = eventPlace.exec(cursor ?? "") ?? []
  const time = sql.literal(column)
  const end = sql`'epoch'::timestamptz + ${micros ?? 0}::float8 * interval '1 microsecond'`
  const older =
    micros === undefined
      ? sql`true`
      : sql`${time} <= ${end}
    and (${time}, id collate "C") < (${end}, ${id} collate "C")`
  return sql`${older} order by ${time} desc, id collate "C" desc limit ${limit + 1}`
}

const codecs = [accountCodec, rulesCodec]

const codecOf = (stream: string) =>
  codecs.find(({ idOf }) => idOf(stream) !== undefined) ?? creditsCodec

const changesOf = Effect.fnUntraced(function* (account: string, wanted: Wanted) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select ${microsOf(sql, "place.at")} as micros, place.id, stream_id as stream, type, v,
      data::text as data
    from (select * from (
        select at, commit_id, idx, commit_id || '-' || idx as id from security_event
        where account_id = ${account} and generation = (
          select generation from es.projection where name = ${securityView.name} and live)) e
      where ${pageOf(sql, "at", wanted)}) place
      join es.event using (commit_id, idx)`.pipe(decodeEvents)
  return rows.map(({ micros, id, stream, ...stored }): Entry => {
    const event = codecOf(stream).decode(stored) as ListedEvent
    return { micros, id, count: 1, ...tell(event, account) }
  })
})

const anonymous: ReadonlySet<RefusalKind> = new Set(["sign_in_failed", "sign_in_throttled"])

const refusalsOf = Effect.fnUntraced(function* (account: string, wanted: Wanted) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select ${microsOf(sql, "last_at")} as micros, id, kind, count, first_at as "firstAt",
      request_id as "requestId", address, agent, origin, key_id as "keyId",
      person_id as "personId"
    from (select *, kind || '-' || (extract(epoch from minute) / 60)::bigint as id
        from account_refusal where account_id = ${account}) r
    where ${pageOf(sql, "last_at", wanted)}`.pipe(decodeRefusals)
  return rows.map(({ kind, requestId, keyId, personId, origin, ...row }): Entry => {
    const bySession = anonymous.has(kind) ? "unknown" : "session"
    const by = keyId === null ? bySession : "key"
    const who = { byKeyId: keyId ?? undefined, byPersonId: personId ?? undefined }
    const from = origin === null ? {} : { origin }
    return { ...row, ...who, ...from, type: kind, by, request_id: requestId }
  })
})

const newestFirst = (a: Entry, b: Entry): number => {
  if (a.micros !== b.micros) return b.micros - a.micros
  return a.id < b.id ? 1 : -1
}

type NamedKey = NonNullable<SecurityEvent["key"]>

const idsIn = (entries: ReadonlyArray<Entry>, ...fields: ReadonlyArray<keyof Entry>) =>
  new Set(entries.flatMap((entry) => fields.flatMap((field) => String(entry[field] ?? "") || [])))

/** Rows of keys stay when they are revoked. */
const keysNamed = Effect.fnUntraced(function* (account: string, ids: ReadonlySet<string>) {
  if (ids.size === 0) return new Map<string, NamedKey>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Omit<NamedKey, "origins"> & Pick<ApiKey, "terms">>`
    select key_id as id, name, last4, coalesce(terms, '{}') as terms from api_key
    where account_id = ${account} and key_id = any (${[...ids]}::uuid[])`
  return new Map(
    rows.map(({ terms: { origins }, ...row }) => [row.id, { ...row, ...(origins && { origins }) }])
  )
})

const shown = (
  { micros, firstAt, keyId = "", byKeyId = "", personId, byPersonId, ...entry }: Entry,
  keys: ReadonlyMap<string, NamedKey>,
  named: (id: string) => PersonNamed
): SecurityEvent => {
  const key = keys.get(keyId)
  const byKey = keys.get(byKeyId)
  const at = new Date(micros / 1_000).toISOString()
  return {
    ...entry,
    created_at: firstAt?.toISOString() ?? at,
    ...(firstAt && { last_at: at }),
    ...(key && { key }),
    ...(byKey && { by_key: byKey }),
    ...(byPersonId !== undefined && { by_person: named(byPersonId) }),
    ...(personId !== undefined && { person: named(personId) })
  }
}

export const findSecurityEvents = Effect.fnUntraced(function* (
  { account, withNames }: Reader,
  wanted: Wanted
): Effect.fn.Return<SecurityPage, never, ViewReader> {
  const streams = [...codecs, creditsCodec].map(({ streamOf }) => streamOf(account))
  yield* Effect.orDie(awaitView(securityView, streams))
  const changes = yield* Effect.orDie(changesOf(account, wanted))
  const refusals = yield* Effect.orDie(refusalsOf(account, wanted))
  const found = [...changes, ...refusals].toSorted(newestFirst)
  const page = found.slice(0, wanted.limit)
  const keys = yield* Effect.orDie(keysNamed(account, idsIn(page, "keyId", "byKeyId")))
  const people = withNames ? idsIn(page, "personId", "byPersonId") : new Set<string>()
  const named = yield* Effect.orDie(namesOf(account, people))
  const last = page.at(-1)
  return {
    events: page.map((entry) => shown(entry, keys, named)),
    next: found.length > wanted.limit && last ? `${last.micros}.${last.id}` : null
  }
})

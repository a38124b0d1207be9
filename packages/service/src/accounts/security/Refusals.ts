/**
 * Counts what was refused, for the log and for the accounts that it concerns: failed and throttled
 * sign-ins, requests that were not permitted, revoked keys that were used. Anybody can cause these. So a
 * request only leaves a note in memory, notes are written in groups beside the requests, and those of
 * an account, minute and kind are one row. A node that is killed loses those of its last second.
 */
import type { RefusalKind } from "@rcpt/api/Security"
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { identityOf } from "../../platform/identityOf.ts"
import { Secrets } from "../../platform/Secrets.ts"
import { addressLabel, CurrentRequest } from "./requestOrigin.ts"
import type { ClientRequest } from "./requestOrigin.ts"

// Reads and writes the rows of refusals: `account_refusal`, one for each account, minute and kind.

/** An attacker must not fill the table: beyond that, a day's newest row of the kind counts the rest. */
export const rowsPerDayMax = 200

/** GitHub keeps its security log as long. Events of the account are facts and stay. */
export const refusalsKept = Duration.days(90)

export interface RefusalRow {
  readonly account: string
  readonly kind: RefusalKind
  readonly count: number
  /** Epoch milliseconds. */
  readonly firstAt: number
  readonly lastAt: number
  /** The id of the last of these requests. Address and agent are those of the same request. */
  readonly requestId: string
  readonly address: string
  readonly agent: string
  /** '': no page has sent it, or it matters not. */
  readonly origin: string
  /** '': no key, or not known. */
  readonly keyId: string
  /** '': no person is signed in, or it is not known who. */
  readonly personId: string
}

/** The last of a group stands for it. */
const lastOf = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`(array_agg(${column} order by last_at desc))[1]`)

/** Adds to the rows of the same minute, also those that another process has written. */
export const writeRefusals = (rows: ReadonlyArray<RefusalRow>) =>
  WriteSql.use(
    (sql) => sql`
      with noted as (
        select * from unnest(
          ${rows.map(({ account }) => account)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
          ${rows.map(({ count }) => count)}::int[], ${rows.map(({ firstAt }) => firstAt)}::float8[],
          ${rows.map(({ lastAt }) => lastAt)}::float8[],
          ${rows.map(({ requestId }) => requestId)}::uuid[],
          ${rows.map(({ address }) => address)}::text[],
          ${rows.map(({ agent }) => agent)}::text[], ${rows.map(({ keyId }) => keyId)}::text[],
          ${rows.map(({ personId }) => personId)}::text[],
          ${rows.map(({ origin }) => origin)}::text[])
        as noted
          (account_id, kind, count, first, last, request_id, address, agent, key_id, person_id, origin)
      ), given as (
        select noted.*, to_timestamp(first / 1000) as first_at, to_timestamp(last / 1000) as last_at,
          date_trunc('minute', to_timestamp(first / 1000)) as own_minute,
          date_trunc('day', to_timestamp(first / 1000), 'UTC') as day
        from noted
      ), placed as (
        select given.*, coalesce(case when (
            select count(*) from account_refusal r where r.account_id = given.account_id
              and r.minute >= day and r.minute < day + interval '1 day') >= ${rowsPerDayMax}
          then (select max(minute) from account_refusal r where r.account_id = given.account_id
            and r.kind = given.kind and r.minute >= day) end, own_minute) as minute
        from given where exists (select from account a where a.account_id = given.account_id)
      )
      insert into account_refusal as r
        (account_id, minute, kind, count, first_at, last_at, request_id, address, agent, key_id,
          person_id, origin)
      select account_id, minute, kind, sum(count), min(first_at), max(last_at),
        ${lastOf(sql, "request_id")}, ${lastOf(sql, "address")}, ${lastOf(sql, "agent")},
        nullif(${lastOf(sql, "key_id")}, '')::uuid, nullif(${lastOf(sql, "person_id")}, '')::uuid,
        nullif(${lastOf(sql, "origin")}, '')
      from placed group by account_id, minute, kind order by account_id, minute, kind
      on conflict (account_id, minute, kind) do update set count = r.count + excluded.count,
        last_at = greatest(r.last_at, excluded.last_at), request_id = excluded.request_id,
        address = excluded.address, agent = excluded.agent, key_id = excluded.key_id,
        person_id = excluded.person_id, origin = excluded.origin`
  ).pipe(Effect.asVoid)

interface KnownAccount {
  readonly account: string
  readonly addressKey: Uint8Array
  readonly keyId?: string
  readonly personId?: string
}

type Found = Effect.Effect<ReadonlyMap<string, KnownAccount>, never, SqlClient.SqlClient>

const mapOf = (rows: ReadonlyArray<KnownAccount & { readonly given: string }>) =>
  new Map(rows.map(({ given, ...known }) => [given, known]))

/** Text in Postgres cannot contain NUL, so no account has such an address. */
const isPossible = (text: string): boolean => !text.includes("\0")

/** The accounts of those who sign in with these addresses, in their normal form. */
const accountsOf = (identities: ReadonlyArray<string>): Found =>
  SqlClient.SqlClient.use(
    (sql) => sql<KnownAccount & { readonly given: string }>`
      select given, account_id as account, address_key as "addressKey", person_id as "personId"
      from unnest(${identities.filter(isPossible)}::text[]) as asked (given)
        join person on identity = given join account using (account_id)`
  ).pipe(Effect.map(mapOf), Effect.orDie)

/** The accounts of revoked keys, by the SHA-256 of the key, hex. */
const holdersOfRevoked = (hashes: ReadonlyArray<string>): Found =>
  SqlClient.SqlClient.use(
    (sql) => sql<KnownAccount & { readonly given: string }>`
      select given, account_id as account, address_key as "addressKey", key_id as "keyId"
      from unnest(${hashes}::text[]) as asked (given)
        join api_key on hash = decode(given, 'hex') join account using (account_id)
      where revoked_at is not null`
  ).pipe(Effect.map(mapOf), Effect.orDie)

/**
 * The account that a refusal concerns, as the request names them; whether such an account exists is found
 * later.
 */
type Concerned =
  | ({ readonly _tag: "Account" } & KnownAccount)
  | { readonly _tag: "Email"; readonly email: string }
  /** SHA-256 of an API key, hex. */
  | { readonly _tag: "Key"; readonly hash: string }
  | { readonly _tag: "Nobody" }

export class Refusals extends Context.Service<
  Refusals,
  {
    /** Never waits and never fails. Does nothing outside of a request. */
    readonly note: (kind: RefusalKind, concerned: Concerned) => Effect.Effect<void>
  }
>()("@rcpt/service/accounts/security/Refusals") {}

const roundEvery = Duration.seconds(1)

/**
 * A note takes 300 octets; there is room for far more than a node can refuse in a second. Further ones are
 * only counted.
 */
const notesMax = 5_000

/** A round logs at most this many lines; the rest is one line with their number. */
const linesMax = 100

/** A node has 15 s to stop. */
const lastRoundWaitMax = Duration.seconds(2)

interface Note {
  readonly kind: RefusalKind
  readonly concerned: Concerned
  readonly firstAt: number
  /** The last request. */
  request: ClientRequest
  lastAt: number
  count: number
}

const minuteMillis = 60_000

const nameOf = (concerned: Concerned, { address }: ClientRequest): string => {
  switch (concerned._tag) {
    case "Account":
      return `${concerned.account} ${concerned.keyId ?? ""} ${concerned.personId ?? ""}`
    case "Email":
      return identityOf(concerned.email)
    case "Key":
      return concerned.hash
    case "Nobody":
      return address
  }
}

/** Finds the accounts that notes concern, with two statements for all of them. */
const findKnown = Effect.fnUntraced(function* (notes: ReadonlyArray<Note>) {
  const all = notes.map(({ concerned }) => concerned)
  const emails = all.flatMap((one) => (one._tag === "Email" ? [identityOf(one.email)] : []))
  const hashes = all.flatMap((one) => (one._tag === "Key" ? [one.hash] : []))
  const none = Effect.succeed(new Map<string, KnownAccount>())
  const byEmail = yield* emails.length > 0 ? accountsOf(emails) : none
  const byHash = yield* hashes.length > 0 ? holdersOfRevoked(hashes) : none
  return (concerned: Concerned): KnownAccount | undefined => {
    switch (concerned._tag) {
      case "Account":
        return concerned
      case "Email":
        return byEmail.get(identityOf(concerned.email))
      case "Key":
        return byHash.get(concerned.hash)
      case "Nobody":
        return undefined
    }
  }
})

/** Where the website is what the account can do something about. */
const namesWebsite: ReadonlySet<RefusalKind> = new Set(["origin_refused"])

const toRow = (
  { kind, count, firstAt, lastAt, request }: Note,
  { account, addressKey, keyId = "", personId = "" }: KnownAccount
): RefusalRow => {
  const { requestId, agent, website } = request
  const origin = namesWebsite.has(kind) ? website : ""
  const address = addressLabel(addressKey, request.address)
  return {
    account,
    kind,
    count,
    firstAt,
    lastAt,
    requestId,
    address,
    agent,
    origin,
    keyId,
    personId
  }
}

interface Line extends Pick<Note, "kind" | "count"> {
  readonly requestId: string
  readonly address: string
  readonly agent: string
}

/** A wrong key that no account ever had is no event: only throttling shows that there are many. */
const isWorthLogging = ({ concerned }: Note, known: KnownAccount | undefined): boolean =>
  known !== undefined || concerned._tag !== "Key"

const log = Effect.fnUntraced(function* (lines: ReadonlyArray<Line>, dropped: number) {
  for (const { kind, ...line } of lines.slice(0, linesMax))
    yield* Effect.annotateLogs(Effect.logInfo("Security event"), { event: kind, ...line })
  const more = lines.slice(linesMax).reduce((sum, { count }) => sum + count, dropped)
  if (more > 0) yield* Effect.logInfo("More security events", more)
})

const make = Effect.gen(function* () {
  const read = yield* SqlClient.SqlClient
  const write = yield* WriteSql
  const logKey = yield* Secrets.use(({ key }) => key("addresses in the log"))
  let notes = new Map<string, Note>()
  let dropped = 0

  const add = (kind: RefusalKind, concerned: Concerned, request: ClientRequest, now: number) => {
    const minute = Math.floor(now / minuteMillis)
    const name = `${kind} ${minute} ${nameOf(concerned, request)}`
    const noted = notes.get(name)
    if (noted !== undefined) {
      noted.request = request
      noted.lastAt = now
      noted.count += 1
    } else if (notes.size < notesMax)
      notes.set(name, { kind, concerned, request, firstAt: now, lastAt: now, count: 1 })
    else dropped += 1
  }

  const round = Effect.gen(function* () {
    if (notes.size === 0) return
    const taken = [...notes.values()]
    const droppedMeanwhile = dropped
    notes = new Map()
    dropped = 0
    const knownOf = yield* findKnown(taken)
    const rows: Array<RefusalRow> = []
    const lines: Array<Line> = []
    for (const note of taken) {
      const known = knownOf(note.concerned)
      if (!isWorthLogging(note, known)) continue
      const { address, ...request } = note.request
      const row = known && toRow(note, known)
      if (row !== undefined) rows.push(row)
      const { kind, count } = note
      lines.push(row ?? { kind, count, ...request, address: addressLabel(logKey, address) })
    }
    yield* log(lines, droppedMeanwhile)
    if (rows.length > 0) yield* writeRefusals(rows)
  }).pipe(
    Effect.provideService(SqlClient.SqlClient, read),
    Effect.provideService(WriteSql, write),
    Effect.catchCause((cause) => Effect.logWarning("Refusals could not be written", cause))
  )

  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(round, lastRoundWaitMax)))
  yield* Effect.forkScoped(Effect.repeat(round, alignedSchedule(roundEvery)))

  return Refusals.of({
    note: (kind, concerned) =>
      Effect.gen(function* () {
        const request = (yield* CurrentRequest)?.()
        if (request !== undefined) add(kind, concerned, request, yield* Clock.currentTimeMillis)
      })
  })
})

export const layer: Layer.Layer<Refusals, never, Secrets | SqlClient.SqlClient | WriteSql> =
  Layer.effect(Refusals, make)

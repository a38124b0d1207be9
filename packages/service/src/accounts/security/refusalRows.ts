/** Reads and writes the rows of refusals: `account_refusal`, one for each account, minute and kind. */
import type { RefusalKind } from "@rcpt/api/Security"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"

/** An attacker must not fill the table: beyond that, a day's newest row of the kind counts the rest. */
export const rowsPerDayMax = 200

/** As long as the security log of GitHub. Events of the account are facts and stay. */
export const refusalsKept = Duration.days(90)

export interface RefusalRow {
  readonly account: string
  readonly kind: RefusalKind
  readonly count: number
  /** Epoch milliseconds. */
  readonly firstAt: number
  readonly lastAt: number
  /** Of the last one. */
  readonly requestId: string
  readonly address: string
  readonly agent: string
  /** '': no key, or not known. */
  readonly keyId: string
  /** '': nobody who is signed in, or not known. */
  readonly personId: string
}

/** The last of a group stands for it. */
const lastOf = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`(array_agg(${column} order by last_at desc))[1]`)

/** Adds to the rows of the same minute, also those that another process has written. */
export const write = (rows: ReadonlyArray<RefusalRow>) =>
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
          ${rows.map(({ personId }) => personId)}::text[])
        as noted
          (account_id, kind, count, first, last, request_id, address, agent, key_id, person_id)
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
          person_id)
      select account_id, minute, kind, sum(count), min(first_at), max(last_at),
        ${lastOf(sql, "request_id")}, ${lastOf(sql, "address")}, ${lastOf(sql, "agent")},
        nullif(${lastOf(sql, "key_id")}, '')::uuid, nullif(${lastOf(sql, "person_id")}, '')::uuid
      from placed group by account_id, minute, kind order by account_id, minute, kind
      on conflict (account_id, minute, kind) do update set count = r.count + excluded.count,
        last_at = greatest(r.last_at, excluded.last_at), request_id = excluded.request_id,
        address = excluded.address, agent = excluded.agent, key_id = excluded.key_id,
        person_id = excluded.person_id`
  ).pipe(Effect.asVoid)

export interface KnownAccount {
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

/** The accounts of those who sign in with these e-mail addresses. */
export const accountsOf = (emails: ReadonlyArray<string>): Found =>
  SqlClient.SqlClient.use(
    (sql) => sql<KnownAccount & { readonly given: string }>`
      select given, account_id as account, address_key as "addressKey", person_id as "personId"
      from unnest(${emails.filter(isPossible)}::text[]) as asked (given)
        join person on lower(email) = lower(given) join account using (account_id)`
  ).pipe(Effect.map(mapOf), Effect.orDie)

/** The accounts of revoked keys, by the SHA-256 of the key, hex. */
export const holdersOfRevoked = (hashes: ReadonlyArray<string>): Found =>
  SqlClient.SqlClient.use(
    (sql) => sql<KnownAccount & { readonly given: string }>`
      select given, account_id as account, address_key as "addressKey", key_id as "keyId"
      from unnest(${hashes}::text[]) as asked (given)
        join api_key on hash = decode(given, 'hex') join account using (account_id)
      where revoked_at is not null`
  ).pipe(Effect.map(mapOf), Effect.orDie)

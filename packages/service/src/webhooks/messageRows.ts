/**
 * The messages of an account: what its endpoints are sent, and what its streams show (`GET /events/stream`)
 * with the same bytes, and under the id of the first delivery. Each is written in the transaction of the event
 * that it reports, whether anybody listens or not.
 */
import { randomUUIDv7 } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { put, bodyOf } from "./deliveryRows.ts"
import type { News } from "./deliveryRows.ts"

/** Not decoded by a schema: the columns are all text. */
export interface Message {
  /** Counts the messages of an account, from 1 and without gaps. */
  readonly number: number
  /** The `webhook-id` of its delivery to the first endpoint that wants it. */
  readonly id: string
  /** The bytes of its deliveries. */
  readonly body: string
}

/** Locks the account's feed until the transaction ends: messages appear in the order of their numbers. */
export const announce = (news: News): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = randomUUIDv7()
    yield* sql`
      with feed as (
        insert into message_feed (account_id, last_number) values (${news.account}, 1)
        on conflict (account_id) do update set last_number = message_feed.last_number + 1
        returning account_id, last_number)
      insert into account_message (account_id, number, message_id, type, body)
      select account_id, last_number, ${id}, ${news.type}, ${bodyOf(news)} from feed`
    yield* put({ ...news, id })
  }).pipe(Effect.orDie)

/** Messages that one answer of the database may hold: each has a kilobyte. */
const pageMax = 100

/** The oldest first. */
export const messagesAfter = (account: string, number: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Message>`
      select number::int, message_id as id, body from account_message
      where account_id = ${account} and number > ${number} order by number limit ${pageMax}`
  ).pipe(Effect.orDie)

/** The number of the newest message by account; without a row, 0. */
export const newestOf = (accounts: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly account: string; readonly number: number }>`
      select account_id as account, last_number::int as number from message_feed
      where account_id = any (${accounts}::uuid[])`
  ).pipe(
    Effect.map((rows) => new Map(rows.map(({ account, number }) => [account, number]))),
    Effect.orDie
  )

/** `undefined`: the account has no such message, or none any more. */
export const numberOf = (account: string, id: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly number: number }>`
      select number::int from account_message
      where account_id = ${account} and message_id = ${id}::uuid`
  ).pipe(
    Effect.map(([row]) => row?.number),
    Effect.orDie
  )

/** SQL: available credits and credits held by requests, of `w.account_id`. Holds of jobs never expire. */
export const spendable = (sql: SqlClient.SqlClient) =>
  sql.literal(`coalesce((select available from es.account a where a.account_id = w.account_id), 0)
    + coalesce((select sum(credits - charged - refunded) from es.hold h
      where h.account_id = w.account_id and charged + refunded < credits
        and expires_at is not null), 0)`)

/** Notes for accounts that were not seen before whether credits are low now. That is not announced. */
export const lookFirst = (accounts: ReadonlyArray<string>, lowBelow: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into message_feed (account_id, is_low)
      select w.account_id, ${spendable(sql)} < ${lowBelow} from account w
      where w.account_id = any (${accounts}::uuid[]) and not exists (
        select from message_feed f where f.account_id = w.account_id and f.is_low is not null)
      on conflict (account_id) do update set is_low = excluded.is_low
        where message_feed.is_low is null`
  ).pipe(Effect.orDie)

/**
 * Who works at a request with an Idempotency-Key: rows of `idempotency`, judged by the database's
 * clock alone. A row lasts for a day after its last lease, so its reply does so at least.
 */
import * as replies from "@rcpt/store/replies"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Command } from "./Command.ts"

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

export interface Question {
  readonly account: string
  /** Both are HMACs under a key of the account, hex. */
  readonly key: string
  readonly request: string
}

export interface Taken {
  readonly _tag: "Taken"
  readonly question: Question
  readonly lease: string
  readonly command: Command
  /** No attempt was made at this command before. */
  readonly isFirst: boolean
}

export type Claim =
  | Taken
  | { readonly _tag: "Answered"; readonly body: string }
  | { readonly _tag: "InFlight" }
  | { readonly _tag: "Reused" }

/** An attempt that has not renewed its lease for this long is held for dead. */
export const leaseSeconds = 60

/** What the interface promises of a stored response. */
const keptSeconds = 24 * 3_600

/** One round; the next one takes what is left. */
const forgottenMax = 1_000

interface Row {
  readonly commandId: string
  readonly isSame: boolean
  readonly isOld: boolean
  readonly isLeased: boolean
  readonly body: string | null
}

/** A new key, or one whose last attempt at the same request came to nothing. */
const insert = ({ account, key, request }: Question, lease: string, commandId: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commandId: string }>`
      insert into idempotency as mine
        (account_id, key_hmac, request_hmac, command_id, lease, leased_until)
      values (${account}, decode(${key}, 'hex'), decode(${request}, 'hex'), ${commandId}, ${lease},
        now() + make_interval(secs => ${leaseSeconds}::float8))
      on conflict (account_id, key_hmac) do update
        set lease = excluded.lease, leased_until = excluded.leased_until
        where mine.request_hmac = excluded.request_hmac and mine.leased_until <= now()
          and mine.leased_until > now() - make_interval(secs => ${keptSeconds}::float8)
          and not exists (select from es.reply where command_id = mine.command_id)
      returning command_id as "commandId"`
  )

const look = ({ account, key, request }: Question) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Row>`
      select command_id as "commandId", request_hmac = decode(${request}, 'hex') as "isSame",
        leased_until <= now() - make_interval(secs => ${keptSeconds}::float8) as "isOld",
        leased_until > now() as "isLeased", body
      from idempotency left join es.reply using (command_id)
      where account_id = ${account} and key_hmac = decode(${key}, 'hex')`
  )

/** "gone": what was there when we tried to take it was not when we looked: try again. */
export const take = (
  question: Question,
  { lease, commandId }: { readonly lease: string; readonly commandId: string }
): Asked<Claim | "gone"> =>
  Effect.gen(function* () {
    const [taken] = yield* insert(question, lease, commandId)
    if (taken !== undefined) {
      const command = { commandId: taken.commandId, requestHash: question.request }
      return { _tag: "Taken", question, lease, command, isFirst: taken.commandId === commandId }
    }
    const [found] = yield* look(question)
    if (found === undefined) return "gone"
    if (found.isOld) return yield* Effect.as(forget([found.commandId]), "gone" as const)
    if (!found.isSame) return { _tag: "Reused" }
    if (found.body !== null) return { _tag: "Answered", body: found.body }
    return found.isLeased ? { _tag: "InFlight" } : "gone"
  })

/** The row of an attempt, as long as no other one has taken it over. */
const held = (sql: SqlClient.SqlClient, { question, lease }: Taken) => sql`
  account_id = ${question.account} and key_hmac = decode(${question.key}, 'hex')
    and lease = ${lease}`

export const renew = (taken: Taken): Asked<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update idempotency set leased_until = now() + make_interval(secs => ${leaseSeconds}::float8)
      where ${held(sql, taken)}`
  ).pipe(Effect.asVoid)

/** Somebody else may try, and it is the same command. */
export const lapse = (taken: Taken): Asked<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update idempotency set leased_until = least(leased_until, now()) where ${held(sql, taken)}`
  ).pipe(Effect.asVoid)

/** The key is as if it had never been used. */
export const free = (taken: Taken): Asked<void> =>
  SqlClient.SqlClient.use((sql) => sql`delete from idempotency where ${held(sql, taken)}`).pipe(
    Effect.asVoid
  )

const forget = (commandIds: ReadonlyArray<string>): Asked<void> =>
  SqlClient.SqlClient.use((sql) =>
    sql<Pick<Row, "commandId">>`
      delete from idempotency where command_id = any (${commandIds}::uuid[])
        and leased_until <= now() - make_interval(secs => ${keptSeconds}::float8)
      returning command_id as "commandId"`.pipe(
      Effect.flatMap((rows) => replies.forget(rows.map(({ commandId }) => commandId))),
      sql.withTransaction
    )
  )

/** Forgets keys of the day before: answers how many. Safe on every node at once. */
export const sweep: Asked<number> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const old = yield* sql<{ readonly commandId: string }>`
    select command_id as "commandId" from idempotency
    where leased_until <= now() - make_interval(secs => ${keptSeconds}::float8)
    order by leased_until limit ${forgottenMax}`
  if (old.length > 0) yield* forget(old.map(({ commandId }) => commandId))
  return old.length
})

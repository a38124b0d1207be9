/**
 * Claims on requests with an Idempotency-Key: rows of `idempotency`. Only the database's clock decides
 * when a lease ends. A row stays for a day after its last lease, so its reply stays for at least a day.
 */
import * as replies from "@rcpt/store/replies"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { fromNow } from "../../platform/databaseClock.ts"
import { leasedRows, leases } from "../../platform/leasedRows.ts"
import type { IdempotentCommand } from "./Reply.ts"

export interface IdempotentRequest {
  readonly account: string
  /** Both HMACs are under a key of the account, hex. */
  readonly keyHmac: string
  readonly requestHmac: string
}

export interface TakenClaim {
  readonly _tag: "Taken"
  readonly request: IdempotentRequest
  readonly lease: string
  readonly command: IdempotentCommand
  /** No earlier attempt used this command. */
  readonly isFirst: boolean
}

type ClaimResult =
  | TakenClaim
  | { readonly _tag: "Answered"; readonly body: string }
  | { readonly _tag: "InFlight" }
  | { readonly _tag: "Reused" }

/** The time for which the API promises to replay a response. */
const keptSeconds = 24 * 3_600

/** Rows deleted per round; the next round takes the rest. */
const sweptMax = 1_000

interface ClaimRow {
  readonly commandId: string
  readonly isSame: boolean
  readonly isOld: boolean
  readonly isLeased: boolean
  readonly body: string | null
}

/** Takes a new key, or one whose last attempt, at the same request, ended without a reply. */
const insert = (
  { account, keyHmac, requestHmac }: IdempotentRequest,
  lease: string,
  commandId: string
) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly commandId: string }>`
      insert into idempotency as mine
        (account_id, key_hmac, request_hmac, command_id, lease, leased_until)
      values (${account}, decode(${keyHmac}, 'hex'), decode(${requestHmac}, 'hex'), ${commandId},
        ${lease}, ${fromNow(sql, leases.idempotency.lasts)})
      on conflict (account_id, key_hmac) do update
        set lease = excluded.lease, leased_until = excluded.leased_until
        where mine.request_hmac = excluded.request_hmac and mine.leased_until <= now()
          and mine.leased_until > now() - make_interval(secs => ${keptSeconds}::float8)
          and not exists (select from es.reply where command_id = mine.command_id)
      returning command_id as "commandId"`
  )

const select = ({ account, keyHmac, requestHmac }: IdempotentRequest) =>
  SqlClient.SqlClient.use(
    (sql) => sql<ClaimRow>`
      select command_id as "commandId", request_hmac = decode(${requestHmac}, 'hex') as "isSame",
        leased_until <= now() - make_interval(secs => ${keptSeconds}::float8) as "isOld",
        leased_until > now() as "isLeased", body
      from idempotency left join es.reply using (command_id)
      where account_id = ${account} and key_hmac = decode(${keyHmac}, 'hex')`
  )

/** "gone": the row that blocked the insert was gone at the select; take again. */
export const take = (
  request: IdempotentRequest,
  { lease, commandId }: { readonly lease: string; readonly commandId: string }
): Effect.Effect<ClaimResult | "gone", SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [taken] = yield* insert(request, lease, commandId)
    if (taken !== undefined) {
      const command = { commandId: taken.commandId, requestHash: request.requestHmac }
      return { _tag: "Taken", request, lease, command, isFirst: taken.commandId === commandId }
    }
    const [row] = yield* select(request)
    if (row === undefined) return "gone"
    if (row.isOld) return yield* Effect.as(remove([row.commandId]), "gone" as const)
    if (!row.isSame) return { _tag: "Reused" }
    if (row.body !== null) return { _tag: "Answered", body: row.body }
    return row.isLeased ? { _tag: "InFlight" } : "gone"
  })

/** The row of an attempt, as long as no other attempt has taken it over. */
const rowOf = ({ command: { commandId }, lease }: TakenClaim) => ({ commandId, lease })

const ofClaims = (sql: SqlClient.SqlClient) => leasedRows(sql, "idempotency")

export const renew = (taken: TakenClaim) =>
  SqlClient.SqlClient.use((sql) => Effect.asVoid(ofClaims(sql).renew(rowOf(taken))))

/** Lets another attempt take the key, with the same command. */
export const endLease = (taken: TakenClaim) =>
  SqlClient.SqlClient.use((sql) => Effect.asVoid(ofClaims(sql).release(rowOf(taken))))

/** Deletes the row: the key is as if it had never been used. */
export const free = (taken: TakenClaim) =>
  SqlClient.SqlClient.use(
    (sql) => sql`delete from idempotency where ${ofClaims(sql).ofLease(rowOf(taken))}`
  ).pipe(Effect.asVoid)

const remove = (commandIds: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use((sql) =>
    sql<Pick<ClaimRow, "commandId">>`
      delete from idempotency where command_id = any (${commandIds}::uuid[])
        and leased_until <= now() - make_interval(secs => ${keptSeconds}::float8)
      returning command_id as "commandId"`.pipe(
      Effect.flatMap((rows) => replies.forget(rows.map(({ commandId }) => commandId))),
      sql.withTransaction
    )
  )

/**
 * Deletes keys that are older than a day, and returns how many. Safe on all nodes at once. A key is free after a day even
 * if its row still exists: old rows are ignored.
 */
export const sweep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const old = yield* sql<{ readonly commandId: string }>`
    select command_id as "commandId" from idempotency
    where leased_until <= now() - make_interval(secs => ${keptSeconds}::float8)
    order by leased_until limit ${sweptMax}`
  if (old.length > 0) yield* remove(old.map(({ commandId }) => commandId))
  return old.length
}).pipe(Effect.orDie)

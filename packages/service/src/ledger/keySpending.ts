/**
 * The credits that API keys use in a day and in a month (UTC), for keys with a credit limit. What a request may
 * cost is counted before its work begins, by one statement that holds for all nodes, and what it did not cost is
 * given back at its end. A node that dies gives nothing back: the count is never too low.
 *
 * The ledger proves what was charged. This only decides whether a key may ask for more.
 */
import type { CreditLimit, CreditPeriod, KeyTerms } from "@rcpt/domain/KeyTerms"
import { whenConnected } from "@rcpt/store/unavailable"
import { Effect, Exit, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"

/** The request could cost more than the limit of its key has left. Nothing was counted. */
export class CreditLimitReached extends Schema.TaggedError<CreditLimitReached>()(
  "CreditLimitReached",
  {
    /** When the period of the limit ends, in epoch milliseconds. */
    until: Schema.Int,
    retryAfterSeconds: Schema.Int
  }
) {}

/** The periods of a count, as dates. */
interface Counted {
  readonly day: string
  readonly month: string
}

const today = "(now() at time zone 'UTC')::date"
const thisMonth = "date_trunc('month', now() at time zone 'UTC')::date"

/** SQL: what is counted in the period of now. */
const countedIn = (period: CreditPeriod): string =>
  period === "day"
    ? `case when s.day = ${today} then s.day_credits else 0 end`
    : `case when s.month = ${thisMonth} then s.month_credits else 0 end`

const reached = (sql: SqlClient.SqlClient, { per }: CreditLimit) =>
  sql<{ readonly until: number; readonly retryAfterSeconds: number }>`
    select (extract(epoch from until) * 1000)::float8 as until,
      greatest(1, ceil(extract(epoch from until - now())))::int as "retryAfterSeconds"
    from (select (date_trunc(${per}, now() at time zone 'UTC') + ${`1 ${per}`}::interval)
      at time zone 'UTC' as until) period`.pipe(
    Effect.orDie,
    Effect.flatMap(([end]) => Effect.fail(new CreditLimitReached(end!)))
  )

/** Counts credits, as far as the limit has room for all of them. Without a limit it only counts. */
const count = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  keyId: string,
  credits: number,
  limit: CreditLimit | undefined
): Effect.fn.Return<Counted, CreditLimitReached> {
  if (limit !== undefined && credits > limit.credits) return yield* reached(sql, limit)
  const counted = sql.literal(countedIn(limit?.per ?? "day"))
  const most = limit?.credits ?? Number.MAX_SAFE_INTEGER
  const counting = sql<Counted>`
    insert into key_spending as s (key_id, day, day_credits, month, month_credits)
    values (${keyId}, ${sql.literal(today)}, ${credits}::bigint, ${sql.literal(thisMonth)}, ${credits}::bigint)
    on conflict (key_id) do update set day = excluded.day, month = excluded.month,
      day_credits = ${sql.literal(countedIn("day"))} + excluded.day_credits,
      month_credits = ${sql.literal(countedIn("month"))} + excluded.month_credits
    where ${counted} + ${credits}::bigint <= ${most}::bigint
    returning s.day::text as day, s.month::text as month`
  const [row] = yield* Effect.orDie(whenConnected(counting))
  if (row !== undefined) return row
  return limit === undefined
    ? yield* Effect.die(new Error("a key without a limit was not counted"))
    : yield* reached(sql, limit)
})

/** Counts credits of a list, in the transaction that holds them. `limit`: of the key, if it has one. */
export const countForList = (
  keyId: string,
  credits: number,
  limit: CreditLimit | undefined
): Effect.Effect<void, CreditLimitReached, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => Effect.asVoid(count(sql, keyId, credits, limit)))

/** Gives back credits that were counted on this day and in this month, as far as these have not ended. */
export const giveBack = (
  keyId: string,
  credits: number,
  { day, month }: Counted
): Effect.Effect<void, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update key_spending set
        day_credits = day_credits
          - case when day = ${day}::date then least(day_credits, ${credits}::bigint) else 0 end,
        month_credits = month_credits
          - case when month = ${month}::date then least(month_credits, ${credits}::bigint) else 0 end
      where key_id = ${keyId}`
  ).pipe(Effect.orDie, Effect.asVoid)

/** The periods in which a list was counted. */
export const periodsOf = (at: Date): Counted => {
  const day = at.toISOString().slice(0, "2026-11-28".length)
  return { day, month: `${day.slice(0, "2026-11".length)}-01` }
}

interface Spender {
  readonly keyId?: string
  readonly terms?: KeyTerms | null
}

/**
 * Runs `use` if the key's limit has room for `most` credits. `use` gets a function by which it says what it has
 * cost; if it fails or says nothing, it has cost nothing.
 */
export const withinCreditLimit = <A, E, R>(
  { keyId, terms }: Spender,
  most: number,
  use: (spent: (credits: number) => void) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | CreditLimitReached, R | WriteSql> => {
  const limit = terms?.creditLimit
  if (limit === undefined || keyId === undefined) return use(() => {})
  return Effect.gen(function* () {
    const sql = yield* WriteSql
    const counted = yield* count(sql, keyId, most, limit)
    let cost = 0
    return yield* Effect.onExit(
      use((credits) => void (cost = credits)),
      (exit) => {
        const rest = Exit.isSuccess(exit) ? most - cost : most
        if (rest <= 0) return Effect.void
        return Effect.provideService(giveBack(keyId, rest, counted), SqlClient.SqlClient, sql).pipe(
          // The database is away: the count stays too high until the period ends.
          Effect.catchCause((cause) => Effect.logWarning("Credits of a key not given back", cause))
        )
      }
    )
  })
}

/** SQL for lists of keys: the credits that a key `k` with a limit has used in its period. */
export const usedCredits = `(select case k.terms -> 'creditLimit' ->> 'per'
  when 'day' then ${countedIn("day")} when 'month' then ${countedIn("month")} end
  from key_spending s where s.key_id = k.key_id)`

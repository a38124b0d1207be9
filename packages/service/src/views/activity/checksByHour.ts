/**
 * Sums what an account checked by hour, and by key and mode. Single checks and batches come from their hours
 * of activity; lists come from their jobs, each in the hour of its upload.
 */
import type { UsageGroup } from "@rcpt/api/Account"
import type { Hour } from "@rcpt/api/Overview"
import { Tally } from "@rcpt/domain/Job"
import { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../../platform/decodeRows.ts"

const decodeGroups = decodeRows(
  Schema.Struct({
    source: Schema.Literals(["api_key", "dashboard", "list"]),
    keyId: Schema.NullOr(Schema.String),
    name: Schema.NullOr(Schema.String),
    last4: Schema.NullOr(Schema.String),
    mode: Mode,
    checks: Int8,
    credits: Int8
  })
)

/** `since`: epoch milliseconds; the hour in which it lies counts whole. */
export const usageGroups = (
  account: string,
  since: number
): Effect.Effect<ReadonlyArray<UsageGroup>, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      with since as (select to_timestamp(${since / 1_000}::float8) as at), found as (
        select case when key_id is null then 'dashboard' else 'api_key' end as source, key_id, mode,
          sum(valid + risky + invalid + unknown)::bigint as checks, sum(credits)::bigint as credits
        from activity_hour, since where account_id = ${account} and hour >= date_trunc('hour', at)
        group by key_id, mode
        union all
        select 'list', null, mode, sum(processed_rows)::bigint, sum(charged)::bigint
        from job, since where account_id = ${account} and created_at >= at
        group by mode having sum(processed_rows) > 0
      )
      select source, key_id as "keyId", k.name, k.last4, mode, checks, found.credits
      from found left join api_key k using (key_id)
      order by found.credits desc, checks desc, source, key_id, mode`
  ).pipe(
    decodeGroups,
    Effect.map((rows) =>
      rows.map(({ source, keyId, name, last4, mode, checks, credits }) => ({
        source,
        ...(keyId !== null && {
          key: { id: keyId, ...(name !== null && { name }), ...(last4 !== null && { last4 }) }
        }),
        mode,
        checks,
        credits
      }))
    ),
    Effect.orDie
  )

const decodeHours = decodeRows(Schema.Struct({ hour: Schema.Int, ...Tally.fields, spent: Int8 }))

const hourMillis = 3_600_000
const hoursOfDay = 24

/** The 24 hours of a day (UTC). `day`: `2026-11-21`. */
export const hoursOf = (
  account: string,
  day: string
): Effect.Effect<ReadonlyArray<Hour>, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      with day as (select (${day}::date)::timestamp at time zone 'UTC' as begins), found as (
        select hour as at, valid, risky, invalid, unknown, credits as spent
        from activity_hour, day
        where account_id = ${account} and hour >= begins and hour < begins + interval '1 day'
        union all
        select created_at, valid_rows, risky_rows, invalid_rows, unknown_rows, charged
        from job, day
        where account_id = ${account} and created_at >= begins
          and created_at < begins + interval '1 day'
      )
      select extract(hour from at at time zone 'UTC')::int as hour, sum(valid)::int as valid,
        sum(risky)::int as risky, sum(invalid)::int as invalid, sum(unknown)::int as unknown,
        sum(spent)::bigint as spent
      from found group by 1`
  ).pipe(
    decodeHours,
    Effect.map((rows) => {
      const begins = Date.parse(`${day}T00:00:00Z`)
      return Array.from({ length: hoursOfDay }, (_, hour): Hour => {
        const {
          valid = 0,
          risky = 0,
          invalid = 0,
          unknown = 0,
          spent = 0
        } = rows.find((row) => row.hour === hour) ?? {}
        const at = new Date(begins + hour * hourMillis).toISOString()
        return { hour: at, valid, risky, invalid, unknown, credits_spent: spent }
      })
    }),
    Effect.orDie
  )

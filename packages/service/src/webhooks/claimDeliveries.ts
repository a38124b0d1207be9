/**
 * The statement that leases due deliveries, fairly by endpoint and by account. It reads one endpoint after the
 * other, each with one index lookup, so a slow receiver with a long queue does not delay the others. Deliveries
 * of one job to one endpoint are sent in order: each waits until the one before it is delivered or has failed.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { leasedRows } from "../platform/leasedRows.ts"

interface Claim {
  readonly limit: number
  /** The lease of the node that claims (platform/NodeLease.ts). */
  readonly holder: string
}

/** Not decoded by a schema: the statement runs several times a second. */
export interface Claimed {
  readonly id: string
  readonly account: string
  readonly endpoint: string
  readonly type: string
  readonly lease: string
  readonly body: string
  readonly attempts: number
  /** Epoch milliseconds of Postgres' clock. */
  readonly claimedAt: number
  readonly url: string
  readonly secret: Uint8Array
  /** Null: there is none, or it is no longer valid. */
  readonly previousSecret: Uint8Array | null
}

/** Concurrent attempts per receiver, on all nodes together: a receiver may be small. */
const attemptsAtOncePerEndpoint = 4

export const claimDeliveries = (
  sql: SqlClient.SqlClient,
  { limit, holder }: Claim
): Effect.Effect<ReadonlyArray<Claimed>> =>
  Effect.orDie(sql<Claimed>`
    with recursive waiting as (
      (select endpoint_id from webhook_delivery where status = 'pending' and endpoint_id is not null
        order by endpoint_id limit 1)
      union all
      select next.endpoint_id from waiting cross join lateral (
        select endpoint_id from webhook_delivery
        where status = 'pending' and endpoint_id > waiting.endpoint_id
        order by endpoint_id limit 1) next
    ), live as (
      select w.endpoint_id, w.account_id, (select count(*) from webhook_delivery b
        where b.endpoint_id = w.endpoint_id and b.status = 'pending' and b.lease is not null
          and b.due_at > now()) as busy
      from waiting join webhook w using (endpoint_id) where w.disabled_at is null
    ), due as (
      select next.delivery_id, live.account_id, row_number() over (partition by live.endpoint_id
        order by next.due_at, next.place) as turn
      from live cross join lateral (
        select d.delivery_id, d.due_at, d.place from webhook_delivery d
        where d.endpoint_id = live.endpoint_id and d.status = 'pending'
          and d.due_at <= now()
          and not exists (select from webhook_delivery earlier
            where earlier.endpoint_id = d.endpoint_id and earlier.job_id = d.job_id
              and earlier.status = 'pending' and earlier.place < d.place)
        order by d.due_at, d.place limit greatest(0, ${attemptsAtOncePerEndpoint}::int - live.busy)
        for update skip locked) next
    ), fair as (
      select delivery_id, row_number() over (partition by account_id order by turn, random()) as turn
      from due
    ), picked as (
      select delivery_id from fair order by turn, random() limit ${limit}
    )
    update webhook_delivery d set ${leasedRows(sql, "webhook_delivery").taken(holder)}
    from picked, webhook w
    where d.delivery_id = picked.delivery_id and w.endpoint_id = d.endpoint_id
    returning d.delivery_id as id, d.account_id as account, d.endpoint_id as endpoint, d.type, d.lease, d.body, d.attempts,
      (extract(epoch from now()) * 1000)::float8 as "claimedAt", w.url, w.secret,
      case when w.previous_until > now()
        then w.previous_secret end as "previousSecret"`)

/** Whether it is worth while to claim or release, now or soon: one index lookup, for a service that rests. */
export const isAnyPending = (sql: SqlClient.SqlClient): Effect.Effect<boolean> =>
  sql<{ readonly isAny: boolean }>`
    select exists (select from webhook_delivery where status = 'pending' and endpoint_id is not null)
      as "isAny"`.pipe(
    Effect.map(([row]) => row!.isAny),
    Effect.orDie
  )

/**
 * The statement that takes what is due, each account's share first: it hops from one account to the
 * next, a probe of the index each, so a receiver that is slow and has much waiting costs the others
 * nothing. Of one job the earliest goes first, and the others wait until that is over.
 */
import { randomUUIDv7 } from "node:crypto"

import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export interface Claim {
  readonly limit: number
  /** Epoch milliseconds. */
  readonly now: number
  readonly leasedUntil: number
}

/** Claimed all the time, so not decoded. */
export interface Claimed {
  readonly id: string
  readonly account: string
  readonly lease: string
  readonly body: string
  readonly attempts: number
  readonly url: string
  readonly secret: Uint8Array
  /** Null when it is not live any more. */
  readonly previousSecret: Uint8Array | null
}

/** At once to one receiver, from all nodes together: it may be small, and gets what we have in bursts. */
export const attemptsAtOncePerAccount = 4

export const claimDeliveries = (
  sql: SqlClient.SqlClient,
  { limit, now, leasedUntil }: Claim
): Effect.Effect<ReadonlyArray<Claimed>> =>
  Effect.orDie(sql<Claimed>`
    with recursive waiting as (
      (select account_id from webhook_delivery where status = 'pending' order by account_id limit 1)
      union all
      select next.account_id from waiting cross join lateral (
        select account_id from webhook_delivery
        where status = 'pending' and account_id > waiting.account_id
        order by account_id limit 1) next
    ), live as (
      select w.account_id, (select count(*) from webhook_delivery b
        where b.account_id = w.account_id and b.status = 'pending' and b.lease is not null
          and b.due_at > to_timestamp(${now / 1000}::float8)) as busy
      from waiting join webhook w using (account_id) where w.disabled_at is null
    ), due as (
      select next.delivery_id, row_number() over (partition by live.account_id
        order by next.due_at, next.place) as turn
      from live cross join lateral (
        select d.delivery_id, d.due_at, d.place from webhook_delivery d
        where d.account_id = live.account_id and d.status = 'pending'
          and d.due_at <= to_timestamp(${now / 1000}::float8)
          and not exists (select from webhook_delivery earlier
            where earlier.job_id = d.job_id and earlier.status = 'pending' and earlier.place < d.place)
        order by d.due_at, d.place limit greatest(0, ${attemptsAtOncePerAccount}::int - live.busy)
        for update skip locked) next
    ), picked as (
      select delivery_id from due order by turn, random() limit ${limit}
    )
    update webhook_delivery d set lease = ${randomUUIDv7()},
      due_at = to_timestamp(${leasedUntil / 1000}::float8)
    from picked, webhook w
    where d.delivery_id = picked.delivery_id and w.account_id = d.account_id
    returning d.delivery_id as id, d.account_id as account, d.lease, d.body, d.attempts, w.url, w.secret,
      case when w.previous_until > to_timestamp(${now / 1000}::float8)
        then w.previous_secret end as "previousSecret"`)

/**
 * Tells an account's webhook that its balance has fallen under a threshold: once, and again only after
 * it was not under it. The log says whose balance has moved, and the balance is what it is now, so
 * doing it again, from the beginning even, tells nobody anything twice.
 *
 * Credits that a request holds count until they are charged: else a deep check near the threshold,
 * which holds 5 and gives 4 back, would fall under it and rise again each time.
 */
import type { SealedCommit } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { accountOf } from "../ledger/ledgerRows.ts"
import { put } from "./deliveryRows.ts"

/** Of the account that the statement around it has as `w.account_id`. Holds of jobs never expire. */
export const spendable = (sql: SqlClient.SqlClient) =>
  sql.literal(`coalesce((select available from es.account a where a.account_id = w.account_id), 0)
    + coalesce((select sum(credits - charged - refunded) from es.hold h
      where h.account_id = w.account_id and charged + refunded < credits
        and expires_at is not null), 0)`)

interface Moved {
  readonly account: string
  readonly credits: bigint
  readonly isLow: boolean
}

const accountsOf = (commits: ReadonlyArray<SealedCommit>): ReadonlyArray<string> => [
  ...new Set(
    commits.flatMap(({ events }) => events.flatMap((event) => accountOf(event.stream) ?? []))
  )
]

/** Under 0 nobody falls: that switches it off. */
export const creditsLow = (threshold: number): Projection => ({
  name: "credits_low",
  apply: (_generation, commits) =>
    Effect.gen(function* () {
      const accounts = accountsOf(commits)
      if (accounts.length === 0) return
      const sql = yield* SqlClient.SqlClient
      const moved = yield* sql<Moved>`
        update webhook set is_low = not is_low
        from (select account_id, (${spendable(sql)})::bigint as credits from webhook w
          where account_id = any (${accounts}::uuid[])) now
        where webhook.account_id = now.account_id and is_low <> (credits < ${threshold})
        returning webhook.account_id as account, credits, is_low as "isLow"`
      const at = new Date(yield* Clock.currentTimeMillis)
      yield* Effect.forEach(
        moved.filter(({ isLow }) => isLow),
        ({ account, credits }) =>
          put({ account, type: "credits.low", at, data: { credits: Number(credits) } }),
        { discard: true }
      )
    }),
  drop: () => Effect.void
})

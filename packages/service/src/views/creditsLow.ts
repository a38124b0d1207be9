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
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../platform/decodeRows.ts"
import { put } from "../webhooks/deliveryRows.ts"
import { spendable } from "../webhooks/webhookRows.ts"
import { billingOf } from "./billingEvents.ts"

const decodeMoved = decodeRows(
  Schema.Struct({ account: Schema.String, credits: Int8, isLow: Schema.Boolean })
)

const accountsOf = (commits: ReadonlyArray<SealedCommit>): ReadonlyArray<string> => [
  ...new Set(
    commits.flatMap(({ events }) =>
      events.flatMap((event) => {
        const { account, movement } = billingOf(event) ?? {}
        return account === undefined || movement === undefined ? [] : [account]
      })
    )
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
      const moved = yield* sql`
        update webhook set is_low = not is_low
        from (select account_id, (${spendable(sql)})::bigint as credits from webhook w
          where account_id = any (${accounts}::uuid[])) now
        where webhook.account_id = now.account_id and is_low <> (credits < ${threshold})
        returning webhook.account_id as account, credits, is_low as "isLow"`.pipe(decodeMoved)
      const at = new Date(yield* Clock.currentTimeMillis)
      yield* Effect.forEach(
        moved.filter(({ isLow }) => isLow),
        ({ account, credits }) => put({ account, type: "credits.low", at, data: { credits } }),
        { discard: true }
      )
    }),
  drop: () => Effect.void
})

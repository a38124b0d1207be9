/**
 * Announces `credits.low`, to an account's endpoints, its streams and its managers, when its balance falls below a
 * threshold, and again only after it was above. The log names the accounts whose balance has changed; the
 * balance itself is read as it is now. So a rebuild of the projection sends nothing twice.
 *
 * Credits that a request holds count as available until they are charged. Otherwise a deep check near
 * the threshold, which holds 5 and refunds 4, would cross it twice each time.
 */
import type { SealedCommit } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { Outbox } from "../mail/Outbox.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { decodeRows, Int8 } from "../platform/decodeRows.ts"
import { announce, lookFirst, spendable } from "../webhooks/messageRows.ts"
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

/** `threshold` 0 switches it off: no balance is below 0. */
export const creditsLow = (threshold: number): Projection => ({
  name: "credits_low",
  apply: (_generation, commits) =>
    Effect.gen(function* () {
      const accounts = accountsOf(commits)
      if (accounts.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* lookFirst(accounts, threshold)
      const moved = yield* sql`
        update message_feed set is_low = not is_low
        from (select account_id, (${spendable(sql)})::bigint as credits from message_feed w
          where account_id = any (${accounts}::uuid[])) now
        where message_feed.account_id = now.account_id and is_low <> (credits < ${threshold})
        returning message_feed.account_id as account, credits, is_low as "isLow"`.pipe(decodeMoved)
      const low = moved.filter(({ isLow }) => isLow)
      if (low.length === 0) return
      const at = new Date(yield* databaseNow)
      const { tell } = yield* Outbox
      for (const { account, credits } of low) {
        yield* announce({ account, type: "credits.low", at, data: { credits } })
        yield* tell({ managersOf: account }, { kind: "credits_low", facts: { credits } })
      }
    }),
  drop: () => Effect.void
})

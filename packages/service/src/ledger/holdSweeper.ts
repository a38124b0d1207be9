/**
 * Refunds expired holds: those of requests whose node died. Runs on every node: when two sweep the same
 * hold, the second refund changes nothing.
 */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as commands from "./commands.ts"
import { Ledger } from "./Ledger.ts"

/** Holds per round; the next round takes the rest. */
const sweptMax = 500

interface ExpiredHold {
  readonly holdId: string
  readonly account: string
}

/** Refunds one round of expired holds, and returns how many it found. */
export const sweep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* Ledger
  const now = yield* Clock.currentTimeMillis
  const expired = yield* sql<ExpiredHold>`
    select hold_id as "holdId", account_id as "account" from es.hold
    where charged + refunded < credits and expires_at is not null
      and expires_at <= to_timestamp(${now / 1000}::float8)
    order by expires_at limit ${sweptMax}`
  yield* Effect.forEach(
    expired,
    ({ holdId, account }) => ledger.submit(account, commands.expire({ holdId, now })),
    { concurrency: "unbounded", discard: true }
  )
  if (expired.length > 0) yield* Effect.logInfo("Refunded expired holds", expired.length)
  return expired.length
}).pipe(Effect.catchTag("SqlError", Effect.die))

/** What the audit keeps of the rows of holds while it reads the log. */
import { expect, layer } from "@effect/vitest"
import { HoldsFold, keptMax } from "@rcpt/service/operations/audit/ledgerFold/HoldsFold"
import { inSnapshot } from "@rcpt/store/audit"
import { pageMax } from "@rcpt/store/audit/pages"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer } from "../../../support/storeDatabase.ts"

const account = "01980000-aaaa-7000-8000-000000000001"

/** Of a node whose clock is ten thousand years ahead. */
const farAhead = "ffffffff-ffff-7000-8000-000000000000"

const opening = (holdId: string) => {
  const purpose = { kind: "verification", mode: "fast" } as const
  const event = { _tag: "CreditsHeld", holdId, credits: 1, purpose, expiresAt: 0 } as const
  return { fact: { of: "account", id: account, event } as const }
}

const commitOf = (holdId: string) => ({ commitId: 1, events: [opening(holdId)], isWhole: true })

const fill = SqlClient.SqlClient.use(
  (sql) => sql`
    insert into es.hold (hold_id, account_id, credits, charged, expires_at, commit_id, event_idx)
    select ('01980000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${account}::uuid, 1, 1, now(), n, 1
    from generate_series(2, ${keptMax + 3 * pageMax}) n
    union all select ${farAhead}::uuid, ${account}::uuid, 1, 1, now(), 1, 1`
)

/** The answer of the fold, and the next row that it has not read. */
const read = Effect.gen(function* () {
  const isFine = yield* new HoldsFold().read([commitOf(farAhead) as never])
  const sql = yield* SqlClient.SqlClient
  const [next] = yield* sql.unsafe<{ readonly commitId: bigint }>("fetch 1 from rcpt_audit_holds")
  return { isFine, next: Number(next!.commitId) }
})

layer(storeLayer, { excludeTestServices: true })("The fold of holds", (it) => {
  it.effect(
    "leaves an id that is far ahead to the queries, and keeps no more rows than it may",
    () =>
      Effect.gen(function* () {
        yield* fill
        const { isFine, next } = yield* inSnapshot(read)
        expect(isFine).toBe(false)
        expect(next).toBeLessThanOrEqual(2 + keptMax + pageMax)
      })
  )
})

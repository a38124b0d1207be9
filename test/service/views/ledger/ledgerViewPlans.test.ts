import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { findEntries } from "@rcpt/service/views/ledger/findEntries"
import { holdsOf } from "@rcpt/service/views/ledger/findLines"
import { ledgerView } from "@rcpt/service/views/ledger/ledgerView"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { generationsOf } from "@rcpt/store/generations"
import * as Hints from "@rcpt/store/Hints"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser, freshDatabase } from "../../../support/freshDatabase.ts"
import * as planWatch from "../../../support/planWatch.ts"
import { assert, layer } from "../../../support/vitest.ts"

const account = randomUUIDv7()

/** A million checks: a hold and a charge each. */
const entryCount = 2_000_000

/** Of the newest checks, as a page of lines asks for them. */
const holds = Array.from({ length: 50 }, () => randomUUIDv7())
const firstHeld = entryCount / 2 - holds.length

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* generationsOf(ledgerView)
  yield* sql`
    insert into ledger_commit
      (generation, account_id, seq, commit_id, balance, idxs, types, amounts, holds)
    select 1, ${account}::uuid, n, n, 5_000_000 - n, '{1,2}',
      case when n = 1 then '{grant,charge}' else '{hold,charge}' end::entry_type[], '{1,1}', '{null,null}'
    from generate_series(1, ${entryCount / 2}::int) n`
  yield* sql`
    create temp table held as
      select id, ${firstHeld}::bigint + n as place from unnest(${holds}::uuid[]) with ordinality as x (id, n)`
  yield* sql`update ledger_commit set holds = array[id, id] from held where seq = place`
  yield* sql`
    insert into es.commit (commit_id, at, events, leaf) select place, now(), 2, sha256('') from held`
  yield* sql`insert into es.sealed (seq, commit_id) select place, place from held`
  yield* sql`
    insert into es.hold (hold_id, account_id, credits, charged, commit_id, event_idx)
    select id, ${account}::uuid, 1, 1, place, 1 from held`
  yield* sql`analyze ledger_commit`
})

class Watch extends Context.Service<Watch, planWatch.PlanWatch>()("test/ledgerViewPlans/Watch") {}

const largeLedger = Layer.unwrap(
  Effect.map(freshDatabase(), (url) => {
    const watch = planWatch.make(asSuperuser(url))
    const filled = Layer.effectDiscard(fill).pipe(
      Layer.provide(Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })))
    )
    return Layer.mergeAll(watch.client, Layer.succeed(Watch, watch), Hints.layerLocal).pipe(
      Layer.provideMerge(filled)
    )
  })
)

/** A check that comes after all others. */
const check = (seq: number): ReadonlyArray<SealedCommit> => {
  const holdId = randomUUIDv7()
  const held = {
    holdId,
    credits: 1,
    expiresAt: 4e12,
    purpose: { kind: "verification", mode: "fast" }
  }
  const charged = { holdId, credits: 1, receipt: { status: "valid", score: 95 } }
  const event = (version: number, type: string, data: unknown) => ({
    stream: ledgerStream(account),
    version,
    type,
    v: 1,
    data: JSON.stringify(data),
    commitId: seq,
    atMicros: 1_790_000_000_000_000,
    hash: new Uint8Array(32)
  })
  return [
    {
      seq,
      commitId: seq,
      events: [event(1, "CreditsHeld", held), event(2, "CreditsCharged", charged)]
    }
  ]
}

/** Rows of the account that a step or a page of 20 may read; a page of charges passes the holds. */
const readMax = 120

/** Postgres makes five custom plans of a statement before it may choose a generic one. */
const warmUps = 6

/** Milliseconds; filling takes 20 s of them on a slow machine. */
const fillWaitMax = 120_000

layer(largeLedger, { excludeTestServices: true, timeout: fillWaitMax })(
  "The ledger of an account with two million entries",
  (it) => {
    const reads = <A, E, R>(name: string, run: (n: number) => Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const { plansOf } = yield* Watch
        const sql = yield* SqlClient.SqlClient
        for (let n = 1; n <= warmUps; n++) yield* run(n)
        // Inside a transaction the plan of a statement is logged with the next statement.
        const plans = yield* plansOf(Effect.andThen(run(warmUps + 1), sql`select 1`))
        const nodes = plans
          .flatMap(({ Plan }) => planWatch.nodesOf(Plan))
          .filter((node) => node["Relation Name"] === "ledger_commit")
        assert.isAbove(nodes.length, 0, name)
        const rows = nodes.reduce((sum, node) => sum + planWatch.rowsRead(node), 0)
        assert.isAtMost(rows, readMax)
      })

    it.effect("takes the next check without a look at the others", () =>
      reads("apply", (n) => ledgerView.apply(1, check(entryCount + n)))
    )

    it.effect("tells what came of the holds of a page without a look at the others", function* () {
      yield* reads("holds", () => holdsOf(account, holds))
      assert.strictEqual((yield* holdsOf(account, holds)).size, holds.length)
    })

    for (const type of ["hold", "charge", "refund", "grant", undefined] as const)
      it.effect(`shows a page of ${type ?? "all"} entries without a look at the others`, () =>
        reads("page", () => findEntries(account, { limit: 20, type }))
      )
  }
)

import { randomUUIDv7 } from "node:crypto"

import * as orders from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { WriteSql } from "@rcpt/service/platform/Database"
import { ledgerView } from "@rcpt/service/views/ledger/ledgerView"
import { EventStore } from "@rcpt/store/EventStore"
import type { SealedCommit } from "@rcpt/store/EventStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"

import { assert, layer } from "../../../support/vitest.ts"
import {
  customer,
  database,
  emailsTo,
  nodeLayer,
  submitted,
  workAll
} from "../../jobs/jobsWorld.ts"

const purpose = { kind: "verification", mode: "deep" } as const
const receipt = { status: "valid", score: 100 } as const

const check = (account: string, charge: number) =>
  Effect.gen(function* () {
    const { submit } = yield* Ledger.Ledger
    const holdId = randomUUIDv7()
    yield* submit(account, orders.hold({ holdId, credits: 5, expiresAt: null, purpose }))
    yield* submit(account, orders.settle({ holdId, charge, ...(charge > 0 && { receipt }) }))
  })

/** Two accounts, of which one has jobs, side by side: some forty commits in all. */
const log = Effect.gen(function* () {
  const [ann, bob] = [yield* customer(100), yield* customer(50)]
  const checks = [check(ann, 1), check(bob, 5), check(ann, 0), check(bob, 1), check(ann, 5)]
  const job = Effect.gen(function* () {
    const { id } = yield* submitted({ account: ann, emails: [...emailsTo(8), ...emailsTo(2)] })
    yield* workAll(id)
  })
  yield* Effect.all([...checks, job, job], { concurrency: 3 })
  const store = yield* EventStore
  while ((yield* store.seal).sealed > 0);
  return yield* store.readLog({ after: 0 })
})

/** Applies commits as steps do, each in a transaction of its own, and answers the rows. */
const applied = (
  generation: number,
  steps: ReadonlyArray<ReadonlyArray<SealedCommit>>,
  concurrency: number
) =>
  Effect.gen(function* () {
    const sql = yield* WriteSql
    yield* sql`
      insert into es.projection (name, generation) values (${ledgerView.name}, ${generation})`
    yield* Effect.forEach(
      steps,
      (commits) =>
        ledgerView
          .apply(generation, commits)
          .pipe(Effect.provideService(SqlClient.SqlClient, sql), sql.withTransaction),
      { concurrency, discard: true }
    )
    const rows = (table: string, by: string) =>
      sql`select (to_jsonb(t) - 'generation')::text as row from ${sql(table)} t
        where generation = ${generation} order by ${sql.literal(by)}`
    return [
      yield* rows("ledger_commit", "account_id, seq"),
      yield* rows("ledger_settlement", "hold_id, seq"),
      yield* rows("ledger_job", "hold_id"),
      yield* rows("ledger_month", "account_id, month")
    ]
  })

const orderings = 12
const seed = 20_261_121

layer(Layer.unwrap(Effect.map(database, nodeLayer)), { excludeTestServices: true })(
  "The view of the ledger",
  (it) => {
    it.effect("is the same in whatever order commits come, and several at a time", function* () {
      const commits = yield* log
      assert.isAbove(commits.length, 15)
      const inOrder = yield* applied(1, [commits], 1)
      const one = commits.map((commit) => [commit])
      assert.deepStrictEqual(yield* applied(2, one, 1), inOrder)
      const shuffled = fc.shuffledSubarray(one, { minLength: one.length })
      for (const [n, steps] of fc.sample(shuffled, { numRuns: orderings, seed }).entries())
        assert.deepStrictEqual(yield* applied(3 + n, steps, (n % 3) + 1), inOrder)
    })
  }
)

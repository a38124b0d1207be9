import { assert, describe, it } from "@effect/vitest"
import { WriteSql } from "@rcpt/service/Database"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { contradictions } from "@rcpt/service/ledger/invariants"
import { Effect, Fiber } from "effect"

import * as tcpProxy from "../support/tcpProxy.ts"
import {
  balanceOf,
  customer,
  database,
  emailsTo,
  rowsFrom,
  startNode,
  stored,
  submitted,
  workAll
} from "./jobsWorld.ts"

/** A node whose wire to the database can be cut, and one beside it whose cannot. */
const wired = Effect.gen(function* () {
  const direct = yield* database
  const url = new URL(direct)
  const wire = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
  url.port = String(wire.port)
  const node = yield* startNode(url.href)
  return { wire, node, beside: yield* startNode(direct) }
})

describe("A job whose database", () => {
  it.live("commits and is not heard, has each step once all the same", () =>
    Effect.gen(function* () {
      const { wire, node, beside } = yield* wired
      const account = yield* Effect.provide(customer(100), beside)
      const heard = <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.andThen(wire.loseCommit, step)
      yield* Effect.gen(function* () {
        const { start, cancel, remove } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const { id } = yield* heard(submitted({ account, emails: emailsTo(40) }))
        const own = { account, job: id }
        yield* heard(start(id))
        yield* heard(settle({ job: id, rows: rowsFrom([0, 1, 2]) }))
        const cancelled = yield* heard(cancel(own))
        assert.deepStrictEqual([cancelled.status, cancelled.version], ["cancelled", 4])
        const gone = yield* Effect.flip(heard(remove(own)))
        // It was removed by the try that was not heard.
        assert.strictEqual(gone._tag, "JobNotFound")
      }).pipe(Effect.provide(node))
      assert.strictEqual(wire.lostCommits(), 5)
      assert.strictEqual(yield* Effect.provide(balanceOf(account), beside), 97)
      assert.deepStrictEqual(yield* Effect.provide(contradictions, beside), [])
    }).pipe(Effect.scoped)
  )

  it.live("goes away at any moment is finished by another node, each row once", () =>
    Effect.gen(function* () {
      const { wire, node, beside } = yield* wired
      const { account, job } = yield* Effect.gen(function* () {
        const account = yield* customer(20_000)
        return { account, job: (yield* submitted({ account, emails: emailsTo(12_345) })).id }
      }).pipe(Effect.provide(beside))
      const found = new Set<string>()
      for (const wait of [5, 40, 90, 130, 170]) {
        const working = yield* Effect.forkChild(Effect.exit(Effect.provide(workAll(job), node)))
        yield* Effect.sleep(wait)
        yield* wire.cut
        yield* Effect.sleep("20 millis")
        yield* Fiber.interrupt(working)
        yield* wire.mend
        assert.deepStrictEqual(yield* Effect.provide(contradictions, beside), [])
        found.add(
          (yield* Effect.provide(
            Jobs.Jobs.use(({ look }) => look(job)),
            beside
          )).status
        )
      }
      assert.include([...found], "pending")
      yield* Effect.gen(function* () {
        const { look } = yield* Jobs.Jobs
        const write = yield* WriteSql
        yield* write`update job_chunk set leased_until = now()`
        yield* workAll(job)
        const done = yield* look(job)
        assert.deepStrictEqual([done.status, done.settled], ["complete", 12_345])
        assert.strictEqual((yield* stored(job)).results, 12_345)
        assert.strictEqual(yield* balanceOf(account), 20_000 - done.charged)
        assert.deepStrictEqual(yield* contradictions, [])
      }).pipe(Effect.provide(beside))
    }).pipe(Effect.scoped)
  )
})

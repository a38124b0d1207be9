import * as Jobs from "@rcpt/service/jobs/Jobs"
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Effect, Fiber } from "effect"

import * as tcpProxy from "../../support/tcpProxy.ts"
import { assert, describe, it } from "../../support/vitest.ts"
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

/** A node whose connection to the database goes through a proxy, and another with a direct connection. */
const nodes = Effect.gen(function* () {
  const direct = yield* database
  const url = new URL(direct)
  const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  const node = yield* startNode(url.href)
  return { proxy, node, other: yield* startNode(direct) }
})

describe("A job", () => {
  it.live("takes each step once when the reply to its commit is lost", () =>
    Effect.gen(function* () {
      const { proxy, node, other } = yield* nodes
      const account = yield* Effect.provide(customer(100), other)
      const losingReply = <A, E, R>(step: Effect.Effect<A, E, R>) =>
        Effect.andThen(proxy.loseCommit, step)
      yield* Effect.gen(function* () {
        const { start, cancel, remove } = yield* Jobs.Jobs
        const { settle } = yield* Settlements.Settlements
        const { id } = yield* losingReply(submitted({ account, emails: emailsTo(40) }))
        const own = { account, job: id }
        yield* losingReply(start(id))
        yield* losingReply(settle({ job: id, rows: rowsFrom([0, 1, 2]) }))
        const cancelled = yield* losingReply(cancel(own))
        assert.deepStrictEqual([cancelled.status, cancelled.version], ["cancelled", 4])
        const gone = yield* Effect.flip(losingReply(remove(own)))
        // The attempt whose reply was lost has removed it.
        assert.strictEqual(gone._tag, "JobNotFound")
      }).pipe(Effect.provide(node))
      assert.strictEqual(proxy.lostCommits(), 5)
      assert.strictEqual(yield* Effect.provide(balanceOf(account), other), 97)
      assert.deepStrictEqual(yield* Effect.provide(contradictions, other), [])
    }).pipe(Effect.scoped)
  )

  it.live("is finished by another node when its database connection breaks, each row once", () =>
    Effect.gen(function* () {
      const { proxy, node, other } = yield* nodes
      const { account, job } = yield* Effect.gen(function* () {
        const account = yield* customer(20_000)
        return { account, job: (yield* submitted({ account, emails: emailsTo(12_345) })).id }
      }).pipe(Effect.provide(other))
      const statuses = new Set<string>()
      for (const wait of [5, 40, 90, 130, 170]) {
        const working = yield* Effect.forkChild(Effect.exit(Effect.provide(workAll(job), node)))
        yield* Effect.sleep(wait)
        yield* proxy.cut
        yield* Effect.sleep("20 millis")
        yield* Fiber.interrupt(working)
        yield* proxy.mend
        assert.deepStrictEqual(yield* Effect.provide(contradictions, other), [])
        statuses.add(
          (yield* Effect.provide(
            Jobs.Jobs.use(({ get }) => get(job)),
            other
          )).status
        )
      }
      assert.include([...statuses], "pending")
      yield* Effect.gen(function* () {
        const { get } = yield* Jobs.Jobs
        const write = yield* WriteSql
        yield* write`update job_chunk set leased_until = now()`
        yield* workAll(job)
        const done = yield* get(job)
        assert.deepStrictEqual([done.status, done.settled], ["complete", 12_345])
        assert.strictEqual((yield* stored(job)).results, 12_345)
        assert.strictEqual(yield* balanceOf(account), 20_000 - done.charged)
        assert.deepStrictEqual(yield* contradictions, [])
      }).pipe(Effect.provide(other))
    }).pipe(Effect.scoped)
  )
})

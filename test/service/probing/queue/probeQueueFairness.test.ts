/** Fairness between accounts and jobs in the probe queue, and the cost of its statements. */
import { randomUUIDv7 } from "node:crypto"

import { WriteSql } from "@rcpt/service/platform/Database"
import * as Queue from "@rcpt/service/probing/queue/ProbeQueue"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import * as planWatch from "../../../support/planWatch.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import * as world from "./probeWorld.ts"

const { pull, rows } = world

const countBy = (names: ReadonlyArray<string>) =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length])
  )

describe("The probe queue", () => {
  it.effect(
    "shares a pull between accounts, and an account's share between its jobs",
    function* () {
      const node = yield* world.startInTime
      const [a, b] = [randomUUIDv7(), randomUUIDv7()]
      const jobs = Array.from({ length: 3 }, () => rows({ account: a, count: 100 }))
      yield* node.queue.put([...jobs.flat(), ...rows({ account: b, count: 100 })])
      const pulled = yield* pull(node, { limit: 60 })
      assert.deepStrictEqual(countBy(pulled.map(({ account }) => account)), { [a]: 30, [b]: 30 })
      const jobsOfA = pulled.filter(({ account }) => account === a).map(({ job }) => job)
      assert.deepStrictEqual(Object.values(countBy(jobsOfA)), [10, 10, 10])
      // The accounts alternate within a pull.
      const firsts = pulled.slice(0, 20).map(({ account }) => account)
      assert.deepStrictEqual(countBy(firsts), { [a]: 10, [b]: 10 })
    }
  )

  it.effect("serves accounts equally when rows are pulled one at a time", function* () {
    const node = yield* world.startInTime
    const jobs = Array.from({ length: 4 }, () => rows({ count: 300 }))
    yield* node.queue.put(jobs.flat())
    const turns = yield* Effect.forEach(Array.from({ length: 200 }), () => pull(node, { limit: 1 }))
    const served = Object.values(countBy(turns.flat().map(({ account }) => account)))
    assert.lengthOf(served, 4)
    // Random order: mean 50, deviation 6. 5 deviations are one failure in a million.
    assert.isAbove(Math.min(...served), 20)
  })

  it.effect(
    "gives the rest to the account with most rows, in the next pull at the latest",
    function* () {
      const node = yield* world.startInTime
      const few = Array.from({ length: 5 }, () => rows({ count: 1 }))
      yield* node.queue.put([...few.flat(), ...rows({ count: 100 })])
      const first = yield* pull(node, { limit: 30 })
      const second = yield* pull(node, { limit: 30 })
      assert.isAtLeast(new Set(first.map(({ account }) => account)).size, 6)
      assert.isAbove(second.length, 29)
    }
  )
})

class Watched extends Context.Service<
  Watched,
  planWatch.PlanWatch & { readonly queue: Queue.ProbeQueue["Service"] }
>()("test/Watched") {}

const big = randomUUIDv7()
const bigCount = 100_000
const [small] = rows({ count: 1 })
const otherKeysCount = 2_000

const otherKeys = Array.from({ length: otherKeysCount }, (_, n) =>
  rows({ count: 1, group: `mx${n}.test` })
)

/** A key with 100,000 rows of one account and one of another, and 2,000 keys with one row each. */
const filled = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* world.databaseInTime
    const watch = planWatch.make(asSuperuser(url))
    const write = Layer.effect(WriteSql, SqlClient.SqlClient).pipe(Layer.provideMerge(watch.client))
    const fill = Effect.gen(function* () {
      const { queue, sql } = yield* world.startNode(url)
      yield* queue.put(rows({ account: big, count: bigCount }))
      yield* queue.put([small!, ...otherKeys.flat()])
      yield* sql`analyze probe_queue`
    }).pipe(Effect.scoped)
    const watched = Effect.map(Queue.ProbeQueue, (queue) => ({ ...watch, queue }))
    return Layer.effect(Watched, watched).pipe(
      Layer.provide(Queue.layer(world.retries)),
      Layer.provide(write),
      Layer.provide(Layer.effectDiscard(fill))
    )
  })
)

/** The look for lost rows (lostRows.ts) comes by itself, at any time. */
const isOfRun = ({ "Query Text": text }: planWatch.Plan): boolean =>
  !/^\s*select job_id as job, row_no as row, lease from probe_queue/.test(text)

const rowsReadBy = (plans: ReadonlyArray<planWatch.Plan>): number =>
  plans
    .flatMap(({ Plan }) => planWatch.nodesOf(Plan))
    .reduce((sum, node) => sum + planWatch.rowsRead(node), 0)

const scansOf = (plans: ReadonlyArray<planWatch.Plan>) =>
  plans
    .flatMap(({ Plan }) => planWatch.nodesOf(Plan))
    .filter((node) => node["Node Type"] === "Seq Scan")

layer(filled, { excludeTestServices: true, timeout: 60_000 })(
  "Among 100,000 rows of another account",
  (it) => {
    it.effect("one row is among the first ten that are pulled", function* () {
      const { queue } = yield* Watched
      const request = { ...world.key, limit: 10, holder: "a", lease: "2 minutes" } as const
      const pulled = yield* queue.pull({ ...request, lease: world.retries[0]! })
      assert.isTrue(pulled.some(({ account }) => account === small!.account))
    })

    const take = (limit: number) =>
      Effect.flatMap(Watched, ({ queue }) =>
        queue.pull({ ...world.key, limit, holder: "a", lease: world.retries[0]! })
      )

    const cases = [
      // Each row is read, locked, and read again for its update.
      { name: "a pull of 50 rows", run: take(50), readMax: 250 },
      { name: "a pull of 500 rows", run: take(500), readMax: 2_500 },
      {
        name: "settling the pulled rows",
        run: Effect.flatMap(Watched, ({ queue }) => Effect.flatMap(take(100), queue.settle)),
        readMax: 1_000
      },
      {
        name: "deferring them",
        run: Effect.flatMap(Watched, ({ queue }) => Effect.flatMap(take(100), queue.defer)),
        readMax: 1_000
      },
      {
        name: "releasing them",
        run: Effect.flatMap(Watched, ({ queue }) => Effect.flatMap(take(100), queue.release)),
        readMax: 1_000
      },
      {
        name: "a page of 100 lines",
        run: Effect.flatMap(Watched, ({ queue }) => queue.groupsWithDueRows({ limit: 100 })),
        readMax: 250
      },
      {
        name: "listing all keys",
        run: Effect.flatMap(Watched, ({ queue }) => queue.groupsWithDueRows({ limit: 100_000 })),
        readMax: 2 * (otherKeysCount + 10)
      }
    ]
    for (const { name, run, readMax } of cases)
      it.effect(`${name} scans no table and reads ${readMax} rows at most`, function* () {
        const { plansOf } = yield* Watched
        // Postgres makes five custom plans of a statement before it may use a generic one.
        for (let n = 0; n < 6; n++) yield* run
        const plans = (yield* plansOf(run)).filter(isOfRun)
        assert.isAbove(plans.length, 0)
        assert.deepStrictEqual(scansOf(plans), [])
        assert.isAtMost(rowsReadBy(plans), readMax)
      })
  }
)

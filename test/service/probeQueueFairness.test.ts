import { randomUUIDv7 } from "node:crypto"

import { assert, describe, it, layer } from "@effect/vitest"
import { WriteSql } from "@rcpt/service/Database"
import * as Queue from "@rcpt/service/probes/ProbeQueue"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import * as planWatch from "../support/planWatch.ts"
import * as world from "./probeWorld.ts"

const { pull, rows } = world

const countBy = (found: ReadonlyArray<string>) =>
  Object.fromEntries(
    [...Map.groupBy(found, (name) => name)].map(([name, all]) => [name, all.length])
  )

describe("The probe queue", () => {
  it.effect("shares a pull between accounts, and an account's part between its jobs", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      const [a, b] = [randomUUIDv7(), randomUUIDv7()]
      const jobs = Array.from({ length: 3 }, () => rows({ account: a, count: 100 }))
      yield* node.queue.put([...jobs.flat(), ...rows({ account: b, count: 100 })])
      const pulled = yield* pull(node, { limit: 60 })
      assert.deepStrictEqual(countBy(pulled.map(({ account }) => account)), { [a]: 30, [b]: 30 })
      const jobsOfA = pulled.filter(({ account }) => account === a).map(({ job }) => job)
      assert.deepStrictEqual(Object.values(countBy(jobsOfA)), [10, 10, 10])
      // Nobody waits for the whole share of another.
      const firsts = pulled.slice(0, 20).map(({ account }) => account)
      assert.deepStrictEqual(countBy(firsts), { [a]: 10, [b]: 10 })
    })
  )

  it.effect("serves accounts alike when rows are taken one at a time", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      const jobs = Array.from({ length: 4 }, () => rows({ count: 300 }))
      yield* node.queue.put(jobs.flat())
      const turns = yield* Effect.forEach(Array.from({ length: 200 }), () =>
        pull(node, { limit: 1 })
      )
      const served = Object.values(countBy(turns.flat().map(({ account }) => account)))
      assert.lengthOf(served, 4)
      // Drawn by lot: a mean of 50, a deviation of 6; 5 deviations are one failure in a million.
      assert.isAbove(Math.min(...served), 20)
    })
  )

  it.effect("gives the rest to who has most, in the next pull at the latest", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      const few = Array.from({ length: 5 }, () => rows({ count: 1 }))
      yield* node.queue.put([...few.flat(), ...rows({ count: 100 })])
      const first = yield* pull(node, { limit: 30 })
      const second = yield* pull(node, { limit: 30 })
      assert.isAtLeast(new Set(first.map(({ account }) => account)).size, 6)
      assert.isAbove(second.length, 29)
    })
  )
})

class Watched extends Context.Service<
  Watched,
  planWatch.PlanWatch & { readonly queue: Queue.ProbeQueue["Service"] }
>()("test/Watched") {}

const big = randomUUIDv7()
const bigCount = 100_000
const [small] = rows({ count: 1 })
const linesCount = 2_000

const lines = Array.from({ length: linesCount }, (_, n) => rows({ count: 1, group: `mx${n}.test` }))

/** One account's 100,000 rows and one row of another in one line; beside it 2,000 lines of one row. */
const filled = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* world.database
    const watch = planWatch.make(url)
    const write = Layer.effect(WriteSql, SqlClient.SqlClient).pipe(Layer.provideMerge(watch.client))
    const fill = Effect.gen(function* () {
      const { queue, sql } = yield* world.startNode(url)
      yield* queue.put(rows({ account: big, count: bigCount }))
      yield* queue.put([small!, ...lines.flat()])
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
    it.effect("one row is among the first ten that are asked", () =>
      Effect.gen(function* () {
        const { queue } = yield* Watched
        const order = { ...world.line, limit: 10, node: "a", lease: "2 minutes" } as const
        const pulled = yield* queue.pull({ ...order, lease: world.retries[0]! })
        assert.isTrue(pulled.some(({ account }) => account === small!.account))
      })
    )

    const take = (limit: number) =>
      Effect.flatMap(Watched, ({ queue }) =>
        queue.pull({ ...world.line, limit, node: "a", lease: world.retries[0]! })
      )

    const cases = [
      // Each row is found, locked, and found again to be updated.
      { name: "a pull of 50 rows", run: take(50), readMax: 250 },
      { name: "a pull of 500 rows", run: take(500), readMax: 2_500 },
      {
        name: "settling what was pulled",
        run: Effect.flatMap(Watched, ({ queue }) => Effect.flatMap(take(100), queue.settle)),
        readMax: 1_000
      },
      {
        name: "putting it off",
        run: Effect.flatMap(Watched, ({ queue }) => Effect.flatMap(take(100), queue.defer)),
        readMax: 1_000
      },
      {
        name: "giving it back",
        run: Effect.flatMap(Watched, ({ queue }) => Effect.flatMap(take(100), queue.giveBackRows)),
        readMax: 1_000
      },
      {
        name: "a page of 100 lines",
        run: Effect.flatMap(Watched, ({ queue }) => queue.groupsWithDueRows({ limit: 100 })),
        readMax: 250
      },
      {
        name: "all lines",
        run: Effect.flatMap(Watched, ({ queue }) => queue.groupsWithDueRows({ limit: 100_000 })),
        readMax: 2 * (linesCount + 10)
      }
    ]
    for (const { name, run, readMax } of cases)
      it.effect(`${name} scans no table and reads ${readMax} rows at most`, () =>
        Effect.gen(function* () {
          const { plansOf } = yield* Watched
          // Postgres plans a statement anew five times before it settles on a plan for all values.
          for (let n = 0; n < 6; n++) yield* run
          const plans = yield* plansOf(run)
          assert.isAbove(plans.length, 0)
          assert.deepStrictEqual(scansOf(plans), [])
          assert.isAtMost(rowsReadBy(plans), readMax)
        })
      )
  }
)

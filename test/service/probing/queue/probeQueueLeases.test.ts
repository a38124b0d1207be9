/** Leases on rows of the probe queue: their end, renewal, settlement and release. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import * as world from "./probeWorld.ts"

const { pull, rows } = world
const lease = Duration.minutes(2)
const almostAll = Duration.subtract(lease, Duration.millis(1))

describe("A lease on rows of the probe queue", () => {
  it.effect("reserves them for its holder until its last millisecond", () =>
    Effect.gen(function* () {
      const [one, other] = yield* world.startTwo
      yield* one.queue.put(rows({ count: 3 }))
      yield* pull(one, { lease })
      yield* TestClock.adjust(almostAll)
      assert.deepStrictEqual(yield* pull(other), [])
      yield* TestClock.adjust("1 millis")
      assert.lengthOf(yield* pull(other), 3)
    })
  )

  it.effect("ends by itself when its node has died", () =>
    Effect.gen(function* () {
      const url = yield* world.database
      yield* Effect.gen(function* () {
        const node = yield* world.startNode(url)
        yield* node.queue.put(rows({ count: 3 }))
        yield* pull(node, { lease })
      }).pipe(Effect.scoped)
      const other = yield* world.startNode(url)
      yield* TestClock.adjust(lease)
      assert.lengthOf(yield* pull(other), 3)
    })
  )

  it.effect("starts anew when it is renewed", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      yield* node.queue.put(rows({ count: 3 }))
      const pulled = yield* pull(node, { lease })
      yield* TestClock.adjust(almostAll)
      assert.lengthOf(yield* node.queue.renew(pulled.slice(0, 2), lease), 2)
      yield* TestClock.adjust(almostAll)
      assert.lengthOf(yield* pull(node), 1)
    })
  )

  it.effect("of a frozen node is void once another node has the rows", () =>
    Effect.gen(function* () {
      const [frozen, other] = yield* world.startTwo
      yield* frozen.queue.put(rows({ count: 3 }))
      const old = yield* pull(frozen, { lease })
      yield* TestClock.adjust(lease)
      const taken = yield* pull(other, { limit: 2, lease })
      assert.lengthOf(taken, 2)
      assert.deepStrictEqual(
        (yield* frozen.queue.renew(old, lease)).map(({ row }) => row),
        [3]
      )
      yield* frozen.queue.release(old)
      // It could settle the third row, but has just released that one.
      assert.deepStrictEqual(yield* frozen.queue.settle(old), [])
      assert.lengthOf(yield* other.queue.settle(taken), 2)
      assert.lengthOf(yield* other.queue.settle(taken), 0)
    })
  )

  it.effect("that has expired still settles if no other node has the rows", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      yield* node.queue.put(rows({ count: 3 }))
      const pulled = yield* pull(node, { lease })
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(yield* node.queue.settle(pulled), 3)
      assert.deepStrictEqual(yield* pull(node), [])
    })
  )

  it.effect("settles each row for one of several concurrent callers", () =>
    Effect.gen(function* () {
      const [one, other] = yield* world.startTwo
      const given = rows({ count: 200 })
      yield* one.queue.put(given)
      const pulled = yield* pull(one, { limit: 200 })
      const settled = yield* Effect.forEach(
        [one, other, one, other],
        ({ queue }, n) => queue.settle(n % 2 === 0 ? pulled : pulled.toReversed()),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(settled.flat().length, 200)
      assert.strictEqual(new Set(settled.flat().map(({ row }) => row)).size, 200)
    })
  )

  /** Statements that wait for a lock. Inside a transaction, always as at its first query. */
  const waiting = ({ sql }: world.Node) =>
    sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`

  it.live("is changed by two nodes at once without a deadlock, in any order of rows", () =>
    Effect.gen(function* () {
      const start = Effect.flatMap(world.database, (url) =>
        Effect.all(Array.from({ length: 3 }, () => world.startNode(url)))
      )
      const [one, other, holder] = (yield* start) as [world.Node, world.Node, world.Node]
      yield* one.queue.put(rows({ count: 9 }))
      const pulled = yield* pull(one)
      const changes = [one.queue.renew(pulled, lease), other.queue.settle(pulled.toReversed())]
      // Both run while another node holds the row in the middle.
      const both = yield* Effect.gen(function* () {
        yield* holder.sql`select 1 from probe_queue where row_no = 5 for update`
        const both = yield* Effect.forkDetach(Effect.all(changes, { concurrency: "unbounded" }))
        yield* Effect.repeat(waiting(one), { until: (found) => found.length === 2 })
        return both
      }).pipe(holder.sql.withTransaction)
      yield* Fiber.join(both)
      assert.deepStrictEqual(yield* pull(one), [])
    })
  )

  it.effect("is not settled by a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      yield* node.queue.put(rows({ count: 3 }))
      const pulled = yield* pull(node)
      yield* node.queue
        .settle(pulled)
        .pipe(Effect.andThen(Effect.fail("no credits")), node.sql.withTransaction, Effect.flip)
      assert.lengthOf(yield* node.queue.settle(pulled), 3)
    })
  )

  it.effect("is released with all others of its node, but none of other nodes", () =>
    Effect.gen(function* () {
      const [one, other] = yield* world.startTwo
      yield* one.queue.put(rows({ count: 5 }))
      const mine = yield* pull(one, { node: "one", limit: 3 })
      yield* pull(other, { node: "other", limit: 2 })
      assert.strictEqual(yield* one.queue.releaseNode("one"), 3)
      assert.deepStrictEqual(yield* one.queue.settle(mine), [])
      assert.lengthOf(yield* pull(one, { node: "one" }), 3)
    })
  )

  it.effect("is released until a later time", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      yield* node.queue.put(rows({ count: 3 }))
      const pulled = yield* pull(node)
      yield* node.queue.release(pulled, Duration.toMillis("5 minutes"))
      assert.deepStrictEqual(yield* pull(node), [])
      yield* TestClock.adjust("5 minutes")
      const again = yield* pull(node)
      assert.deepStrictEqual(
        again.map(({ attempts }) => attempts),
        [0, 0, 0]
      )
    })
  )
})

describe("The keys of the probe queue", () => {
  const named = (count: number, group: string, egress = "direct") => rows({ count, group, egress })

  it.effect("with due rows are listed page by page", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      const { queue } = node
      yield* queue.put([
        ...named(3, "a"),
        ...named(1, "a", "socks5://127.0.0.1:1080"),
        ...named(2, "b"),
        ...named(1, "c")
      ])
      const b = yield* pull(node, { group: "b" })
      assert.lengthOf(b, 2)
      const first = yield* queue.groupsWithDueRows({ limit: 2 })
      assert.deepStrictEqual(first, [
        { group: "a", egress: "direct" },
        { group: "a", egress: "socks5://127.0.0.1:1080" }
      ])
      const rest = yield* queue.groupsWithDueRows({ limit: 2, after: first[1] })
      assert.deepStrictEqual(rest, [{ group: "c", egress: "direct" }])
      yield* TestClock.adjust("2 minutes")
      assert.lengthOf(yield* queue.groupsWithDueRows({ limit: 10 }), 4)
    })
  )

  it.effect("are counted: all, due and leased rows, the largest first", () =>
    Effect.gen(function* () {
      const node = yield* world.start
      yield* node.queue.put([...named(2, "a"), ...named(5, "b")])
      yield* pull(node, { group: "b", limit: 3 })
      yield* node.queue.defer(yield* pull(node, { group: "b", limit: 1 }))
      assert.deepStrictEqual(yield* node.queue.counts(10), [
        { group: "b", egress: "direct", rows: 5, due: 1, leased: 3 },
        { group: "a", egress: "direct", rows: 2, due: 2, leased: 0 }
      ])
      assert.lengthOf(yield* node.queue.counts(1), 1)
    })
  )
})

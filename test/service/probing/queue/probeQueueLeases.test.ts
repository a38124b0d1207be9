/** Leases on rows of the probe queue: their end, renewal, settlement and release. */
import { Duration, Effect, Fiber } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import * as world from "./probeWorld.ts"

const { pull, rows } = world
const lease = Duration.minutes(2)
const almostAll = Duration.subtract(lease, Duration.millis(1))

describe("A lease on rows of the probe queue", () => {
  it.effect("reserves them for its holder until its last millisecond", function* () {
    const [one, other] = yield* world.startTwo
    yield* one.queue.put(rows({ count: 3 }))
    yield* pull(one, { lease })
    yield* one.pass(almostAll)
    assert.deepStrictEqual(yield* pull(other), [])
    yield* one.pass("1 millis")
    assert.lengthOf(yield* pull(other), 3)
  })

  it.effect("ends by itself when its node has died", function* () {
    const url = yield* world.database
    yield* Effect.gen(function* () {
      const node = yield* world.startNode(url)
      yield* node.queue.put(rows({ count: 3 }))
      yield* pull(node, { lease })
    }).pipe(Effect.scoped)
    const other = yield* world.startNode(url)
    yield* other.pass(lease)
    assert.lengthOf(yield* pull(other), 3)
  })

  it.effect("ends when that of its node has been ended", function* () {
    const [one, other] = yield* world.startTwo
    yield* one.queue.put(rows({ count: 5 }))
    const lost = yield* pull(one, { holder: "one", limit: 3 })
    yield* pull(other, { holder: "other", limit: 2 })
    yield* other.sql`
        insert into node_lease (holder, held_until, is_ended)
        values ('one', now(), false), ('other', now(), false)`
    // An expired one may be renewed yet.
    assert.strictEqual(yield* other.queue.releaseEnded, 0)
    yield* other.sql`update node_lease set is_ended = true where holder = 'one'`
    assert.strictEqual(yield* other.queue.releaseEnded, 3)
    assert.strictEqual(yield* other.queue.releaseEnded, 0)
    assert.deepStrictEqual(yield* one.queue.settle(lost), [])
    // The fault may be theirs: they are tried few at a time from now on.
    assert.deepStrictEqual(yield* pull(other), [])
    const request = { ...world.key, holder: "other", lease }
    const pullSuspects = (...rooms: ReadonlyArray<number>) =>
      Effect.map(other.queue.pullSuspects({ ...request, rooms }), (pulled) =>
        pulled.map(({ failures }) => failures)
      )
    assert.isTrue((yield* other.queue.glance).hasSuspects)
    yield* other.sql`update probe_queue set failures = 7 where row_no = 1`
    assert.deepStrictEqual(yield* pullSuspects(0, 0, 5, 0), [])
    assert.deepStrictEqual(yield* pullSuspects(0, 1, 5, 1), [7, 1])
    assert.deepStrictEqual(yield* pullSuspects(0, 5, 5, 5), [1])
  })

  it.effect(
    "of a suspicious row counts as a failure only if the work on it broke off",
    function* () {
      const node = yield* world.start
      yield* node.queue.put(rows({ count: 3 }))
      const [one, two, three] = yield* pull(node)
      yield* node.queue.releaseFailed([one!, two!], Duration.zero)
      yield* node.queue.release([three!])
      const failures = Effect.map(
        node.sql<{ readonly failures: number }>`
          select failures::int from probe_queue order by row_no`,
        (found) => found.map((row) => row.failures)
      )
      assert.deepStrictEqual(yield* failures, [1, 1, 0])
      const request = { ...world.key, holder: "a", lease, rooms: [0, 9, 9, 9] }
      const [again, last] = yield* node.queue.pullSuspects(request)
      yield* node.queue.defer([again!])
      yield* node.queue.release([last!])
      // Greylisted: its probe went well.
      assert.deepStrictEqual(yield* failures, [0, 1, 0])
    }
  )

  it.effect("of a frozen node is void once another node has the rows", function* () {
    const [frozen, other] = yield* world.startTwo
    yield* frozen.queue.put(rows({ count: 3 }))
    const old = yield* pull(frozen, { lease })
    yield* frozen.pass(lease)
    const taken = yield* pull(other, { limit: 2, lease })
    assert.lengthOf(taken, 2)
    yield* frozen.queue.release(old)
    // It could settle the third row, but has just released that one.
    assert.deepStrictEqual(yield* frozen.queue.settle(old), [])
    assert.lengthOf(yield* other.queue.settle(taken), 2)
    assert.lengthOf(yield* other.queue.settle(taken), 0)
  })

  it.effect("that has expired still settles if no other node has the rows", function* () {
    const node = yield* world.start
    yield* node.queue.put(rows({ count: 3 }))
    const pulled = yield* pull(node, { lease })
    yield* node.pass("1 hour")
    assert.lengthOf(yield* node.queue.settle(pulled), 3)
    assert.deepStrictEqual(yield* pull(node), [])
  })

  it.effect("settles each row for one of several concurrent callers", function* () {
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

  /** Statements that wait for a lock. Inside a transaction, always as at its first query. */
  const waiting = ({ sql }: world.Node) =>
    sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`

  it.live("is changed by two nodes at once without a deadlock, in any order of rows", function* () {
    const start = Effect.flatMap(world.database, (url) =>
      Effect.all(Array.from({ length: 3 }, () => world.startNode(url)))
    )
    const [one, other, holder] = (yield* start) as [world.Node, world.Node, world.Node]
    yield* one.queue.put(rows({ count: 9 }))
    const pulled = yield* pull(one)
    const changes = [one.queue.defer(pulled), other.queue.settle(pulled.toReversed())]
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

  it.effect("is not settled by a transaction that is rolled back", function* () {
    const node = yield* world.start
    yield* node.queue.put(rows({ count: 3 }))
    const pulled = yield* pull(node)
    yield* node.queue
      .settle(pulled)
      .pipe(Effect.andThen(Effect.fail("no credits")), node.sql.withTransaction, Effect.flip)
    assert.lengthOf(yield* node.queue.settle(pulled), 3)
  })

  it.effect("is released with all others of its node, but none of other nodes", function* () {
    const [one, other] = yield* world.startTwo
    yield* one.queue.put(rows({ count: 5 }))
    const mine = yield* pull(one, { holder: "one", limit: 3 })
    yield* pull(other, { holder: "other", limit: 2 })
    assert.strictEqual(yield* one.queue.releaseHolder("one"), 3)
    assert.deepStrictEqual(yield* one.queue.settle(mine), [])
    assert.lengthOf(yield* pull(one, { holder: "one" }), 3)
  })

  it.effect("is released until a later time", function* () {
    const node = yield* world.start
    yield* node.queue.put(rows({ count: 3 }))
    const pulled = yield* pull(node)
    yield* node.queue.release(pulled, Duration.minutes(5))
    assert.deepStrictEqual(yield* pull(node), [])
    yield* node.pass("5 minutes")
    const again = yield* pull(node)
    assert.deepStrictEqual(
      again.map(({ attempts }) => attempts),
      [0, 0, 0]
    )
  })
})

describe("The keys of the probe queue", () => {
  const named = (count: number, group: string, egress = "direct") => rows({ count, group, egress })

  it.effect("with due rows are listed page by page", function* () {
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
    yield* node.pass("2 minutes")
    assert.lengthOf(yield* queue.groupsWithDueRows({ limit: 10 }), 4)
  })

  it.effect("are counted: all, due and leased rows, the largest first", function* () {
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
})

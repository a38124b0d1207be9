/** The probe queue: putting, pulling, and retries of greylisted rows. */
import { Clock, Duration, Effect, Exit } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import * as world from "./probeWorld.ts"

const { pull, rows } = world

const numbersOf = (pulled: ReadonlyArray<{ readonly row: number }>) =>
  pulled.map(({ row }) => row).toSorted((one, other) => one - other)

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe("A row in the probe queue", () => {
  it.effect("is pulled as it was put, in the order of its job", function* () {
    const node = yield* world.start
    const queued = rows({ count: 3 })
    yield* node.queue.put(queued)
    const pulled = yield* pull(node)
    assert.deepStrictEqual(
      pulled,
      queued.map((row, n) => ({
        ...row,
        lease: pulled[n]!.lease,
        attempts: 0,
        failures: 0,
        firstAskedAt: undefined
      }))
    )
  })

  it.effect("is queued once, however often it is put", function* () {
    const node = yield* world.start
    const queued = rows({ count: 3 })
    yield* node.queue.put(queued.slice(0, 2))
    yield* node.queue.put([...queued, ...queued])
    assert.deepStrictEqual(numbersOf(yield* pull(node)), upTo(3))
    assert.deepStrictEqual(yield* pull(node), [])
  })

  it.effect("is put together with the others or not at all", function* () {
    const node = yield* world.start
    const good = rows({ count: 6_000 })
    const bad = rows({ count: 1, group: "" })
    assert.isTrue(Exit.isFailure(yield* Effect.exit(node.queue.put([...good, ...bad]))))
    assert.deepStrictEqual(yield* pull(node), [])
  })

  it.effect("is pulled by one node, however many pull at once", function* () {
    const nodes = yield* world.startTwo
    const count = 400
    yield* nodes[0].queue.put(rows({ count }))
    const drain = (node: world.Node, name: string) =>
      Effect.gen(function* () {
        const taken: Array<number> = []
        for (let idle = 0; idle < 20;) {
          const pulled = yield* pull(node, { holder: name, limit: 7 })
          idle = pulled.length === 0 ? idle + 1 : 0
          taken.push(...pulled.map(({ row }) => row))
        }
        return taken
      })
    const takers = nodes.flatMap((node) => ["a", "b"].map((name) => drain(node, name)))
    const taken = yield* Effect.all(takers, { concurrency: "unbounded" })
    assert.deepStrictEqual(
      taken.flat().toSorted((one, other) => one - other),
      upTo(count)
    )
  })

  it.effect("waits for the guard of its own group and egress", function* () {
    const node = yield* world.start
    yield* node.queue.put([
      ...rows({ count: 1, group: "google", egress: "direct" }),
      ...rows({ count: 2, group: "google", egress: "socks5://127.0.0.1:1080" }),
      ...rows({ count: 3, group: "yahoo", egress: "direct" })
    ])
    assert.lengthOf(yield* pull(node, { group: "yahoo" }), 3)
    assert.lengthOf(yield* pull(node, { egress: "socks5://127.0.0.1:1080" }), 2)
    assert.lengthOf(yield* pull(node), 1)
  })
})

describe("Greylisted rows in the probe queue", () => {
  it.effect(
    "are probed again 6, 20 and 60 minutes after the first time, then exhausted",
    function* () {
      const url = yield* world.database
      const job = rows({ count: 2 })
      yield* Effect.flatMap(world.startNode(url), ({ queue }) => queue.put(job)).pipe(Effect.scoped)

      const probedAt: Array<number> = []
      let minute = 0
      // Each round is another node, so the state is in the table alone.
      const round = Effect.gen(function* () {
        const node = yield* world.startNode(url)
        const now = yield* Clock.currentTimeMillis
        const pulled = yield* pull(node)
        if (pulled.length === 0) {
          yield* node.pass("1 minute")
          return false
        }
        assert.deepStrictEqual(numbersOf(pulled), [1, 2])
        assert.isTrue(
          pulled.every(
            ({ firstAskedAt }) =>
              firstAskedAt === (minute === 0 ? undefined : now - minute * 60_000)
          )
        )
        probedAt.push(minute)
        const { deferred, exhausted } = yield* node.queue.defer(pulled)
        if (deferred.length > 0) assert.deepStrictEqual(numbersOf(deferred), [1, 2])
        else assert.deepStrictEqual(yield* node.queue.settle(exhausted), idsOf(job))
        yield* node.pass("1 minute")
        return deferred.length === 0
      }).pipe(Effect.scoped)
      for (; !(yield* round); minute++);
      assert.deepStrictEqual(probedAt, [0, 6, 20, 60])
    }
  )

  const idsOf = (queued: ReturnType<typeof rows>) => queued.map(({ job, row }) => ({ job, row }))

  it.effect("keep the wait between two attempts when the queue was slow", function* () {
    const node = yield* world.start
    yield* node.queue.put(rows({ count: 1 }))
    yield* node.queue.defer(yield* pull(node))
    yield* node.pass("2 hours")
    const { deferred } = yield* node.queue.defer(yield* pull(node))
    assert.deepStrictEqual(
      deferred.map(({ wait }) => Duration.toMinutes(wait)),
      [14]
    )
  })

  it.effect("of an expired lease are left to their new holder", function* () {
    const [frozen, other] = yield* world.startTwo
    yield* frozen.queue.put(rows({ count: 2 }))
    const old = yield* pull(frozen, { lease: Duration.minutes(2) })
    yield* other.pass("3 minutes")
    const taken = yield* pull(other)
    assert.deepStrictEqual(yield* frozen.queue.defer(old), { deferred: [], exhausted: [] })
    assert.lengthOf(yield* other.queue.settle(taken), 2)
  })
})

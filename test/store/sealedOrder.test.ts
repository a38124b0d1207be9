import { PgClient } from "@effect/sql-pg"
import { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate } from "@rcpt/store/migrate"
import * as Projector from "@rcpt/store/Projector"
import { Deferred, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../support/freshDatabase.ts"
import { describe, expect, it } from "../support/vitest.ts"

const connect = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 8 })

const storeOn = (url: string, hints = Hints.layerLocal) =>
  EventStorePg.layer.pipe(
    Layer.provideMerge(hints),
    Layer.provideMerge(
      Layer.effectDiscard(migrate).pipe(Layer.provideMerge(Layer.fresh(connect(url))))
    )
  )

const appendTo = (stream: string, expectedVersion: number) =>
  EventStore.use((store) =>
    store.append({
      streams: [
        { stream, expectedVersion, events: [{ type: "Tried", v: 1, data: `"${stream}"` }] }
      ],
      commands: [],
      holds: [],
      transfers: []
    })
  )

/** An append whose transaction stays open until an effect ends. */
const heldOpen = (stream: string, until: Effect.Effect<void>) =>
  SqlClient.SqlClient.use((sql) => sql.withTransaction(Effect.andThen(appendTo(stream, 0), until)))

/** An append that is rolled back after it has drawn its commit number. */
const rolledBack = (stream: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.andThen(appendTo(stream, 0), Effect.fail("rolled back" as const)))
  ).pipe(Effect.ignore)

interface LogEntry {
  readonly seq: number
  readonly commitId: number
  readonly stream: string
  readonly version: number
}

/** A reader that follows the log from its beginning until it has `count` events. */
const follow = (count: number) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const seen: Array<LogEntry> = []
    while (seen.length < count) {
      const commits = yield* store.readLog({ after: seen.at(-1)?.seq ?? 0 })
      for (const { seq, events } of commits)
        for (const { commitId, stream, version } of events)
          seen.push({ seq, commitId, stream, version })
      if (commits.length === 0) yield* Effect.sleep("2 millis")
    }
    return seen
  })

const distinct = <A>(all: Iterable<A>): ReadonlyArray<A> => [...new Set(all)]

/** The naive reader, which follows the commit numbers. */
const followNaively = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const seen = new Set<number>()
  let last = 0
  return yield* Effect.gen(function* () {
    const rows = yield* sql<{ readonly id: bigint }>`
      select commit_id as id from es.commit where commit_id > ${last} order by commit_id`
    for (const { id } of rows) seen.add((last = Number(id)))
    return seen
  }).pipe(
    Effect.repeat(Schedule.spaced("2 millis")),
    Effect.as(seen),
    Effect.onInterrupt(() => Effect.void),
    Effect.forkChild,
    Effect.map((fiber) => ({ fiber, seen }))
  )
})

const writers = 5
const appendsEach = 40

describe("Readers of the log", () => {
  it.live("miss nothing while transactions stay open, fail and race, unlike a naive reader", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        const sealers = yield* Effect.forkChild(
          Effect.all([Projector.run([]), Projector.run([]), Projector.run([])], { concurrency: 3 })
        )
        const naive = yield* followNaively
        const total = writers * appendsEach + 3
        const follower = yield* Effect.forkChild(follow(total))
        const othersAreDone = yield* Deferred.make<void>()
        const slow = yield* Effect.forkChild(
          Effect.all(
            ["slow-1", "slow-2"].map((stream) => heldOpen(stream, Deferred.await(othersAreDone))),
            { concurrency: 2 }
          )
        )
        yield* Effect.forEach(
          Array.from({ length: writers }, (_, w) => w),
          (w) =>
            Effect.forEach(
              Array.from({ length: appendsEach }, (_, i) => i),
              (i) =>
                Effect.andThen(
                  i % 7 === 0 ? rolledBack(`failed-${w}-${i}`) : Effect.void,
                  appendTo(`writer-${w}`, i)
                )
            ),
          { concurrency: writers }
        )
        const readAll = EventStore.use((store) => store.readLog({ after: 0 }))
        const before = yield* Effect.repeat(readAll, {
          until: (log) => log.flatMap(({ events }) => events).length >= writers * appendsEach,
          schedule: Schedule.spaced("20 millis")
        })
        yield* Deferred.succeed(othersAreDone, undefined)
        yield* Fiber.join(slow)
        yield* appendTo("last", 0)
        const seen = yield* Fiber.join(follower)

        const seqs = distinct(seen.map(({ seq }) => seq))
        expect(seqs).toEqual(seqs.map((_, i) => i + 1))
        expect(distinct(seen.map((e) => `${e.stream} ${e.version}`))).toHaveLength(total)
        // The long transaction delayed no other: all others were readable while it was open.
        expect(before.flatMap(({ events }) => events)).toHaveLength(writers * appendsEach)
        expect(before.some(({ events }) => events[0]!.stream.startsWith("slow"))).toBe(false)
        // The events of one stream are in order.
        const ofOne = seen.filter(({ stream }) => stream === "writer-1").map((e) => e.version)
        expect(ofOne).toEqual(ofOne.map((_, i) => i + 1))
        // Negative control: without sealing, the same run loses commits.
        yield* Effect.sleep("20 millis")
        yield* Fiber.interrupt(naive.fiber)
        expect(naive.seen.size).toBeLessThan(seqs.length)
        yield* Fiber.interrupt(sealers)
        const sql = yield* SqlClient.SqlClient
        const { seal } = yield* EventStore
        yield* Effect.repeat(seal, { until: ({ gaps }) => gaps === 0 })
        expect(yield* sql`select * from es.gap`).toEqual([])
      }).pipe(Effect.provide(storeOn(url)))
    }).pipe(Effect.scoped)
  )

  it.live("get everything by polling when no hint arrives", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        yield* Effect.forkChild(Projector.run([]))
        const follower = yield* Effect.forkChild(follow(10))
        for (let i = 0; i < 10; i++) yield* appendTo("polled", i)
        expect(yield* Fiber.join(follower)).toHaveLength(10)
      }).pipe(Effect.provide(storeOn(url, Hints.layerNone)))
    }).pipe(Effect.scoped)
  )
})

describe("The sealer", () => {
  it.live("writes nothing when there is nothing to seal", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        const { seal } = yield* EventStore
        const sql = yield* SqlClient.SqlClient
        // A transaction that locks or changes a row leaves its id in xmin or xmax.
        const touched = sql`select xmin::text, xmax::text from es.head`
        yield* appendTo("quiet", 0)
        expect(yield* seal).toEqual({ sealed: 1, seq: 1, gaps: 0 })
        const before = yield* touched
        for (let i = 0; i < 20; i++) expect(yield* seal).toEqual({ sealed: 0, seq: 1, gaps: 0 })
        expect(yield* touched).toEqual(before)
      }).pipe(Effect.provide(storeOn(url)))
    }).pipe(Effect.scoped)
  )

  it.live("keeps a skipped commit number as a gap until its transaction has ended", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        const { seal } = yield* EventStore
        const quickIsSealed = yield* Deferred.make<void>()
        const slow = yield* Effect.forkChild(heldOpen("slow", Deferred.await(quickIsSealed)))
        yield* Effect.sleep("100 millis")
        yield* rolledBack("failed")
        yield* appendTo("quick", 0)
        expect(yield* seal).toEqual({ sealed: 1, seq: 1, gaps: 2 })
        yield* Deferred.succeed(quickIsSealed, undefined)
        yield* Fiber.join(slow)
        const rest = yield* seal
        expect(rest).toMatchObject({ sealed: 1, seq: 2 })
        // A gap of a failed transaction is closed once no older one is open, in any database.
        const { gaps } = yield* Effect.repeat(seal, { until: ({ gaps }) => gaps === 0 })
        expect(gaps).toBe(0)
      }).pipe(Effect.provide(storeOn(url)))
    }).pipe(Effect.scoped)
  )

  it.live("keeps a gap whose commit it has no room to seal", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { seal } = yield* EventStore
        const quickIsSealed = yield* Deferred.make<void>()
        const streams = ["slow-1", "slow-2", "slow-3"]
        const slow = yield* Effect.forkChild(
          Effect.forEach(streams, (stream) => heldOpen(stream, Deferred.await(quickIsSealed)), {
            concurrency: 3
          })
        )
        yield* Effect.sleep("100 millis")
        yield* appendTo("quick", 0)
        expect(yield* seal).toEqual({ sealed: 1, seq: 1, gaps: 3 })
        yield* seal
        yield* Deferred.succeed(quickIsSealed, undefined)
        yield* Fiber.join(slow)
        for (let round = 0; round < 5; round++) yield* sql`select es.seal(1, 100)`
        const [sealed] = yield* sql`select count(*)::int4 as commits from es.sealed`
        expect(sealed).toEqual({ commits: 4 })
      }).pipe(Effect.provide(storeOn(url)))
    }).pipe(Effect.scoped)
  )
})

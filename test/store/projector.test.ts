import { awaitView } from "@rcpt/store/awaitView"
import { EventStore, eventsPerLogReadMax } from "@rcpt/store/EventStore"
import * as generations from "@rcpt/store/generations"
import { Hints } from "@rcpt/store/Hints"
import type { Projection } from "@rcpt/store/Projection"
import * as Projector from "@rcpt/store/Projector"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer } from "../support/storeDatabase.ts"
import { expect, layer } from "../support/vitest.ts"
import { appendOf, counted, eventOf } from "./appends.ts"

const makeTable = SqlClient.SqlClient.use(
  (sql) => sql`create table if not exists seen (view text, stream text)`
)

type Apply = (streams: ReadonlyArray<string>) => Effect.Effect<unknown, never, SqlClient.SqlClient>

/** A view of the names of streams. `before` can fail or delay a step. */
const names = (name: string, before: Apply = () => Effect.void): Projection => ({
  name,
  apply: (_, commits) =>
    Effect.gen(function* () {
      const streams = commits.flatMap(({ events }) => events.map(({ stream }) => stream))
      yield* before(streams)
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into seen select ${name}, unnest(${streams}::text[])`
    }),
  drop: () => Effect.void
})

const seenBy = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly stream: string }>`
      select stream from seen where view = ${name} order by stream`
  ).pipe(Effect.map((rows) => rows.map(({ stream }) => stream)))

const statusOf = (name: string) =>
  Effect.map(generations.status, (rows) => rows.find((row) => row.name === name))

const append = (stream: string, ...ns: ReadonlyArray<number>) =>
  EventStore.use((store) => store.append(counted(stream, 0, ...ns)))

const projectAll = (...projections: ReadonlyArray<Projection>) =>
  Effect.gen(function* () {
    yield* Effect.forEach(projections, generations.generationsOf)
    const byName = new Map(projections.map((one) => [one.name, one]))
    yield* Effect.repeat(Projector.project(byName), {
      until: (next) => next === "when there is news"
    })
  })

layer(storeLayer, { excludeTestServices: true })("The projector", (it) => {
  it.effect("seals, and applies each commit to every view, in one transaction", function* () {
    yield* makeTable
    yield* append("one", 1)
    yield* projectAll(names("first"), names("second"))
    expect(yield* seenBy("first")).toEqual(["one"])
    expect(yield* seenBy("second")).toEqual(["one"])
    const sql = yield* SqlClient.SqlClient
    expect(
      yield* sql`
          select count(distinct xmin::text)::int4 as transactions from (
            select xmin from es.sealed union all select xmin from seen
            union all select xmin from es.projection where name in ('first', 'second')) written`
    ).toEqual([{ transactions: 1 }])
  })

  it.effect("writes and locks nothing when there is nothing to do", function* () {
    const sql = yield* SqlClient.SqlClient
    yield* makeTable
    const view = names("idle")
    yield* append("idle", 1)
    yield* projectAll(view)
    // A transaction that locks or changes a row leaves its id in xmin or xmax.
    const touched = sql`
        select xmin::text, xmax::text from es.head
        union all select xmin::text, xmax::text from es.projection`
    const before = yield* touched
    yield* projectAll(view)
    expect(yield* touched).toEqual(before)
  })

  it.effect(
    "wakes nobody while it rests, and finds without a hint what another node has appended",
    function* () {
      yield* makeTable
      const view = names("resting")
      yield* append("before", 1)
      yield* projectAll(view)
      let looks = 0
      let hints = 0
      const unhinted = Hints.of({
        notify: () => Effect.sync(() => void hints++),
        listen: () => () =>
          Effect.as(
            Effect.delay(
              Effect.sync(() => void looks++),
              1
            ),
            false
          )
      })
      const until = <E, R>(isThere: Effect.Effect<boolean, E, R>) =>
        Effect.repeat(Effect.delay(isThere, 5), { until: (there) => there })
      const running = yield* Effect.forkChild(
        Effect.provideService(Projector.run([view]), Hints, unhinted)
      )
      yield* until(Effect.sync(() => looks > 10))
      expect(hints).toBe(0)
      yield* append("of-another", 1)
      yield* until(Effect.map(seenBy("resting"), (seen) => seen.includes("of-another")))
      yield* until(Effect.sync(() => hints > 0))
      yield* Fiber.interrupt(running)
    }
  )

  it.effect("parks a commit for the view that fails on it, and not for the others", function* () {
    yield* makeTable
    yield* append("good", 1)
    yield* append("poison", 1)
    yield* append("late", 1)
    const fussy = names("fussy", (streams) =>
      streams.includes("poison") ? Effect.die("cannot apply it") : Effect.void
    )
    const others = names("others")
    yield* projectAll(fussy, others)
    const all = yield* seenBy("others")
    expect(all).toEqual(expect.arrayContaining(["good", "late", "poison"]))
    expect(yield* seenBy("fussy")).toEqual(all.filter((stream) => stream !== "poison"))
    expect(yield* statusOf("fussy")).toMatchObject({ behind: 0, parked: 1 })
    expect(yield* statusOf("others")).toMatchObject({ behind: 0, parked: 0 })
  })

  it.effect(
    "applies less at once when a statement takes too long, and parks nothing",
    function* () {
      yield* makeTable
      for (let n = 0; n < 8; n++) yield* append(`slow-${n}`, 1)
      // Each commit takes 10 ms of a statement that may take 45.
      const slow = names("slow", (streams) =>
        SqlClient.SqlClient.use((sql) =>
          sql`set local statement_timeout = 45`.pipe(
            Effect.andThen(sql`select pg_sleep(${0.01 * streams.length}::float8)`),
            Effect.andThen(sql`set local statement_timeout = 0`),
            Effect.orDie
          )
        )
      )
      yield* projectAll(slow)
      expect(yield* seenBy("slow")).toEqual(expect.arrayContaining(["slow-0", "slow-7"]))
      expect(yield* statusOf("slow")).toMatchObject({ behind: 0, parked: 0 })
    }
  )

  it.effect("reads no more events of the log at once than a round can fold", function* () {
    const { append, readLog, seal } = yield* EventStore
    const { seq: before } = yield* seal
    const third = Math.ceil(eventsPerLogReadMax / 3)
    for (const stream of ["long-1", "long-2", "long-3", "long-4"])
      yield* append(
        appendOf({
          streams: [
            {
              stream,
              expectedVersion: 0,
              events: Array.from({ length: third }, () => eventOf(1))
            }
          ]
        })
      )
    yield* seal
    expect(yield* readLog({ after: before })).toHaveLength(3)
    expect(yield* readLog({ after: before + 3 })).toHaveLength(1)
  })

  it.effect(
    "shows a reader its own writes at once, although it pauses between rounds",
    function* () {
      yield* makeTable
      const view = names("own")
      const running = yield* Effect.forkChild(Projector.run([view]))
      for (let n = 0; n < 5; n++) {
        yield* append(`own-${n}`, 1)
        yield* awaitView(view, [`own-${n}`])
        expect(yield* seenBy("own")).toContain(`own-${n}`)
      }
      yield* Fiber.interrupt(running)
    }
  )

  it.effect("goes on after a bug, once that is gone", function* () {
    const sql = yield* SqlClient.SqlClient
    yield* makeTable
    const view = names("survivor")
    const running = yield* Effect.forkChild(Projector.run([view]))
    yield* append("survivor-1", 1)
    yield* awaitView(view, ["survivor-1"])
    yield* sql`alter function es.seal(int, int) rename to seal_away`
    yield* append("survivor-2", 1)
    yield* Effect.sleep("300 millis")
    yield* sql`alter function es.seal_away(int, int) rename to seal`
    yield* Effect.repeat(seenBy("survivor"), {
      until: (streams) => streams.includes("survivor-2")
    })
    yield* Fiber.interrupt(running)
  })
})

import { EventStore } from "@rcpt/store/EventStore"
import type { StoredEvent } from "@rcpt/store/EventStore"
import * as generations from "@rcpt/store/generations"
import * as Projection from "@rcpt/store/Projection"
import * as Projector from "@rcpt/store/Projector"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer } from "../support/storeDatabase.ts"
import { expect, layer } from "../support/vitest.ts"

/** Counts the events per stream, and fails on a poison event. */
const tally = (name: string, isPoison: (event: StoredEvent) => boolean = () => false) => {
  const projection: Projection.Projection = {
    name,
    apply: (generation, commits) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { events } of commits)
          for (const event of events) {
            yield* sql`
              insert into tally values (${name}, ${generation}, ${event.stream}, 1)
              on conflict (name, generation, stream) do update set n = tally.n + 1`
            if (isPoison(event)) yield* Effect.die(new Error(`cannot apply ${event.stream}`))
          }
      }),
    drop: (generation) =>
      SqlClient.SqlClient.use(
        (sql) => sql`delete from tally where name = ${name} and generation = ${generation}`
      ).pipe(Effect.asVoid)
  }
  return projection
}

const makeTable = SqlClient.SqlClient.use(
  (sql) => sql`
    create table if not exists tally (
      name text, generation int, stream text, n int not null, primary key (name, generation, stream))`
)

const append = (stream: string, expectedVersion: number) =>
  EventStore.use((store) =>
    store.append({
      streams: [{ stream, expectedVersion, events: [{ type: "Counted", v: 1, data: "{}" }] }],
      commands: [],
      holds: [],
      transfers: []
    })
  )

const appendMany = (stream: string, count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, i) => i),
    (i) => append(stream, i)
  )

const seal = EventStore.use((store) => store.seal)

const rowsOf = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly generation: number; readonly stream: string; readonly n: number }>`
      select generation, stream, n from tally
      where name = ${name} and stream like ${`${name}%`} order by generation, stream`
  )

const checkpoints = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly generation: number; readonly live: boolean; readonly behind: number }>`
      select generation, live, ((select head.seq from es.head) - p.seq)::int4 as behind
      from es.projection p where name = ${name} order by generation`
  )

const parkedIn = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly failure: string; readonly attempts: number }>`
      select failure, attempts from es.parked where name = ${name} order by seq`
  )

layer(storeLayer, { excludeTestServices: true })("A projection", (it) => {
  it.effect(
    "applies every commit once, even when it runs several times concurrently",
    function* () {
      yield* makeTable
      const view = tally("once")
      const running = yield* Effect.forkChild(
        Effect.all([Projector.run([view]), Projector.run([view]), Projector.run([view])], {
          concurrency: "unbounded"
        })
      )
      yield* Effect.all([appendMany("once-a", 60), appendMany("once-b", 40)], { concurrency: 2 })
      yield* Effect.repeat(rowsOf("once"), {
        until: (rows) => rows.reduce((sum, { n }) => sum + n, 0) >= 100
      })
      yield* Effect.sleep("50 millis")
      yield* Fiber.interrupt(running)
      expect(yield* rowsOf("once")).toEqual([
        { generation: 1, stream: "once-a", n: 60 },
        { generation: 1, stream: "once-b", n: 40 }
      ])
    }
  )

  it.effect("resumes at its checkpoint", function* () {
    yield* makeTable
    yield* appendMany("resumed", 3)
    yield* seal
    yield* Projection.catchUp(tally("resumed"))
    yield* append("resumed", 3)
    yield* seal
    yield* Projection.catchUp(tally("resumed"))
    yield* Projection.catchUp(tally("resumed"))
    expect(yield* rowsOf("resumed")).toEqual([{ generation: 1, stream: "resumed", n: 4 }])
  })

  it.effect("writes nothing when the epoch has changed in between", function* () {
    yield* makeTable
    const name = "overtaken"
    yield* appendMany(name, 2)
    yield* seal
    const sql = yield* SqlClient.SqlClient
    const view = tally(name)
    const withNewEpoch: Projection.Projection = {
      ...view,
      apply: (generation, commits) =>
        Effect.andThen(
          view.apply(generation, commits),
          sql`update es.projection set epoch = epoch + 1 where name = ${name}`
        )
    }
    yield* Projection.catchUp(withNewEpoch)
    expect(yield* rowsOf(name)).toEqual([])
    yield* Projection.catchUp(view)
    expect(yield* rowsOf(name)).toEqual([{ generation: 1, stream: name, n: 2 }])
  })

  it.effect(
    "parks a commit that it fails on, applies the rest, and retries it later",
    function* () {
      yield* makeTable
      const name = "poisoned"
      yield* appendMany(`${name}-good`, 2)
      yield* append(`${name}-bad`, 0)
      yield* append(`${name}-good`, 2)
      yield* seal
      const broken = tally(name, ({ stream }) => stream === `${name}-bad`)
      yield* Projection.catchUp(broken)
      expect(yield* rowsOf(name)).toEqual([{ generation: 1, stream: `${name}-good`, n: 3 }])
      const mine = (yield* generations.status).filter((row) => row.name === name)
      const caughtUp = { behind: 0, behindSeconds: 0 }
      expect(mine).toEqual([{ name, generation: 1, live: true, ...caughtUp, parked: 1 }])
      yield* Projection.retryParked(broken)
      expect(yield* parkedIn(name)).toEqual([
        { failure: expect.stringContaining(`cannot apply ${name}-bad`), attempts: 2 }
      ])
      // The bug is fixed.
      yield* Projection.retryParked(tally(name))
      expect(yield* parkedIn(name)).toEqual([])
      expect(yield* rowsOf(name)).toEqual([
        { generation: 1, stream: `${name}-bad`, n: 1 },
        { generation: 1, stream: `${name}-good`, n: 3 }
      ])
    }
  )

  it.effect("is rebuilt beside the live one, under load, and replaces it as a whole", function* () {
    yield* makeTable
    const name = "rebuilt"
    const view = tally(name)
    const running = yield* Effect.forkChild(Projector.run([view]))
    yield* appendMany(`${name}-a`, 30)
    yield* Projection.catchUp(view)
    const sql = yield* SqlClient.SqlClient
    // The live view is wrong: a row without an event.
    yield* sql`insert into tally values (${name}, 1, ${`${name}-ghost`}, 99)`
    const load = yield* Effect.forkChild(appendMany(`${name}-b`, 100))
    yield* generations.rebuild(view)
    yield* generations.rebuild(view)
    yield* Fiber.join(load)
    // Waits until all appends are sealed and the old generation is dropped.
    const unsealed = sql`select from es.commit left join es.sealed using (commit_id) where seq is null`
    yield* Effect.repeat(unsealed, { until: (rows) => rows.length === 0 })
    yield* Effect.repeat(checkpoints(name), {
      until: (rows) => rows.length === 1 && rows[0]!.behind === 0
    })
    yield* Fiber.interrupt(running)
    expect(yield* checkpoints(name)).toEqual([
      { generation: 2, live: true, behind: expect.anything() }
    ])
    expect(yield* rowsOf(name)).toEqual([
      { generation: 2, stream: `${name}-a`, n: 30 },
      { generation: 2, stream: `${name}-b`, n: 100 }
    ])
  })
})

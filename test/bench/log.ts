/** The lag between an append and its readers, and how fast a projection catches up. */
import { randomUUIDv7 } from "node:crypto"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { WriteSql } from "@rcpt/service/platform/Database"
import { usage } from "@rcpt/service/views/usage"
import { EventStore } from "@rcpt/store/EventStore"
import * as Hints from "@rcpt/store/Hints"
import * as Projection from "@rcpt/store/Projection"
import * as Projector from "@rcpt/store/Projector"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import * as database from "../support/bench/durableDatabase.ts"
import { millis, perSecond, print } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"

const charge = JSON.stringify({
  holdId: randomUUIDv7(),
  credits: 1,
  receipt: { status: "valid", score: 95 }
})

const append = (stream: string, expectedVersion: number, count: number) =>
  EventStore.use((store) =>
    store.append({
      streams: [
        {
          stream,
          expectedVersion,
          events: Array.from({ length: count }, () => ({
            type: "CreditsCharged",
            v: 1,
            data: charge
          }))
        }
      ],
      commands: [],
      holds: [],
      transfers: []
    })
  )

const samples = sized(300, 20)

/** Milliseconds from the end of an append until a waiting reader has it from the log. */
const sealLag = Effect.gen(function* () {
  const store = yield* EventStore
  const wait = (yield* Hints.Hints).listen("sealed")
  const stream = `ledger-${randomUUIDv7()}`
  const lags: Array<number> = []
  let after = (yield* store.seal).seq
  for (let i = 0; i < samples; i++) {
    yield* append(stream, i, 1)
    const written = yield* Clock.currentTimeNanos
    while (true) {
      const seen = yield* store.readLog({ after })
      after = seen.at(-1)?.seq ?? after
      if (seen.length > 0) break
      yield* wait("100 millis")
    }
    lags.push(Number((yield* Clock.currentTimeNanos) - written) / 1e6)
  }
  lags.sort((a, b) => a - b)
  return { p50: lags[samples / 2]!, p99: lags[Math.floor(samples * 0.99)]! }
})

const backlog = sized(100_000, 2_000)
const eventsPerAppend = 100

const projectionRate = Effect.gen(function* () {
  const write = yield* WriteSql
  const stream = `ledger-${randomUUIDv7()}`
  for (let version = 0; version < backlog; version += eventsPerAppend)
    yield* append(stream, version, eventsPerAppend)
  const before = yield* Clock.currentTimeNanos
  yield* Projection.catchUp(usage).pipe(Effect.provideService(SqlClient.SqlClient, write))
  return backlog / (Number((yield* Clock.currentTimeNanos) - before) / 1e9)
})

const bench = Effect.gen(function* () {
  const write = yield* WriteSql
  const sealer = yield* Projector.run([]).pipe(
    Effect.provideService(SqlClient.SqlClient, write),
    Effect.forkChild
  )
  const lag = yield* sealLag
  const rate = yield* projectionRate
  yield* Fiber.interrupt(sealer)
  yield* print("log", [
    { what: "append to readable in the log, p50", measured: millis(lag.p50) },
    { what: "append to readable in the log, p99", measured: millis(lag.p99) },
    {
      what: `projection "usage", a backlog of ${backlog.toLocaleString("en")} events`,
      measured: perSecond(rate)
    }
  ])
})

bench.pipe(Effect.provide(database.layer), Effect.scoped, NodeRuntime.runMain())

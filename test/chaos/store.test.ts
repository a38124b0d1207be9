import { randomUUIDv7 } from "node:crypto"

import * as commands from "@rcpt/service/ledger/commands"
import * as holdSweeper from "@rcpt/service/ledger/holdSweeper"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { requestHoldLifetime } from "@rcpt/service/verify/verifyAddress"
import type { Append } from "@rcpt/store/EventStore"
import { Clock, Duration, Effect, Layer, References, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

import { freshDatabase } from "../support/freshDatabase.ts"
import { describe, expect, it } from "../support/vitest.ts"
import * as faults from "./faults.ts"
import { judge } from "./judge.ts"
import * as load from "./load.ts"
import { startMany } from "./nodes.ts"
import type { Node } from "./nodes.ts"

const account = randomUUIDv7()
const noHistory = { commands: [], repeats: 0 }
const purpose = { kind: "verification", mode: "fast" } as const

const counted = (expectedVersion: number, data: string): Append => ({
  streams: [{ stream: "race", expectedVersion, events: [{ type: "Counted", v: 1, data }] }],
  commands: [],
  holds: [],
  transfers: []
})

describe("Concurrent writers of one stream on two nodes", () => {
  const writersEach = 4
  const appendsEach = 25

  it.live("append each event once, with versions without gaps", function* () {
    const url = yield* freshDatabase()
    const stored = yield* Effect.gen(function* () {
      let conflicts = 0
      const write = (node: Node, name: string) =>
        Effect.gen(function* () {
          let version = 0
          for (let n = 0; n < appendsEach; n++) {
            const append = Effect.suspend(() =>
              node.store.append(counted(version, JSON.stringify(`${name} ${n}`)))
            )
            yield* append.pipe(
              Effect.tapError((error) =>
                Effect.sync(() => {
                  if (error._tag !== "VersionConflict") return
                  conflicts++
                  version = error.actual
                })
              ),
              Effect.retry({ while: ({ _tag }) => _tag === "VersionConflict" })
            )
            version++
          }
        })
      const nodes = yield* startMany(url, 2)
      const writers = nodes.flatMap((node, i) =>
        Array.from({ length: writersEach }, (_, n) => write(node, `${i} ${n}`))
      )
      yield* Effect.all(writers, { concurrency: "unbounded" })
      expect(conflicts).toBeGreaterThan(writers.length)
      return yield* nodes[0]!.store.read("race")
    }).pipe(Effect.scoped)
    const total = 2 * writersEach * appendsEach
    expect(stored.map(({ version }) => version)).toEqual(
      Array.from({ length: total }, (_, n) => n + 1)
    )
    expect(new Set(stored.map(({ data }) => data)).size).toBe(total)
    expect(yield* Effect.provide(judge(noHistory), faults.direct(url))).toEqual([])
  })
})

describe("When the database ends a random connection every 40 ms", () => {
  it.live("each command is executed once", function* () {
    const url = yield* freshDatabase()
    const history = yield* Effect.gen(function* () {
      const nodes = yield* startMany(url, 2)
      yield* Effect.forkScoped(Effect.repeat(faults.terminate, Schedule.spaced("40 millis")))
      const accounts = Array.from({ length: 3 }, () => randomUUIDv7())
      const goesOn = (sent: number) => sent < 1_000
      return yield* load.run({ nodes, accounts, goesOn, clients: 16, seed: 1 })
    }).pipe(Effect.provide(faults.direct(url)), Effect.scoped)
    expect(yield* Effect.provide(judge(history), faults.direct(url))).toEqual([])
  })
})

describe("When the connection breaks after the commit and before its reply", () => {
  const [grantId, holdId, adjustmentId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  const receipt = { status: "valid", score: 100 } as const
  const steps = [
    commands.grant({ grantId, credits: 10, reason: "top-up" }),
    commands.hold({ holdId, credits: 5, expiresAt: null, purpose }),
    commands.settle({ holdId, charge: 1, receipt }),
    commands.adjust({ adjustmentId, credits: -2, reason: "mistake" })
  ]
  const types = [
    "CreditsGranted",
    "CreditsHeld",
    "CreditsCharged",
    "CreditsRefunded",
    "CreditsAdjusted"
  ]

  it.live("a command succeeds and is executed once", function* () {
    const url = yield* freshDatabase()
    yield* Effect.gen(function* () {
      const [node] = yield* startMany(url, 1)
      for (const [n, command] of steps.entries()) {
        yield* node!.proxy.loseCommit
        yield* node!.ledger.submit(account, command)
        expect(node!.proxy.lostCommits()).toBe(n + 1)
      }
      const events = yield* node!.store.read(ledgerStream(account))
      expect(events.map(({ type }) => type)).toEqual(types)
    }).pipe(Effect.scoped)
    expect(yield* Effect.provide(judge(noHistory), faults.direct(url))).toEqual([])
  })

  it.live(
    "an append fails with an unknown outcome, and its repeat returns the stored outcome",
    function* () {
      const url = yield* freshDatabase()
      const [node] = yield* startMany(url, 1)
      const command = { commandId: grantId, requestHash: "ab".repeat(32), outcome: { n: 1 } }
      const append = { ...counted(0, "1"), commands: [command] }
      yield* node!.proxy.loseCommit
      const lost = yield* Effect.flip(node!.store.append(append))
      expect(lost._tag).toBe("StoreUnavailable")
      const again = yield* node!.store.append(append)
      expect(again).toMatchObject({ replayed: true, outcomes: [{ n: 1 }] })
      expect(yield* node!.store.read("race")).toHaveLength(1)
    }
  )
})

describe("When the clock goes back five minutes", () => {
  const minutes = Duration.toMillis("1 minute")
  const back = 5 * minutes

  it.live("a hold is refunded neither early nor twice", function* () {
    const url = yield* freshDatabase()
    const [node] = yield* startMany(url, 1)
    const { submit } = node!.ledger
    const start = yield* Clock.currentTimeMillis
    const lifetime = Duration.toMillis(requestHoldLifetime)
    const holdAt = (now: number, holdId: string) =>
      submit(account, commands.hold({ holdId, credits: 5, expiresAt: now + lifetime, purpose }))
    /** The number of holds that a sweeper with this time refunds. */
    const sweepAt = (now: number) =>
      Effect.andThen(TestClock.setTime(now), holdSweeper.sweep).pipe(
        Effect.provide(TestClock.layer()),
        Effect.provideService(References.MinimumLogLevel, "Warn")
      )

    yield* Effect.gen(function* () {
      const [before, during] = [randomUUIDv7(), randomUUIDv7()]
      const grant = commands.grant({ grantId: randomUUIDv7(), credits: 100, reason: "" })
      yield* submit(account, grant)
      yield* holdAt(start, before)
      expect(yield* sweepAt(start - back)).toBe(0)
      yield* holdAt(start - back, during)
      // The clock is right again: the second hold expires five minutes after the start.
      expect(yield* sweepAt(start + 5 * minutes - 1)).toBe(0)
      expect(yield* sweepAt(start + 5 * minutes)).toBe(1)
      expect(yield* sweepAt(start + lifetime - 1)).toBe(0)
      expect(yield* sweepAt(start + lifetime)).toBe(1)
      expect(yield* sweepAt(start + lifetime - back)).toBe(0)
      expect(yield* sweepAt(start + 2 * lifetime)).toBe(0)
      const refunds = yield* SqlClient.SqlClient.use(
        (sql) => sql<{ readonly hold: string; readonly n: number }>`
            select data ->> 'holdId' as hold, count(*)::int4 as n from es.event
            where type = 'CreditsRefunded' group by 1`
      )
      expect(refunds.map(({ n }) => n)).toEqual([1, 1])
      // A refunded hold cannot be charged.
      const late = yield* Effect.flip(
        submit(account, commands.settle({ holdId: during, charge: 1 }))
      )
      expect(late._tag).toBe("HoldClosed")
      expect(yield* judge(noHistory)).toEqual([])
    }).pipe(
      Effect.provide(Layer.succeed(Ledger.Ledger, node!.ledger)),
      Effect.provide(faults.direct(url))
    )
  })
})

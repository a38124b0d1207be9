/** Holds and settlements on **one** account, where all writes contend for one stream. */
import { randomUUIDv7 } from "node:crypto"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as commands from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import * as database from "../support/bench/durableDatabase.ts"
import { millis, perSecond, print, rateOf } from "../support/bench/measure.ts"

const purpose = { kind: "verification", mode: "fast", digest: "0".repeat(32) } as const
const receipt = { status: "valid", score: 95 } as const

const pair = (account: string) =>
  Effect.gen(function* () {
    const { submit } = yield* Ledger.Ledger
    const holdId = randomUUIDv7()
    yield* submit(account, commands.hold({ holdId, credits: 1, expiresAt: 4e12, purpose }))
    yield* submit(account, commands.settle({ holdId, charge: 1, receipt }))
  })

const floor = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists floor (id uuid primary key, n int not null)`
  return yield* rateOf(64, () => sql`insert into floor values (${randomUUIDv7()}, 1)`)
})

const bench = Effect.gen(function* () {
  const { submit } = yield* Ledger.Ledger
  const account = randomUUIDv7()
  const grantId = randomUUIDv7()
  yield* submit(account, commands.grant({ grantId, credits: 100_000_000, reason: "bench" }))
  const commits = yield* floor
  const rows = []
  for (const clients of [1, 64, 256]) {
    const rate = yield* rateOf(clients, () => pair(account))
    rows.push({
      what: `hold + settle, one account, ${clients} clients`,
      measured: `${perSecond(rate.perSecond)}, p99 ${millis(rate.p99)}`,
      ...(clients === 256 && { target: "≥ 8,000/s" })
    })
  }
  yield* print("ledger", [
    ...rows,
    { what: "floor: single-row commits, 64 clients", measured: perSecond(commits.perSecond) }
  ])
  const broken = yield* contradictions
  if (broken.length > 0) return yield* Effect.die(broken)
})

bench.pipe(
  Effect.provide(Ledger.layer.pipe(Layer.provideMerge(database.layer))),
  Effect.scoped,
  NodeRuntime.runMain()
)

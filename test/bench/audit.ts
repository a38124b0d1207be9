/**
 * `rcpt ledger verify` alone, on a store as that of the benchmark `growth`, without a service beside it. The floor is
 * a cursor over the data of its events, each hashed once. `GROWTH_EVENTS=400000` for a smaller store; `AUDIT_DATA_DIR`
 * keeps it for the next time.
 */
import { hash } from "node:crypto"
import { existsSync } from "node:fs"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgConnection } from "@effect/sql-pg"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect, Redacted } from "effect"

import { fillStore } from "../support/bench/growthStore.ts"
import { costly, verifyLedger } from "../support/bench/growthWorks.ts"
import { perSecond, print } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { tempFolder } from "../support/tempFolder.ts"

const rounds = sized(3, 1)

const pageMax = 5_000

/** Returns the events. */
const readBare = (url: string) =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(url) })
    yield* connection.query("begin")
    yield* connection.query(
      "declare bare no scroll cursor for select data::text as data from es.event order by commit_id, idx"
    )
    let events = 0
    while (true) {
      const { rows } = yield* connection.query(`fetch ${pageMax} from bare`, [], false)
      if (rows.length === 0) return events
      for (const { data } of rows) hash("sha256", String(data))
      events += rows.length
    }
  }).pipe(Effect.scoped)

interface Cost {
  readonly millis: number
  readonly own: number
  readonly postgres: number
}

/** The one in the middle by processor time. */
const median = <A extends Cost>(costs: ReadonlyArray<A>): A =>
  costs.toSorted((one, other) => one.own + one.postgres - other.own - other.postgres)[
    Math.floor(costs.length / 2)
  ]!

const shown = (events: number, { millis, own, postgres }: Cost): string =>
  `${perSecond((events * 1_000) / millis)}, ${perSecond(events / (own + postgres))} of processor time: ` +
  `${(millis / 1_000).toFixed(1)} s; cpu ${(own + postgres).toFixed(1)} s (${own.toFixed(1)} + ${postgres.toFixed(1)} in Postgres)`

const dataFolder = Effect.gen(function* () {
  const dataDir = process.env["AUDIT_DATA_DIR"] ?? (yield* tempFolder())
  if (!existsSync(join(dataDir, "postgres"))) yield* fillStore(dataDir, generate())
  return dataDir
})

const bench = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const { url } = yield* EmbeddedPostgres.start({ dataDir })
  const turns = yield* Effect.forEach(Array.from({ length: rounds }), () =>
    Effect.all({ floor: costly(readBare(url)), audit: verifyLedger(dataDir) })
  )
  const audit = median(turns.map((turn) => turn.audit))
  const floor = median(turns.map((turn) => turn.floor))
  const { events, broken } = audit
  const found = broken.length === 0 ? "" : `; broken: ${broken.join(", ")}`
  yield* print(`audit: ${events.toLocaleString("en")} events, medians of ${rounds}`, [
    { what: "a bare cursor, each hashed", measured: shown(floor.value, floor) },
    { what: "rcpt ledger verify", measured: shown(events, audit) + found, target: "≥ 20,000/s" }
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())

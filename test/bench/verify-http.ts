/**
 * `GET /verify`, fast mode, everything on: what one check costs the processor, Postgres and the disk,
 * beside a constant response of the same server (the floor).
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { findRunning } from "@rcpt/service/platform/postgres/findRunning"
import { Effect, Option } from "effect"

import { load } from "../support/bench/httpLoad.ts"
import type { LoadResult } from "../support/bench/httpLoad.ts"
import { millis, perSecond, print } from "../support/bench/measure.ts"
import { difference, postgresCounters } from "../support/bench/postgresCost.ts"
import type { Counters } from "../support/bench/postgresCost.ts"
import { cpuOf, memoryMib } from "../support/bench/processCost.ts"
import { sized } from "../support/bench/smoke.ts"
import { startProgram } from "../support/bench/startProgram.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)
const apiKey = generate()

const requestFor = (email: string) =>
  `GET /api/v1/verify?email=${email} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`

const knownDomain = () => requestFor("ann@acme.test")

/** Each domain of the lab's synthetic ones once. */
let domainsUsed = 0
const newDomain = () => {
  domainsUsed += 1
  return requestFor(`ann@d${String(domainsUsed).padStart(5, "0")}.lab.test`)
}

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const service = Effect.gen(function* () {
  const dataDir = yield* folder
  const running = yield* startProgram([program("packages/cli/src/main.ts"), "start", "--lab"], {
    RCPT_PORT: "0",
    RCPT_DATA_DIR: dataDir,
    RCPT_DASHBOARD: "off",
    RCPT_OWNER_API_KEY: apiKey,
    RCPT_OWNER_CREDITS: "100000000",
    // The limiter counts every request and never refuses one.
    RCPT_RATE_LIMIT: "100000/s"
  })
  const url = Option.getOrThrow(yield* findRunning(dataDir))
  return { ...running, counters: yield* postgresCounters(url) }
})

interface Measured extends LoadResult {
  /** Processor time of one check, in milliseconds. */
  readonly own: number
  readonly postgres: number
  /** Of one check. */
  readonly database?: Counters
}

/** Statistics of Postgres' sessions are a second old at most, and background work goes on for a while. */
const settleFor = sized(1_500, 100)

const measured = (
  { port, pid, counters }: { port: number; pid: number; counters?: Effect.Effect<Counters> },
  clients: number,
  request: (i: number) => string
): Effect.Effect<Measured> =>
  Effect.gen(function* () {
    yield* load({ port, clients, request, measureFor: 0 })
    yield* Effect.sleep(settleFor)
    const before = { cpu: cpuOf(pid), database: counters && (yield* counters) }
    const result = yield* load({ port, clients, request, warmUpFor: 0 })
    yield* Effect.sleep(settleFor)
    const cpu = cpuOf(pid)
    const after = counters && (yield* counters)
    const checks = Object.values(result.statuses).reduce((sum, count) => sum + count, 0)
    const total = after && before.database && difference(after, before.database)
    return {
      ...result,
      own: ((cpu.own - before.cpu.own) * 1_000) / checks,
      postgres: ((cpu.postgres - before.cpu.postgres) * 1_000) / checks,
      ...(total && {
        database: {
          commits: total.commits / checks,
          flushes: total.flushes / checks,
          walBytes: total.walBytes / checks,
          diskBytes: total.diskBytes / checks
        }
      })
    }
  })

const show = (what: string, result: Measured, target?: string) => {
  const { perSecond: rate, p50, p99, statuses, own, postgres, database } = result
  const all = Object.keys(statuses).join(",")
  const cpu = `cpu ${(own + postgres).toFixed(2)} ms (${own.toFixed(2)} + ${postgres.toFixed(2)})`
  const disk = database
    ? `, commits ${database.commits.toFixed(2)}, flushes ${database.flushes.toFixed(2)}, ` +
      `WAL ${database.walBytes.toFixed(0)} B, disk ${database.diskBytes.toFixed(0)} B`
    : ""
  const measuredText = `${perSecond(rate)}, p50 ${millis(p50)}, p99 ${millis(p99)} (${all}), ${cpu}${disk}`
  return { what, measured: measuredText, ...(target && { target }) }
}

const idleFor = sized(10, 0.3)
const idleAfter = sized(3_000, 100)

/** A share of one core, in percent. */
const idleShare = (pid: number) =>
  Effect.gen(function* () {
    yield* Effect.sleep(idleAfter)
    const before = cpuOf(pid)
    yield* Effect.sleep(`${idleFor} seconds`)
    const after = cpuOf(pid)
    const share = (of: "own" | "postgres") => ((after[of] - before[of]) / idleFor) * 100
    return { own: share("own"), postgres: share("postgres") }
  })

const bench = Effect.gen(function* () {
  const running = yield* service
  const sample = yield* Effect.promise(async () => {
    const url = `http://127.0.0.1:${running.port}/api/v1/verify?email=ann@acme.test`
    return (await fetch(url, { headers: { "x-api-key": apiKey } })).text()
  })
  const idle = yield* idleShare(running.pid)
  const memory = memoryMib(running.pid)
  // Until V8 has compiled what runs often, a check takes several times as long.
  yield* load({
    port: running.port,
    clients: 64,
    request: knownDomain,
    warmUpFor: 10_000,
    measureFor: 0
  })
  const one = yield* measured(running, 1, knownDomain)
  const many = yield* measured(running, 64, knownDomain)
  const fresh = yield* measured(running, 64, newDomain)
  const bare = yield* startProgram([program("test/support/bench/bareServer.ts"), sample])
  const floorOne = yield* measured(bare, 1, knownDomain)
  const floorMany = yield* measured(bare, 64, knownDomain)
  yield* print("verify-http", [
    show("GET /verify, 1 client, known domain", one, "cpu ≤ 2.5 ms, commits ≤ 2, flushes ≤ 1.3"),
    show("GET /verify, 64 clients, known domain", many, "≥ 30 % of the floor, WAL ≤ 1,300 B"),
    show("GET /verify, 64 clients, new domains", fresh, "cpu ≤ 0.9 ms"),
    show("floor: bare HttpApi answer, 1 client", floorOne),
    show("floor: bare HttpApi answer, 64 clients", floorMany),
    {
      what: "share of the floor's rate, 64 clients",
      measured: `${((many.perSecond / floorMany.perSecond) * 100).toFixed(1)} %`,
      target: "≥ 30 %"
    },
    {
      what: "idle",
      measured: `${(idle.own + idle.postgres).toFixed(1)} % of a core (${idle.own.toFixed(1)} + ${idle.postgres.toFixed(1)})`,
      target: "≤ 1 %"
    },
    { what: "memory at rest", measured: `${memory.toFixed(0)} MiB`, target: "≤ 250 MiB" }
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())

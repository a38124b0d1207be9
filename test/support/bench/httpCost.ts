/** What a request costs a service: processor time of Node and Postgres, commits, flushes and bytes. */
import { join } from "node:path"

import { findRunning } from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { readPassword } from "@rcpt/service/platform/postgres/initCluster"
import { superuserUrl } from "@rcpt/service/platform/postgres/serviceRole"
import { Effect, Option } from "effect"

import { load } from "./httpLoad.ts"
import type { LoadResult } from "./httpLoad.ts"
import { millis, perSecond } from "./measure.ts"
import { difference, postgresCounters } from "./postgresCost.ts"
import type { Counters } from "./postgresCost.ts"
import { cpuOf } from "./processCost.ts"
import { sized } from "./smoke.ts"
import { startProgram } from "./startProgram.ts"

const program = join(import.meta.dirname, "../../../packages/cli/src/main.ts")

/** With the lab, a Postgres of its own, and credits for any number of checks. */
export const startService = Effect.fnUntraced(function* (dataDir: string, apiKey: string) {
  const running = yield* startProgram([program, "start", "--lab"], {
    RCPT_PORT: "0",
    RCPT_DATA_DIR: dataDir,
    RCPT_DASHBOARD: "off",
    RCPT_OWNER_API_KEY: apiKey,
    RCPT_OWNER_CREDITS: "100000000",
    // The limiter counts every request and never refuses one.
    RCPT_RATE_LIMIT: "100000/s"
  })
  const url = Option.getOrThrow(yield* findRunning(dataDir))
  const password = yield* Effect.orDie(readPassword(dataDir))
  return {
    ...running,
    url,
    superuserUrl: superuserUrl(password, Number(new URL(url).port)),
    counters: yield* postgresCounters(url)
  }
})

export interface Measured extends LoadResult {
  /** Processor time of one request, in milliseconds. */
  readonly own: number
  readonly postgres: number
  /** Of one request. */
  readonly database?: Counters
}

/** Statistics of Postgres' sessions are a second old at most, and background work goes on for a while. */
const settleFor = sized(1_500, 100)

export const measured = (
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
    const requests = Object.values(result.statuses).reduce((sum, count) => sum + count, 0)
    const total = after && before.database && difference(after, before.database)
    return {
      ...result,
      own: ((cpu.own - before.cpu.own) * 1_000) / requests,
      postgres: ((cpu.postgres - before.cpu.postgres) * 1_000) / requests,
      ...(total && {
        database: {
          commits: total.commits / requests,
          flushes: total.flushes / requests,
          walBytes: total.walBytes / requests,
          diskBytes: total.diskBytes / requests
        }
      })
    }
  })

export const show = (what: string, result: Measured, target?: string) => {
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

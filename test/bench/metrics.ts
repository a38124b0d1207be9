/**
 * What metrics cost a check: how many counts it makes, by the service's own metrics, times what a count takes;
 * beside the processor time of that check. And what a scrape costs.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { freePort } from "@rcpt/service/platform/freePort"
import { metricTable } from "@rcpt/service/platform/metrics/metricTable"
import { Effect } from "effect"

import { readMetrics } from "../service/platform/metrics/readMetrics.ts"
import type { Metric } from "../service/platform/metrics/readMetrics.ts"
import { measured, startService } from "../support/bench/httpCost.ts"
import { print } from "../support/bench/measure.ts"
import { cpuOf } from "../support/bench/processCost.ts"
import { sized } from "../support/bench/smoke.ts"
import { tempFolder } from "../support/tempFolder.ts"

const apiKey = generate()
const clients = 64

let checks = 0
const requests = {
  fast: () => "email=ann@acme.test",
  deep: () => `email=stranger${(checks += 1)}@acme.test&mode=deep`
}

const scrape = (port: number) =>
  Effect.promise(async () =>
    readMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  )

/** Of one metric: at most, since one count may add several. */
const countsOf = ({ type, series }: Metric): number =>
  series
    .filter(({ name }) => type === "counter" || (type === "histogram" && name.endsWith("_count")))
    .reduce((sum, { value }) => sum + value, 0)

/** Whatever is asked of somebody else at a scrape grows without a count of ours. */
const counted = new Set<string>(
  Object.values(metricTable)
    .filter((meter) => "add" in meter || "record" in meter)
    .map(({ row }) => row.name)
)

const countsIn = (metrics: ReadonlyMap<string, Metric>): number =>
  [...metrics]
    .filter(([name]) => counted.has(name))
    .reduce((sum, [, metric]) => sum + countsOf(metric), 0)

const rounds = sized(3_000_000, 10_000)

/** Nanoseconds of a count with three labels, and of a duration with the two readings of the clock for it. */
const countTakes = (): number => {
  const providers = ["google", "microsoft", "other"]
  const started = performance.now()
  for (let i = 0; i < rounds; i++) {
    metricTable.smtpReplies.add({ provider: providers[i % 3]!, phase: "rcpt", code: "2xx" })
    const before = performance.now()
    metricTable.verificationSeconds.record({ mode: "fast" }, (performance.now() - before) / 1_000)
  }
  return ((performance.now() - started) * 1e6) / (2 * rounds)
}

const scrapes = sized(50, 2)

const bench = Effect.gen(function* () {
  const port = yield* freePort
  process.env["RCPT_METRICS_PORT"] = String(port)
  process.env["RCPT_ENUMERATION_LIMIT"] = "off"
  const running = yield* startService(yield* tempFolder(), apiKey)
  const requestFor = (mode: keyof typeof requests) => () =>
    `GET /api/v1/verify?${requests[mode]()} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\n\r\n`
  countTakes()
  const nanos = countTakes()
  const rows = yield* Effect.forEach(["fast", "deep"] as const, (mode) =>
    Effect.gen(function* () {
      yield* measured(running, clients, requestFor(mode))
      const before = countsIn(yield* scrape(port))
      const answered = metricTable.requests.row.name
      const requestsIn = (metrics: ReadonlyMap<string, Metric>) => countsOf(metrics.get(answered)!)
      const from = requestsIn(yield* scrape(port))
      const result = yield* measured(running, clients, requestFor(mode))
      const after = yield* scrape(port)
      const counts = (countsIn(after) - before) / (requestsIn(after) - from)
      const millis = result.own + result.postgres
      const cost = (counts * nanos) / 1e6
      return {
        what: `${mode}, ${clients} clients`,
        measured:
          `${counts.toFixed(1)} counts of ${nanos.toFixed(0)} ns: ${(cost * 1_000).toFixed(1)} µs ` +
          `of ${millis.toFixed(2)} ms, ${((cost / millis) * 100).toFixed(2)} %`,
        target: "≤ 2 %"
      }
    })
  )
  const before = cpuOf(running.pid)
  for (let n = 0; n < scrapes; n++) yield* scrape(port)
  const after = cpuOf(running.pid)
  const own = ((after.own - before.own) * 1_000) / scrapes
  const postgres = ((after.postgres - before.postgres) * 1_000) / scrapes
  yield* print("metrics", [
    ...rows,
    {
      what: "a scrape",
      measured: `${(own + postgres).toFixed(1)} ms (${own.toFixed(1)} + ${postgres.toFixed(1)})`
    }
  ])
}).pipe(Effect.scoped)

NodeRuntime.runMain(bench)

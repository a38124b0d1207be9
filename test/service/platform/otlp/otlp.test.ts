/** What a collector hears of a service beside its traces: metrics and the log, each of which can be left out. */
import { PgClient } from "@effect/sql-pg"
import { version } from "@rcpt/service/platform/version"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { collector } from "../traceCollector.ts"
import type { Collector } from "../traceCollector.ts"

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string }
}

interface Point {
  readonly attributes: ReadonlyArray<Attribute>
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
  readonly asDouble?: number
  readonly count?: number
  readonly sum?: number
  readonly bucketCounts?: ReadonlyArray<number>
  readonly explicitBounds?: ReadonlyArray<number>
}

interface Metric {
  readonly name: string
  readonly unit: string
  readonly sum?: {
    readonly isMonotonic: boolean
    readonly aggregationTemporality: number
    readonly dataPoints: ReadonlyArray<Point>
  }
  readonly gauge?: { readonly dataPoints: ReadonlyArray<Point> }
  readonly histogram?: { readonly dataPoints: ReadonlyArray<Point> }
}

interface LogRecord {
  readonly severityText: string
  readonly body: { readonly stringValue?: string }
  readonly traceId?: string
  readonly attributes: ReadonlyArray<Attribute>
}

interface Body {
  readonly resourceMetrics?: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<Attribute> }
    readonly scopeMetrics: ReadonlyArray<{ readonly metrics: ReadonlyArray<Metric> }>
  }>
  readonly resourceLogs?: ReadonlyArray<{
    readonly scopeLogs: ReadonlyArray<{ readonly logRecords: ReadonlyArray<LogRecord> }>
  }>
}

const textOf = (attributes: ReadonlyArray<Attribute>, key: string) =>
  attributes.find((one) => one.key === key)?.value.stringValue

const bodiesOf = ({ bodies }: Collector) => bodies.map((body) => JSON.parse(body) as Body)

/** The reading that came last. */
const lastMetrics = (heard: Collector) => {
  const [reading] = bodiesOf(heard).findLast((body) => body.resourceMetrics)?.resourceMetrics ?? []
  const metrics = reading?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
  return { resource: reading?.resource.attributes ?? [], metrics }
}

const logOf = (heard: Collector) =>
  bodiesOf(heard)
    .flatMap((body) => body.resourceLogs ?? [])
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))

const checked = (heard: Collector) =>
  lastMetrics(heard)
    .metrics.find(({ name }) => name === "rcpt_verifications_total")
    ?.sum?.dataPoints.filter(({ asDouble = 0 }) => asDouble > 0) ?? []

const breakJobs = (databaseUrl: string) =>
  SqlClient.SqlClient.use((sql) => sql`alter table job rename to job_gone`).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(asSuperuser(databaseUrl)) }))
  )

const until = (isSo: () => boolean) =>
  Effect.repeat(Effect.sync(isSo), { until: (so) => so, schedule: Schedule.spaced("100 millis") })

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

describe("A service with a collector", () => {
  it.live("sends its metrics and its log, and no address", () =>
    Effect.gen(function* () {
      const heard = yield* collector
      const env = {
        OTEL_EXPORTER_OTLP_ENDPOINT: heard.url,
        OTEL_METRIC_EXPORT_INTERVAL: "200"
      }
      const running = yield* service.start({ lab: true, env })
      yield* running.get("/api/v1/verify?email=somebody@acme.test")
      yield* until(() => checked(heard).length > 0)
      yield* breakJobs(running.databaseUrl!)
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
      const failed = yield* running.get("/api/v1/jobs", { headers })
      yield* until(() => logOf(heard).some(({ severityText }) => severityText === "Error"))

      const { resource, metrics } = lastMetrics(heard)
      assert.strictEqual(textOf(resource, "service.name"), "rcpt")
      assert.strictEqual(textOf(resource, "service.version"), version)
      assert.isDefined(textOf(resource, "service.instance.id"))
      const [point] = checked(heard)
      assert.strictEqual(point?.asDouble, 1)
      assert.strictEqual(textOf(point!.attributes, "channel"), "request")
      assert.strictEqual(textOf(point!.attributes, "process"), "1")
      assert.isBelow(Number(point!.startTimeUnixNano), Number(point!.timeUnixNano))
      const byName = new Map(metrics.map((metric) => [metric.name, metric]))
      const counted = byName.get("rcpt_verifications_total")!
      assert.strictEqual(counted.unit, "addresses")
      // Cumulative, as a Prometheus behind the collector wants it.
      assert.include(counted.sum!, { isMonotonic: true, aggregationTemporality: 2 })
      const [taken] = byName.get("rcpt_verification_duration_seconds")!.histogram!.dataPoints
      assert.strictEqual(taken!.count, 1)
      assert.strictEqual(taken!.bucketCounts!.length, taken!.explicitBounds!.length + 1)
      assert.strictEqual(
        taken!.bucketCounts!.reduce((sum, one) => sum + one),
        1
      )
      // Asked for at each reading.
      assert.isAbove(
        byName.get("process_resident_memory_bytes")!.gauge!.dataPoints[0]!.asDouble!,
        1e7
      )

      const line = logOf(heard).find(({ severityText }) => severityText === "Error")!
      assert.strictEqual(line.body.stringValue, "Request failed")
      assert.strictEqual(line.traceId, traceId)
      assert.strictEqual(textOf(line.attributes, "requestId"), failed.headers.get("x-request-id"))
      assert.isFalse(heard.bodies.some((one) => /somebody/i.test(one)))
    }).pipe(Effect.scoped)
  )

  it.live("sends what was counted last when it stops", () =>
    Effect.gen(function* () {
      const heard = yield* collector
      const running = yield* service.start({
        lab: true,
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: heard.url }
      })
      yield* running.get("/api/v1/verify?email=somebody@acme.test")
      yield* running.kill("SIGTERM")
      assert.strictEqual(checked(heard)[0]?.asDouble, 1)
    }).pipe(Effect.scoped)
  )

  it.live("leaves out what is switched off", () =>
    Effect.gen(function* () {
      const heard = yield* collector
      const signals = ["TRACES", "METRICS", "LOGS"]
      for (const kept of signals) {
        const from = heard.paths.length
        const off = signals
          .filter((one) => one !== kept)
          .map((one) => [`OTEL_${one}_EXPORTER`, "none"])
        const running = yield* service.start({
          lab: true,
          env: {
            OTEL_EXPORTER_OTLP_ENDPOINT: heard.url,
            RCPT_LOG: "debug",
            ...Object.fromEntries(off)
          }
        })
        yield* running.get("/api/v1/verify?email=somebody@acme.test")
        yield* running.kill("SIGTERM")
        assert.deepStrictEqual([...new Set(heard.paths.slice(from))], [`/v1/${kept.toLowerCase()}`])
      }
    }).pipe(Effect.scoped)
  )
})

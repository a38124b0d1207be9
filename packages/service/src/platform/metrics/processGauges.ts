/** Gauges of this process itself: processor, memory, event loop, and its part of the cluster. */
import { performance } from "node:perf_hooks"

import { Effect, Layer, Metric } from "effect"
import { ClusterMetrics } from "effect/cluster"

import { actorKinds, loopResources, metricTable } from "./metricTable.ts"
import { atScrape } from "./scrape.ts"

/** Milliseconds between two samples while the process works. */
const sampleEvery = 100
/**
 * Milliseconds between two samples while the process rests. Ten wake-ups a second were an eighth of the processor
 * time of a resting process (measured 2026-11-26).
 */
const sampleEveryAtRest = 1_000
/** A process works if its event loop was busy for this share of the time since the last sample. */
const worksFrom = 0.1

const microsecondsPerSecond = 1e6

type LoopResource = (typeof loopResources)[number]

/** Kinds of resources by Node's names for them (`process.getActiveResourcesInfo`). All others are `other`. */
const loopResourceOf: Readonly<Record<string, LoopResource>> = {
  TCPSocketWrap: "sockets",
  TCPServerWrap: "listeners",
  Timeout: "timers"
}

const countLoopResources = () => {
  const counts = new Map<LoopResource, number>(loopResources.map((kind) => [kind, 0]))
  for (const name of process.getActiveResourcesInfo()) {
    const kind = loopResourceOf[name] ?? "other"
    counts.set(kind, counts.get(kind)! + 1)
  }
  return [...counts].map(([kind, count]) => [{ kind }, count] as const)
}

const processes = Effect.sync(() => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  metricTable.cpu.set([
    [{ kind: "user" }, user / microsecondsPerSecond],
    [{ kind: "system" }, system / microsecondsPerSecond]
  ])
  metricTable.residentMemory.set([[{}, rss]])
  metricTable.heapUsed.set([[{}, heapUsed]])
  metricTable.eventLoopResources.set(countLoopResources())
  metricTable.startTime.set([[{}, performance.timeOrigin / 1_000]])
})

/** Records how late a timer comes: it has waited for the code that ran meanwhile. */
const watchEventLoop = Effect.acquireRelease(
  Effect.sync(() => {
    let utilization = performance.eventLoopUtilization()
    let timer: NodeJS.Timeout
    const sampleIn = (wait: number): void => {
      const expectedAt = performance.now() + wait
      timer = setTimeout(() => {
        metricTable.eventLoopDelay.record({}, Math.max(0, performance.now() - expectedAt) / 1_000)
        const now = performance.eventLoopUtilization()
        const works = performance.eventLoopUtilization(now, utilization).utilization > worksFrom
        utilization = now
        sampleIn(works ? sampleEvery : sampleEveryAtRest)
      }, wait).unref()
    }
    sampleIn(sampleEvery)
    return () => clearTimeout(timer)
  }),
  (stop) => Effect.sync(stop)
)

/**
 * Takes three of the counts that Effect's cluster keeps for itself. Its own exporter would name the domain of each
 * actor.
 */
const cluster = Effect.gen(function* () {
  const valueOf = (gauge: Metric.Gauge<bigint>) =>
    Effect.map(Metric.value(gauge), ({ value }) => Number(value))
  metricTable.clusterHealthy.set([[{}, yield* valueOf(ClusterMetrics.runnersHealthy)]])
  metricTable.clusterShards.set([[{}, yield* valueOf(ClusterMetrics.shards)]])
  const entities = yield* Effect.forEach(actorKinds, (kind) =>
    Effect.map(
      valueOf(Metric.withAttributes(ClusterMetrics.entities, { type: kind })),
      (count) => [{ kind }, count] as const
    )
  )
  metricTable.clusterEntities.set(entities)
})

/** The metrics of a supervisor, which answers no requests and has no actors. */
export const processMetrics: ReadonlySet<string> = new Set(
  [
    metricTable.cpu,
    metricTable.residentMemory,
    metricTable.heapUsed,
    metricTable.eventLoopResources,
    metricTable.startTime,
    metricTable.eventLoopDelay
  ].map(({ row }) => row.name)
)

export const ofProcess = Layer.effectDiscard(
  Effect.andThen(atScrape(processes), Effect.asVoid(watchEventLoop))
)

export const layer = Layer.merge(ofProcess, Layer.effectDiscard(atScrape(cluster)))

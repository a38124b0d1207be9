/** What a process holds, seen every few seconds, and whether that grows. */
import { readdirSync } from "node:fs"

import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import type { Scope } from "effect"

import { readMetrics, totalOf } from "../../service/platform/metrics/readMetrics.ts"

const mebibyte = 1024 * 1024

interface Measure {
  readonly name: string
  /** Of the samples of a third of the run: memory is looked at where garbage was just collected. */
  readonly quantile: number
  /** What it may grow by from the second third to the last: a part of it, and so many of its unit. */
  readonly growthMax: { readonly part: number; readonly more: number }
}

const few = { part: 0.1, more: 5 }
const some = { part: 0.1, more: 8 }

export const measures = [
  { name: "memory of the process, MiB", quantile: 0.5, growthMax: some },
  { name: "heap after collection, MiB", quantile: 0.1, growthMax: some },
  { name: "open files and sockets", quantile: 0.5, growthMax: few },
  { name: "sockets of the event loop", quantile: 0.5, growthMax: few },
  { name: "timers", quantile: 0.5, growthMax: { part: 0.1, more: 20 } },
  { name: "actors", quantile: 0.5, growthMax: { part: 0.1, more: 20 } },
  { name: "connections to Postgres", quantile: 0.5, growthMax: { part: 0, more: 1 } }
] as const satisfies ReadonlyArray<Measure>

/** One number for each measure, in their order. */
export type Sample = ReadonlyArray<number>

export interface Watched {
  readonly pid: number
  readonly metricsPort: number
  readonly superuserUrl: string
}

const scrape = (port: number) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    return readMetrics(await response.text())
  })

export const sampler = ({
  pid,
  metricsPort,
  superuserUrl
}: Watched): Effect.Effect<Effect.Effect<Sample>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({ url: Redacted.make(superuserUrl) })
    const connections = connection.query(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`
    )
    return Effect.gen(function* () {
      const metrics = yield* scrape(metricsPort)
      const of = (name: string, labels = {}) => totalOf(metrics, name, labels)
      const { rows } = yield* connections
      return [
        of("process_resident_memory_bytes") / mebibyte,
        of("rcpt_heap_used_bytes") / mebibyte,
        readdirSync(`/proc/${pid}/fd`).length,
        of("rcpt_event_loop_resources", { kind: "sockets" }),
        of("rcpt_event_loop_resources", { kind: "timers" }),
        of("rcpt_cluster_actors"),
        Object(rows[0]).count
      ]
    }).pipe(Effect.orDie)
  }).pipe(Effect.orDie)

const quantileOf = (values: ReadonlyArray<number>, quantile: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * quantile)] ?? Number.NaN
}

export interface Growth {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** The first third of a run fills caches and is left out. */
export const growthOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<Growth> => {
  const third = Math.floor(samples.length / 3)
  const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
  return measures.map(({ name, quantile, growthMax }, at) => {
    const valueIn = (part: ReadonlyArray<Sample>) =>
      quantileOf(
        part.map((sample) => sample[at]!),
        quantile
      )
    const [before, after] = [valueIn(second), valueIn(last)]
    const isFlat = after <= before * (1 + growthMax.part) + growthMax.more
    return { name, before, after, isFlat }
  })
}

/**
 * Measures and prints rates. They depend on the machine, so each is printed with a floor from the same
 * run: the rate of the layer below without our code.
 */
import { Clock, Effect } from "effect"

import { sized } from "./smoke.ts"

export interface Rate {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Milliseconds; long enough to include group commit and garbage collection. */
const measureFor = sized(4_000, 200)
const warmUpFor = sized(1_000, 100)

const now = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Runs an effect and adds its duration in milliseconds. */
export const elapsed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const startedAt = performance.now()
    const value = yield* work
    return { value, millis: performance.now() - startedAt }
  })

/** Runs `work` in a loop on `concurrency` fibers; `i` counts over all of them. */
export const rateOf = <E, R>(
  concurrency: number,
  work: (i: number) => Effect.Effect<unknown, E, R>
): Effect.Effect<Rate, E, R> =>
  Effect.gen(function* () {
    const started = yield* now
    const until = started + warmUpFor + measureFor
    const latencies: Array<number> = []
    let i = 0
    const client = Effect.gen(function* () {
      while (true) {
        const before = yield* now
        if (before > until) return
        yield* work(i++)
        const after = yield* now
        if (before > started + warmUpFor) latencies.push(after - before)
      }
    })
    yield* Effect.all(
      Array.from({ length: concurrency }, () => client),
      { concurrency: "unbounded" }
    )
    const elapsed = (yield* now) - started - warmUpFor
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
    return { perSecond: (latencies.length / elapsed) * 1000, p50: at(0.5), p99: at(0.99) }
  })

/** The median; of an even number the upper one. */
export const middle = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export interface Row {
  readonly what: string
  readonly measured: string
  readonly target?: string
}

export const perSecond = (n: number): string => `${Math.round(n).toLocaleString("en")}/s`
export const millis = (n: number): string => `${n.toFixed(1)} ms`

/** One table, at most 100 columns. */
export const print = (title: string, rows: ReadonlyArray<Row>): Effect.Effect<void> =>
  Effect.sync(() => {
    const width = Math.max(...rows.map(({ what }) => what.length))
    const measuredWidth = Math.max(24, ...rows.map(({ measured }) => measured.length))
    console.log(`\n${title}`)
    for (const { what, measured, target } of rows)
      console.log(`  ${what.padEnd(width)}  ${measured.padStart(measuredWidth)}  ${target ?? ""}`)
  })

/**
 * What a scrape answers: all metrics of this process, in the text format of Prometheus. Values that are
 * not counted as they come are asked for at each scrape, all at the same time, and never between scrapes.
 */
import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import type { Sample } from "./Meter.ts"
import { metricTable } from "./metricTable.ts"

/** Prometheus waits 10 s by default; what is not known by then is left out. */
const askWaitMax = Duration.seconds(3)

/** All series of one metric. Survives JSON: processes send it to their supervisor. */
export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyArray<Sample>
}

const asked = new Set<Effect.Effect<void>>()

/**
 * Until the scope closes, each scrape runs this before it reads: it sets gauges. One that fails has to
 * say so by what it leaves unset.
 */
export const atScrape = (ask: Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => asked.add(ask)),
      () => Effect.sync(() => asked.delete(ask))
    )
  )

const inTime = (ask: Effect.Effect<void>) =>
  ask.pipe(
    Effect.timeoutOption(askWaitMax),
    Effect.catchCause((cause) => Effect.logDebug("A metric could not be asked for", cause))
  )

const familiesOf = (process: string): ReadonlyArray<Family> =>
  Object.values(metricTable).map((meter) => {
    const { type, row } = meter
    const samples = meter.samples()
    const own = ({ name, labels, value }: Sample): Sample => ({
      name,
      labels: [["process", process], ...labels],
      value
    })
    return {
      name: row.name,
      type,
      help: row.help,
      samples: row.of === "process" ? samples.map(own) : samples
    }
  })

/** Sets what is not counted as it comes. */
export const askGauges: Effect.Effect<void> = Effect.suspend(() =>
  Effect.forEach(asked, inTime, { concurrency: "unbounded", discard: true })
)

/** `process`: which one of its node this is, from 1; its supervisor is 0. */
export const scrape = (process: number): Effect.Effect<ReadonlyArray<Family>> =>
  Effect.map(askGauges, () => familiesOf(String(process)))

/** The metrics of several processes; series of one metric must stand together. */
export const together = (
  processes: ReadonlyArray<ReadonlyArray<Family>>
): ReadonlyArray<Family> => {
  const byName = Map.groupBy(processes.flat(), ({ name }) => name)
  return [...byName.values()].map((same) => ({
    ...same[0]!,
    samples: same.flatMap(({ samples }) => samples)
  }))
}

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")

const labelText = ([name, value]: Sample["labels"][number]): string =>
  `${name}="${escaped(value).replaceAll('"', '\\"')}"`

const line = ({ name, labels, value }: Sample): string =>
  `${name}${labels.length === 0 ? "" : `{${labels.map(labelText).join(",")}}`} ${value}`

/** Of `textOf`. */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** Metrics without a series are left out. */
export const textOf = (families: ReadonlyArray<Family>): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(line)
    ])
    .map((text) => `${text}\n`)
    .join("")

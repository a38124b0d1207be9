/**
 * The answer to a scrape: all metrics of this process, in the text format of Prometheus. Values that are not
 * counted as they come are asked for at each scrape, all at the same time, and never between scrapes.
 */
import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import type { Sample } from "./Meter.ts"
import { metricTable } from "./metricTable.ts"

/** A gauge that is not known by then is left out. Prometheus waits 10 s by default. */
const askWaitMax = Duration.seconds(3)

/** All series of one metric. A family survives JSON, as which processes send it to their supervisor. */
export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyArray<Sample>
}

const asked = new Set<Effect.Effect<void>>()

/**
 * Runs `ask` before each scrape reads, until the scope closes: it sets gauges. If it fails, the gauges that it
 * left unset show that.
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

/** Sets all gauges that are not counted as their values come. */
export const askGauges: Effect.Effect<void> = Effect.suspend(() =>
  Effect.forEach(asked, inTime, { concurrency: "unbounded", discard: true })
)

/** Reads all metrics. `process` is the number of this process in its node, from 1; its supervisor is 0. */
export const scrape = (process: number): Effect.Effect<ReadonlyArray<Family>> =>
  Effect.map(askGauges, () => familiesOf(String(process)))

/** Puts the metrics of several processes together: series of one metric must be in one family. */
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

/** The media type of the text that `textOf` returns. */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** Writes families in the text format of Prometheus. Metrics without a series are left out. */
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

/**
 * A reader of the text format of Prometheus that takes nothing else: every series with HELP and TYPE before
 * it, all series of a metric together, none twice, buckets that never shrink.
 */

export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Metric {
  readonly type: string
  readonly help: string
  readonly series: ReadonlyArray<Series>
}

const seriesLine = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i
const labelPattern = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/giy

const labelsIn = (text: string): Readonly<Record<string, string>> => {
  const labels: Record<string, string> = {}
  labelPattern.lastIndex = 0
  while (labelPattern.lastIndex < text.length) {
    const match = labelPattern.exec(text)
    if (match === null) throw new Error(`no labels: ${text}`)
    const [, name = "", value = ""] = match
    if (name in labels) throw new Error(`label ${name} twice: ${text}`)
    labels[name] = value
  }
  return labels
}

const valueOf = (text: string): number => {
  const value = Number(text.replace(/^\+Inf$/, "Infinity"))
  if (Number.isNaN(value)) throw new Error(`no number: ${text}`)
  return value
}

const seriesIn = (line: string): Series => {
  const [, name, labels = "", value = ""] = seriesLine.exec(line) ?? []
  if (name === undefined) throw new Error(`no series: ${line}`)
  return { name, labels: labelsIn(labels), value: valueOf(value) }
}

const histogramParts = ["_bucket", "_sum", "_count"]

const belongsTo = (metric: string, type: string, { name }: Series): boolean =>
  type === "histogram" ? histogramParts.some((part) => name === metric + part) : name === metric

/** Without one label, as a text: the series of one histogram have this in common. */
const without = ({ labels }: Series, label: string): string =>
  JSON.stringify(Object.entries(labels).filter(([name]) => name !== label))

const checkHistogram = (name: string, all: ReadonlyArray<Series>): void => {
  for (const [key, series] of Map.groupBy(all, (one) => without(one, "le"))) {
    const buckets = series.filter((one) => one.name.endsWith("_bucket"))
    const bounds = buckets.map(({ labels }) => valueOf(labels["le"]!))
    const counts = buckets.map(({ value }) => value)
    const isAscending = (values: ReadonlyArray<number>, least: number) =>
      values.every((value, at) => at === 0 || value - values[at - 1]! >= least)
    const total = series.find((one) => one.name === `${name}_count`)?.value
    const isSound =
      isAscending(bounds, Number.MIN_VALUE) &&
      isAscending(counts, 0) &&
      bounds.at(-1) === Infinity &&
      counts.at(-1) === total &&
      series.some((one) => one.name === `${name}_sum`)
    if (!isSound) throw new Error(`${name} ${key} is no histogram`)
  }
}

const checkMetric = (name: string, { type, series }: Metric): void => {
  const known = new Set<string>()
  for (const one of series) {
    const key = `${one.name} ${without(one, "")}`
    if (known.has(key)) throw new Error(`${key} twice`)
    known.add(key)
    if (!belongsTo(name, type, one)) throw new Error(`${one.name} below ${name}, a ${type}`)
    if (type !== "gauge" && one.value < 0) throw new Error(`${key} below zero`)
  }
  if (type === "histogram") checkHistogram(name, series)
}

/** Throws on anything that is not exactly the format, version 0.0.4. */
export const readMetrics = (text: string): ReadonlyMap<string, Metric> => {
  if (!text.endsWith("\n")) throw new Error("the last line has no end")
  const metrics = new Map<string, Metric>()
  const blocks = text.split(/^(?=# HELP )/m)
  for (const block of blocks) {
    const [first = "", second = "", ...rest] = block.trimEnd().split("\n")
    const [, name = "", help = ""] = /^# HELP (\S+) (\S.*)$/.exec(first) ?? []
    const [, of, type = ""] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(second) ?? []
    if (name === "" || of !== name) throw new Error(`no head of a metric: ${first} / ${second}`)
    if (metrics.has(name)) throw new Error(`${name} twice`)
    const metric = { type, help, series: rest.map(seriesIn) }
    checkMetric(name, metric)
    metrics.set(name, metric)
  }
  return metrics
}

/** The sum of the series of a metric, or of a part of a histogram, that have all of these labels. */
export const totalOf = (
  metrics: ReadonlyMap<string, Metric>,
  name: string,
  labels: Readonly<Record<string, string>> = {}
): number =>
  [...metrics.values()]
    .flatMap(({ series }) => series)
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)

/** The metrics of this process as OTLP has them (opentelemetry.proto.metrics.v1), names and units as at `/metrics`. */
import type { OtlpMetrics } from "effect/observability"
import { OtlpResource } from "effect/observability"

import { Histogram } from "../metrics/Meter.ts"
import type { Counter, Gauge, Meter, Sample } from "../metrics/Meter.ts"

type Metric =
  OtlpMetrics.MetricsData["resourceMetrics"][number]["scopeMetrics"][number]["metrics"][number]

/** AGGREGATION_TEMPORALITY_CUMULATIVE: since the process started. */
const cumulative = 2

/** Nanoseconds since 1970, as decimal digits. */
export interface Span {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

const attributesOf = (labels: Sample["labels"], own: Sample["labels"]) =>
  OtlpResource.entriesToAttributes([...own, ...labels].map(([name, value]) => [name, value]))

const numbersOf = (meter: Counter | Gauge, span: Span, own: Sample["labels"]) =>
  meter.samples().map(({ labels, value }) => ({
    ...span,
    attributes: attributesOf(labels, own),
    asDouble: value
  }))

const distributionsOf = (meter: Histogram, span: Span, own: Sample["labels"]) =>
  meter.distributions().map(({ labels, counts, sum }) => ({
    ...span,
    attributes: attributesOf(labels, own),
    count: counts.reduce((total, count) => total + count, 0),
    sum,
    bucketCounts: counts,
    explicitBounds: [...meter.bounds]
  }))

const pointsOf = (meter: Meter, span: Span, own: Sample["labels"]): Partial<Metric> => {
  if (meter instanceof Histogram)
    return {
      histogram: {
        aggregationTemporality: cumulative,
        dataPoints: distributionsOf(meter, span, own)
      }
    }
  const dataPoints = numbersOf(meter, span, own)
  if (meter.type === "gauge") return { gauge: { dataPoints } }
  return { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } }
}

/** `process`: which one of its node this is. Metrics without a series are left out. */
export const metricsOf = (
  meters: ReadonlyArray<Meter>,
  span: Span,
  process: number
): Array<Metric> =>
  meters
    .filter((meter) => meter.samples().length > 0)
    .map((meter) => {
      const { name, help, unit } = meter.row
      const own: Sample["labels"] = meter.row.of === "process" ? [["process", String(process)]] : []
      return { name, description: help, unit, ...pointsOf(meter, span, own) }
    })

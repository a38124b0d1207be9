/** Which metrics and labels an expression of PromQL names. */
import { metricTable } from "@rcpt/service/platform/metrics/metricTable"

interface Named {
  readonly name: string
  readonly labels: ReadonlyArray<string>
}

/** Metrics of Prometheus itself that our expressions use. */
const ofPrometheus = ["up"]

/** Labels that Prometheus adds to what it scrapes; `le` is of the buckets of a histogram. */
const labelsAdded = ["job", "instance", "process", "le"]

const rows = Object.values(metricTable).map(({ row, type }) => ({ type, ...row }))

const seriesOf = ({ name, type }: (typeof rows)[number]): ReadonlyArray<string> =>
  type === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name]

/** A name with its selector; names of functions are followed by a parenthesis. */
export const namedIn = (expression: string): ReadonlyArray<Named> =>
  [
    ...expression.matchAll(/\b(up|(?:rcpt|process|nodejs)_[a-z_]+[a-z])\b(?!\()(?:\{([^}]*)\})?/g)
  ].map(([, name = "", selector = ""]) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label)
  }))

/** Labels after `by`. */
const groupedBy = (expression: string): ReadonlyArray<string> =>
  [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/))

/** What does not exist, in words. */
export const mistakesIn = (expression: string): ReadonlyArray<string> => {
  const named = namedIn(expression)
  const known = named.flatMap(({ name }) => rows.filter((row) => seriesOf(row).includes(name)))
  const labels = [...labelsAdded, ...known.flatMap((row) => Object.keys(row.labels))]
  return [
    ...(named.length === 0 ? [`no metric in ${expression}`] : []),
    ...named
      .map(({ name }) => name)
      .filter((name) => !ofPrometheus.includes(name))
      .filter((name) => !rows.some((row) => seriesOf(row).includes(name))),
    ...[...named.flatMap((one) => one.labels), ...groupedBy(expression)].filter(
      (label) => !labels.includes(label)
    )
  ]
}

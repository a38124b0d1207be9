/**
 * The list of metrics in Markdown, for operators: packages/service/METRICS.md. As a program it writes that
 * file: `node packages/cli/bin/run.mjs docs`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { table } from "@rcpt/docs/generate/markdown"
import { withTables } from "@rcpt/docs/generate/withTables"

import type { LabelValues } from "../../platform/metrics/Meter.ts"
import { metricTable } from "../../platform/metrics/metricTable.ts"

export const metricListPath = join(import.meta.dirname, "../../../METRICS.md")

const heads = ["metric", "type", "unit", "labels", "meaning"]

/** More values are not listed. */
const valuesShownMax = 9

const labelText = ([name, values]: [string, LabelValues]): string =>
  values === "named" || values.length > valuesShownMax
    ? `\`${name}\``
    : `\`${name}\`: ${values.join(", ")}`

const metricList = (): string =>
  table(
    heads,
    Object.values(metricTable).map(({ type, row }) => {
      const labels: ReadonlyArray<[string, LabelValues]> = Object.entries(row.labels)
      const own: ReadonlyArray<string> = row.of === "process" ? ["`process`"] : []
      const all = [...own, ...labels.map(labelText)].join("; ")
      return [`\`${row.name}\``, type, row.unit, all, row.help]
    })
  )

/** The page with an up-to-date list. */
export const withMetricList = (page: string): string => withTables(page, { metricList })

if (import.meta.main)
  writeFileSync(metricListPath, withMetricList(readFileSync(metricListPath, "utf8")))

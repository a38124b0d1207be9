import { readFileSync } from "node:fs"

import { metricListPath, withMetricList } from "@rcpt/service/operations/metrics/metricList"
import { metricTable } from "@rcpt/service/platform/metrics/metricTable"

import { assert, describe, it } from "../support/vitest.ts"

const page = readFileSync(metricListPath, "utf8")

describe("The list of metrics for operators", () => {
  it("is up to date (node packages/cli/bin/run.mjs docs)", () => {
    assert.include(page, "<!-- made by metricList -->")
    assert.strictEqual(page, withMetricList(page))
  })

  it("is about metrics that exist, and labels that they have", () => {
    const known = new Map(Object.values(metricTable).map(({ row }) => [row.name, row.labels]))
    for (const [, name = "", label] of page.matchAll(/\b(rcpt_\w+)(?:\{(\w+)=)?/g)) {
      assert.isTrue(known.has(name), name)
      if (label !== undefined) assert.property(known.get(name), label)
    }
  })
})

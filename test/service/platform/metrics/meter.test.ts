import { Counter, Gauge, Histogram } from "@rcpt/service/platform/metrics/Meter"
import type { LabelValues, Meter, MetricRow } from "@rcpt/service/platform/metrics/Meter"
import { metricTable } from "@rcpt/service/platform/metrics/metricTable"
import { textOf, together } from "@rcpt/service/platform/metrics/scrape"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"
import { readMetrics, totalOf } from "./readMetrics.ts"

const row = <Label extends string>(
  name: string,
  labels: Readonly<Record<Label, LabelValues>>
): MetricRow<Label> => ({ name, unit: "things", help: "Some.", labels, of: "process" })

const familyOf = (meter: Meter) => ({
  name: meter.row.name,
  type: meter.type,
  help: meter.row.help,
  samples: meter.samples()
})

const shown = (...meters: ReadonlyArray<Meter>) => readMetrics(textOf(meters.map(familyOf)))

describe("A label", () => {
  it("has no value but those of its list: any other counts as other", () => {
    const counter = new Counter(row("c_total", { mode: ["fast", "deep"], who: ["a"] }))
    counter.add({ mode: "fast", who: "a" })
    counter.add({ mode: "ann@acme.test", who: "a" })
    counter.add({ mode: "bob@acme.test", who: "a" }, 2)
    const metrics = shown(counter)
    assert.strictEqual(totalOf(metrics, "c_total", { mode: "fast" }), 1)
    assert.strictEqual(totalOf(metrics, "c_total", { mode: "other", who: "a" }), 3)
    assert.lengthOf(metrics.get("c_total")!.series, 3)
  })

  it("of names has at most a thousand values, and what comes later is still counted", () => {
    const counter = new Counter(row("c_total", { route: "named" }))
    for (let at = 0; at < 5_000; at++) counter.add({ route: `/page/${at}` })
    const metrics = shown(counter)
    assert.lengthOf(metrics.get("c_total")!.series, 1_001)
    assert.strictEqual(totalOf(metrics, "c_total"), 5_000)
  })

  it("is written so that no value can end it", () => {
    const counter = new Counter(row("c_total", { name: "named" }))
    counter.add({ name: 'a"b\\c\nd' })
    assert.strictEqual(totalOf(shown(counter), "c_total", { name: 'a\\"b\\\\c\\nd' }), 1)
  })
})

describe("A metric without labels", () => {
  it("is there before it has counted anything", () => {
    const seconds = new Histogram(row("s", {}), [1])
    assert.strictEqual(totalOf(shown(new Counter(row("c_total", {})), seconds), "s_count"), 0)
    assert.isTrue(shown(new Counter(row("c_total", {}))).has("c_total"))
  })

  it("that nobody has set says nothing", () =>
    assert.strictEqual(textOf([familyOf(new Gauge(row("g", {})))]), ""))
})

describe("A counter", () => {
  it("of few series has all of them from the start, so that the first count is seen", () => {
    const counter = new Counter(row("x_total", { a: ["x", "y"], b: ["1", "2"] }))
    counter.add({ a: "x", b: "2" })
    assert.deepStrictEqual(
      counter
        .samples()
        .map(({ labels, value }) => [labels.map(([, text]) => text).join(""), value]),
      [
        ["x1", 0],
        ["x2", 1],
        ["y1", 0],
        ["y2", 0]
      ]
    )
  })

  it("of names, or of many series, has those that were counted", () => {
    const many = Array.from({ length: 257 }, (_, value) => String(value))
    for (const values of ["named", many] as const) {
      const counter = new Counter(row("x_total", { a: values }))
      assert.deepStrictEqual(counter.samples(), [])
      counter.add({ a: "1" })
      assert.lengthOf(counter.samples(), 1)
    }
  })
})

describe("A gauge", () => {
  it("adds up what has the same labels, and forgets what is not set again", () => {
    const gauge = new Gauge(row("g", { provider: ["google"] }))
    gauge.set([
      [{ provider: "google" }, 1],
      [{ provider: "acme.test" }, 2],
      [{ provider: "else.test" }, 3]
    ])
    assert.strictEqual(totalOf(shown(gauge), "g", { provider: "other" }), 5)
    gauge.set([[{ provider: "google" }, 7]])
    assert.strictEqual(totalOf(shown(gauge), "g"), 7)
  })
})

describe("A histogram", () => {
  it("has each value in all buckets that it is not above, whatever the values", () =>
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), (values) => {
        const histogram = new Histogram(row("s", { mode: ["fast"] }), [0.5, 1, 10])
        for (const value of values) histogram.record({ mode: "fast" }, value)
        const metrics = values.length === 0 ? new Map() : shown(histogram)
        for (const bound of [0.5, 1, 10]) {
          const within = values.filter((value) => value <= bound).length
          assert.strictEqual(totalOf(metrics, "s_bucket", { le: String(bound) }), within)
        }
        assert.strictEqual(totalOf(metrics, "s_count"), values.length)
        const sum = values.reduce((one, other) => one + other, 0)
        assert.closeTo(totalOf(metrics, "s_sum"), sum, 1e-6)
      })
    ))
})

describe("The metrics of several processes", () => {
  it("stand together, each with its head once", () => {
    const one = familyOf(new Counter(row("c_total", {})))
    const as = (process: string) => [
      {
        ...one,
        samples: one.samples.map((s) => ({ ...s, labels: [["process", process]] as const }))
      }
    ]
    const metrics = readMetrics(textOf(together([as("1"), as("2")])))
    assert.lengthOf(metrics.get("c_total")!.series, 2)
  })
})

describe("The table of metrics", () => {
  const meters = Object.values(metricTable)

  it("has each name once, as Prometheus wants it", () => {
    assert.strictEqual(new Set(meters.map(({ row }) => row.name)).size, meters.length)
    for (const { type, row } of meters) {
      assert.match(row.name, /^(?:rcpt|process)_[a-z0-9_]*[a-z]$/)
      assert.strictEqual(row.name.endsWith("_total"), type === "counter", row.name)
      assert.match(row.help, /^[A-Z1].*\.$/, row.name)
      for (const label of Object.keys(row.labels)) assert.match(label, /^[a-z]+$/, row.name)
      assert.notProperty(row.labels, "process")
    }
  })

  it("says the unit of what is measured in the name", () => {
    for (const { row } of meters)
      for (const unit of ["seconds", "bytes"])
        if (row.unit === unit) assert.match(row.name, new RegExp(`_${unit}(?:_total)?$`))
  })
})

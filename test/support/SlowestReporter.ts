/**
 * Names the files that took the most processor time at the end of a run (processorTime.setup.ts), and keeps the
 * times of all for the budget (test/start/budget.test.ts).
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import type { Reporter, TestModule } from "vitest/node"

/** Seconds of a file of tests. */
export interface FileTime {
  readonly path: string
  readonly processor: number
  readonly clock: number
}

/** The times of the last whole run of the first tier (test/tiers.json). `npm ci` empties the folder. */
export const timesFile = join(import.meta.dirname, "../../node_modules/.cache/rcpt-test-times.json")

const shownMax = 20

const timeOf = (module: TestModule): FileTime => ({
  path: module.relativeModuleId,
  processor: (module.meta().processorMillis ?? 0) / 1_000,
  clock: module.diagnostic().duration / 1_000
})

const sum = (times: ReadonlyArray<FileTime>, of: keyof Omit<FileTime, "path">): string =>
  times.reduce((all, time) => all + time[of], 0).toFixed(0)

const line = ({ path, processor, clock }: FileTime): string =>
  `   ${processor.toFixed(1).padStart(6)} ${clock.toFixed(1).padStart(6)}  ${path}\n`

export default class SlowestReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const times = modules.map(timeOf).toSorted((a, b) => b.processor - a.processor)
    const title = `Seconds of processor time and of the clock: ${sum(times, "processor")} and ${sum(times, "clock")} in ${times.length} files, most of them in`
    process.stderr.write(`\n ${title}\n${times.slice(0, shownMax).map(line).join("")}`)
    if (process.env["TEST_TIER"] !== "first") return
    mkdirSync(dirname(timesFile), { recursive: true })
    writeFileSync(timesFile, JSON.stringify(times, undefined, 1))
  }
}

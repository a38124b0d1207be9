/**
 * Reports at the end of a run which tests were skipped and why: a test that did not run must not
 * look like one that passed.
 */
import type { Reporter, TestModule } from "vitest/node"

/** The start of the reason that needs.ts puts into a test's name. */
export const skipReason = "(needs "

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")])
    // With -t all other tests are skipped on purpose.
    const tests = skipped.filter(({ fullName }) => fullName.includes(skipReason))
    if (tests.length === 0) return
    const lines = tests.map(({ fullName }) => `   ${fullName}\n`)
    process.stderr.write(`\n Skipped:\n${lines.join("")}`)
  }
}

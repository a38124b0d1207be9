/**
 * Says at the end of a run which tests it left out, and why: what is not run must not look like
 * what passed.
 */
import type { Reporter, TestModule } from "vitest/node"

/** How needs.ts writes the reason into a name. */
export const whyLeftOut = "(needs "

export default class LeftOut implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")])
    // A run of one test alone (-t) skips all others: that was asked for.
    const tests = skipped.filter(({ fullName }) => fullName.includes(whyLeftOut))
    if (tests.length === 0) return
    const lines = tests.map(({ fullName }) => `   ${fullName}\n`)
    process.stderr.write(`\n Left out:\n${lines.join("")}`)
  }
}

/** The first tier stays one that a newcomer waits for: no file of it takes long (test/tiers.json). */
import { existsSync, readFileSync } from "node:fs"

import { assert, it } from "@effect/vitest"

import { describeWith } from "../support/needs.ts"
import { type FileTime, timesFile } from "../support/SlowestReporter.ts"

/** Seconds of processor time that a file may take on a quiet machine. */
const budget = 10
/** Shared cores and caches double the processor time of the same work. */
const busyFactor = 2

/** `.ci/run` runs the first tier before this one. */
const times = { name: "a whole run of npm test", found: existsSync(timesFile), installable: true }

describeWith(times, "A file of the first tier", () => {
  it(`takes at most ${budget} s of processor time`, () => {
    const files: ReadonlyArray<FileTime> = JSON.parse(readFileSync(timesFile, "utf8"))
    const beyond = files
      .filter(({ processor }) => processor > budget * busyFactor)
      .map(({ path, processor }) => `${path}: ${processor.toFixed(1)} s`)
    assert.deepStrictEqual(beyond, [], "split it, make it cheaper, or move it (test/tiers.json)")
  })
})

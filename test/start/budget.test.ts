/** The first tier stays one that a newcomer waits for: no file of it takes long (test/tiers.json). */
import { existsSync, readFileSync } from "node:fs"

import { describeWith } from "../support/needs.ts"
import { type FileTime, timesFile } from "../support/SlowestReporter.ts"
import { assert, it } from "../support/vitest.ts"

/**
 * The part of the tier's processor time that one file may take. Seconds would judge the machine: the same work takes
 * twice as many where cores and caches are shared. The whole takes some 375 s on a quiet one, so this is 19 s there.
 */
const shareMax = 0.05

/** `.ci/run` runs the first tier before this one. */
const times = { name: "a whole run of npm test", found: existsSync(timesFile), installable: true }

describeWith(times, "A file of the first tier", () => {
  it(`takes at most ${shareMax * 100} % of the tier's processor time`, () => {
    const files: ReadonlyArray<FileTime> = JSON.parse(readFileSync(timesFile, "utf8"))
    const whole = files.reduce((sum, { processor }) => sum + processor, 0)
    const beyond = files
      .filter(({ processor }) => processor > whole * shareMax)
      .map(({ path, processor }) => `${path}: ${processor.toFixed(1)} s`)
    assert.deepStrictEqual(beyond, [], "split it, make it cheaper, or move it (test/tiers.json)")
  })
})

/** How tests run: four files at a time, one bundle and one Postgres for all of them. */
import { fileURLToPath } from "node:url"

import { defineConfig } from "vitest/config"

import FailuresReporter from "./support/FailuresReporter.ts"
import { useOwnEnvironment } from "./support/ownEnvironment.ts"

useOwnEnvironment()

/** `.ci/run` counts from this file; nobody else asks for it. */
const report = process.env["TEST_REPORT"]

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/processorTime.setup.ts"],
    globalSetup: ["test/support/bundle.global.ts", "test/support/postgres.global.ts"],
    reporters: [
      "default",
      "./test/support/SkippedReporter.ts",
      "./test/support/SlowestReporter.ts",
      ...(report === undefined ? [] : [new FailuresReporter({ file: report })])
    ],
    // Own processes: a test that starts or kills Postgres needs the main thread of one.
    pool: "forks",
    // Files of a worker share its modules: loading them anew for each was a tenth of the run.
    isolate: false,
    // On the two cores of a small CI machine, two workers left a third of the time unused: tests wait for
    // processes that start, and for timers.
    maxWorkers: 4,
    // Milliseconds, for a machine under load: a test that hangs is found, a slow one is not accused.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})

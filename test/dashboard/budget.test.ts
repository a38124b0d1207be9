import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import { assert, describe, it } from "@effect/vitest"
import { buildDashboard } from "@rcpt/cli/dashboard/buildDashboard"
import { dashboardPlace } from "@rcpt/cli/dashboard/dashboardFolder"
import { Effect } from "effect"

/** Bytes after gzip: what a phone on a slow connection downloads in a second. */
const scriptMax = 120_000

/** The files named in the page are those every visitor loads: the entry and its static imports. */
const loadedFirst = (folder: string, ending: string): ReadonlyArray<string> =>
  [
    ...readFileSync(join(folder, "index.html"), "utf8").matchAll(
      /(?:src|href)="(\/assets\/[^"]+)"/g
    )
  ]
    .map(([, path = ""]) => path)
    .filter((path) => path.endsWith(ending))

const sizeOf = (folder: string, paths: ReadonlyArray<string>): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0)

describe("The dashboard", () => {
  it.live(
    "loads at most 120 kB of scripts before its first page",
    () =>
      Effect.gen(function* () {
        const { folder, isBuilt } = yield* dashboardPlace(".rcpt")
        if (!isBuilt) yield* buildDashboard(folder)
        const scripts = loadedFirst(folder, ".js")
        assert.isNotEmpty(scripts)
        const script = sizeOf(folder, scripts)
        const style = sizeOf(folder, loadedFirst(folder, ".css"))
        process.stdout.write(` First load by gzip: scripts ${script} B, styles ${style} B\n`)
        assert.isAtMost(script, scriptMax)
      }),
    { timeout: 90_000 }
  )
})

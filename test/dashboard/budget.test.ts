import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import { dashboardPlace, dashboardSources } from "@rcpt/cli/builds"
import { buildDashboard } from "@rcpt/tools/buildDashboard"
import { Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"

/** Bytes after gzip: what a phone on a slow connection downloads in a second. */
const scriptMax = 120_000

/** Bytes. A font is compressed already. */
const fontMax = 30_000

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
    function* () {
      const { folder, isBuilt } = dashboardPlace(".rcpt")
      if (!isBuilt) yield* Effect.promise(() => buildDashboard(folder))
      const scripts = loadedFirst(folder, ".js")
      assert.isNotEmpty(scripts)
      const script = sizeOf(folder, scripts)
      const style = sizeOf(folder, loadedFirst(folder, ".css"))
      process.stdout.write(` First load by gzip: scripts ${script} B, styles ${style} B\n`)
      assert.isAtMost(script, scriptMax)
    },
    { timeout: 90_000 }
  )

  it.live(
    "has one font of its own, below 30 kB, with its licence beside the source",
    function* () {
      const { folder, isBuilt } = dashboardPlace(".rcpt")
      if (!isBuilt) yield* Effect.promise(() => buildDashboard(folder))
      const fonts = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".woff2"))
      assert.lengthOf(fonts, 1)
      assert.isBelow(statSync(join(folder, "assets", fonts[0]!)).size, fontMax)
      // Loaded with the page, not after its style sheet.
      assert.deepStrictEqual(loadedFirst(folder, ".woff2"), [`/assets/${fonts[0]}`])
      const licence = readFileSync(join(dashboardSources, "src/fonts/OFL.txt"), "utf8")
      assert.include(licence, "SIL OPEN FONT LICENSE")
    },
    { timeout: 90_000 }
  )
})

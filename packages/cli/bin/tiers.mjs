/**
 * The tiers of the tests. `npm test` runs what proves the product right on one machine, in minutes. What stands in
 * test/tiers.json is left to `npm run test:all`, which `.ci/run` runs next; test/chaos and full sizes are for
 * `npm run test:long`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

import { root } from "./npm.mjs"

/**
 * Folders, and files of tests without their ending, each group with what it needs that would keep a newcomer waiting.
 * `except`: those of a folder that `npm test` runs.
 */
const laterGroups = () => JSON.parse(readFileSync(join(root, "test", "tiers.json"), "utf8")).later

/** They take their sizes from test/support/scale.ts, and `npm run test:long` runs them at full length. */
const scale = "/support/scale.ts"

/** The folder whose own files are for `npm run test:long` alone; those in its folders take a quarter of an hour. */
const longFolder = "test/chaos"

const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)

const filesOf = (path) =>
  existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
    ? testsIn(path)
    : [`${path}.test.ts`]

const scaledTests = () =>
  testsIn("test")
    .filter((path) => !path.startsWith(`${longFolder}/`))
    .filter((path) => readFileSync(join(root, path), "utf8").includes(scale))

/**
 * Paths of files from the root of the repository. `later`: for `test:all`. `long`: for `test:long`. `scaled`: those
 * of `long` that `later` has too, with smaller sizes.
 */
export const tiers = () => {
  const scaled = scaledTests()
  const chaos = testsIn(longFolder)
  return {
    later: laterGroups().flatMap(({ paths, except = [] }) =>
      paths
        .flatMap((path) => filesOf(path))
        .filter((path) => !except.includes(path.replace(/\.test\.ts$/, "")))
    ),
    long: [...chaos.filter((path) => path.split("/").length === 3), ...scaled],
    scaled
  }
}

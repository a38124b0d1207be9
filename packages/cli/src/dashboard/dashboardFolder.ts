/**
 * The folder of the built dashboard. Its name is a hash of everything that goes into the build, so that
 * the dashboard is built again only when something of that changes.
 */
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { access, mkdir, readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"

import { Effect } from "effect"

export const repository = join(import.meta.dirname, "../../../..")
export const sources = join(repository, "packages/dashboard")

/** Where a package from npm has it built, from its root: there are no sources. */
export const packedDashboard = "packages/dashboard/dist/packed"

/** What the build reads of the sources. */
const inputs = ["index.html", "package.json", "vite.config.ts", "build", "public", "src"]

/** The only code of `api` in the build: everything else is imported as a type. */
const apiModule = join(repository, "packages/api/src/emailColumn.ts")

const filesIn = async (path: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return entries.length === 0 ? [path] : files.map(({ parentPath, name }) => join(parentPath, name))
}

/** Characters: 48 bits are enough to tell the builds on one machine apart. */
const hashChars = 12

/** A build, what is left of a killed one, or the reason of a failure; beside a named folder lies other data. */
export const isOfBuild = (name: string): boolean =>
  new RegExp(`^[0-9a-f]{${hashChars}}(?:\\.|$)`).test(name)

const hashOfSources = async (): Promise<string> => {
  const inputFiles = await Promise.all(inputs.map((name) => filesIn(join(sources, name))))
  // The lock file stands for the versions of React and Vite.
  const all = [...inputFiles.flat().toSorted(), apiModule, join(repository, "package-lock.json")]
  const texts = await Promise.all(all.map((file) => readFile(file)))
  const hash = createHash("sha256")
  for (const [index, file] of all.entries()) {
    hash.update(`${relative(repository, file)} ${texts[index]!.length}\n`).update(texts[index]!)
  }
  return hash.digest("hex").slice(0, hashChars)
}

const isWritable = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false
  )

export interface Place {
  readonly folder: string
  readonly isBuilt: boolean
}

/** Beside the sources, or in `dataDir` if that is not writable, as in a container image. */
export const dashboardPlace = (dataDir: string): Effect.Effect<Place> =>
  Effect.promise(async () => {
    const packed = join(repository, packedDashboard)
    if (await exists(packed)) return { folder: packed, isBuilt: true }
    const hash = await hashOfSources()
    const folder = join(sources, "dist", hash)
    if (await exists(folder)) return { folder, isBuilt: true }
    if (await isWritable(join(sources, "dist"))) return { folder, isBuilt: false }
    const own = join(dataDir, "dashboard", hash)
    return { folder: own, isBuilt: await exists(own) }
  })

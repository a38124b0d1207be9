/**
 * Where the dashboard lies once it is built: a folder named for all that it is made from, so that it
 * is built when something of that has changed, and never otherwise.
 */
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { access, mkdir, readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"

import { Effect } from "effect"

export const repository = join(import.meta.dirname, "../../../..")
export const sources = join(repository, "packages/dashboard")

/** Of its folder, those that the build reads; types of `api` vanish in it. */
const read = ["index.html", "package.json", "vite.config.ts", "build", "public", "src"]

const filesIn = async (path: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return entries.length === 0 ? [path] : files.map(({ parentPath, name }) => join(parentPath, name))
}

/** Characters: 48 bits are enough to tell builds of one machine apart. */
const hashChars = 12

const hashOfSources = async (): Promise<string> => {
  const found = await Promise.all(read.map((name) => filesIn(join(sources, name))))
  // React and Vite are what the lock file says.
  const all = [...found.flat().toSorted(), join(repository, "package-lock.json")]
  const texts = await Promise.all(all.map((file) => readFile(file)))
  const hash = createHash("sha256")
  for (const [place, file] of all.entries()) {
    hash.update(`${relative(repository, file)} ${texts[place]!.length}\n`).update(texts[place]!)
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

/** Beside the sources; in `dataDir` where those are not ours to write to, as in an image. */
export const dashboardPlace = (dataDir: string): Effect.Effect<Place> =>
  Effect.promise(async () => {
    const hash = await hashOfSources()
    const folder = join(sources, "dist", hash)
    if (await exists(folder)) return { folder, isBuilt: true }
    if (await isWritable(join(sources, "dist"))) return { folder, isBuilt: false }
    const own = join(dataDir, "dashboard", hash)
    return { folder: own, isBuilt: await exists(own) }
  })

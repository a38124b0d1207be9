/**
 * Builds into a folder that is named by a hash of its sources. The build is made beside it and renamed into place, so
 * that a reader sees the whole of it or none, even when two builds run at the same time or one is killed.
 */
import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

import { isOfBuild } from "@rcpt/cli/builds"

/** Milliseconds after which builds of other sources, and the remains of killed builds, are removed. */
const keptFor = 24 * 3_600_000

const moveTo = async (folder: string, built: string): Promise<void> => {
  try {
    await rename(built, folder)
  } catch (error) {
    // Another build of the same sources may be there already.
    if (!existsSync(folder)) throw error
  }
}

const removeOld = async (parent: string): Promise<void> => {
  const now = Date.now()
  for (const name of (await readdir(parent)).filter(isOfBuild)) {
    const path = join(parent, name)
    if (now - (await stat(path)).mtimeMs > keptFor) await rm(path, { recursive: true, force: true })
  }
}

/** `write` fills the folder that it is given. A build that fails or is stopped leaves nothing behind. */
export const buildOnce = async (
  folder: string,
  write: (unfinished: string) => Promise<void>
): Promise<void> => {
  const unfinished = `${folder}.${randomUUID()}.part`
  await mkdir(dirname(folder), { recursive: true })
  try {
    await write(unfinished)
    await moveTo(folder, unfinished)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  // Another build may remove the same folders at this moment.
  await removeOld(dirname(folder)).catch(() => {})
}

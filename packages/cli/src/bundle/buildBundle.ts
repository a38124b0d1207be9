/**
 * Builds the bundle in a temporary folder and renames it into place: a reader sees the whole or nothing, even
 * when two builds run at the same time or one is killed.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs"
import { dirname, join, relative } from "node:path"

import { rolldown } from "rolldown"
import type { Plugin } from "rolldown"

import { bundleFolder, bundlesFolder, packedFolder, repository } from "./bundleFile.ts"

/**
 * The framework is half of the modules, and its packages have one licence. Other packages stay outside: some look for files beside their code, and
 * each has a licence of its own.
 */
const isBundled = (id: string): boolean => /^(?:\.|\/|@rcpt\/|effect(?:\/|$)|@effect\/)/.test(id)

/** The sources tell where their files are by their own place, which is the bundle's in the bundle. */
const ownPlaces = (folder: string): Plugin => ({
  name: "own-places",
  transform: (code, id) => {
    if (!id.startsWith(join(repository, "packages")) || !code.includes("import.meta")) return
    const path = JSON.stringify(relative(folder, id))
    const file = `process.getBuiltinModule("path").join(import.meta.dirname, ${path})`
    const values: Readonly<Record<string, string>> = {
      dirname: `process.getBuiltinModule("path").dirname(${file})`,
      filename: file,
      main: "false",
      url: `process.getBuiltinModule("url").pathToFileURL(${file}).href`
    }
    return code.replace(/\bimport\.meta\.(\w+)/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`import.meta.${name} has no value in the bundle`)
      return value
    })
  }
})

/** What an escape would change: a character that a backslash escapes, and a text that is taken as it is written. */
const notEscapable = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/

/** V8 keeps the text of a file in two octets a character if one of them is beyond Latin-1: 3 MB of this bundle. */
const inAscii: Plugin = {
  name: "in-ascii",
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue
      if (notEscapable.test(file.code))
        throw new Error(`A character in ${file.fileName} cannot be escaped`)
      file.code = file.code.replace(
        /[\u0080-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
      )
    }
  }
}

/** `as`: where it will lie, with the sources around it. */
const writeBundle = async (folder: string, as: string): Promise<void> => {
  const build = await rolldown({
    input: { runCommand: join(repository, "packages/cli/src/runCommand.ts") },
    platform: "node",
    external: (id) => !isBundled(id),
    plugins: [ownPlaces(as), inAscii],
    onwarn: (warning) => {
      throw new Error(warning.message)
    }
  })
  await build.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: false, jsdoc: false }
  })
  await build.close()
}

/** Milliseconds after which bundles of other sources, and the remains of killed builds, are removed. */
const keptFor = 24 * 3_600_000

const removeOld = (now: number): void => {
  try {
    for (const name of readdirSync(bundlesFolder)) {
      const path = join(bundlesFolder, name)
      if (now - statSync(path).mtimeMs > keptFor) rmSync(path, { recursive: true, force: true })
    }
  } catch {
    // Another start removes the same folders at this moment.
  }
}

const moveTo = (folder: string, built: string): void => {
  try {
    renameSync(built, folder)
  } catch (error) {
    // Another build of the same sources may be there already.
    if (!existsSync(folder)) throw error
  }
}

/** Into the package of the command that is made in `root`, with the framework's licence. */
export const packBundle = async (root: string): Promise<void> => {
  const folder = join(root, relative(repository, packedFolder))
  await writeBundle(folder, packedFolder)
  copyFileSync(join(repository, "node_modules/effect/LICENSE"), join(folder, "LICENSE-effect"))
}

/** If there is none of these sources. */
export const buildBundle = async (): Promise<void> => {
  const folder = bundleFolder()
  if (existsSync(folder)) return
  const unfinished = `${folder}.${process.pid}.part`
  mkdirSync(dirname(folder), { recursive: true })
  try {
    await writeBundle(unfinished, folder)
    moveTo(folder, unfinished)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOld(Date.now())
}

/**
 * Bundles the command line, if there is no bundle of these sources: `node packages/tools/src/buildBundle.ts`. Where
 * that fails, the command line runs from its sources.
 */
import { copyFileSync, existsSync } from "node:fs"
import { join, relative } from "node:path"

import { bundleFolder, packedBundle, repository } from "@rcpt/cli/builds"
import type { Plugin } from "rolldown"

import { buildOnce } from "./buildOnce.ts"

/**
 * The framework is half of the modules, and its packages have one licence. Other packages stay outside: some look
 * for files beside their code, and each has its own licence.
 */
const isBundled = (id: string): boolean => /^(?:\.|\/|@rcpt\/|effect(?:\/|$)|@effect\/)/.test(id)

/** The sources find their files by `import.meta`, which is the bundle's in the bundle: it is replaced by theirs. */
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

/** An escape would change these: a character that a backslash escapes, and a text that is taken as it is written. */
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

/** Writes the bundle into `folder`. `as` is where it will lie, with the sources around it. */
const writeBundle = async (folder: string, as: string): Promise<void> => {
  // Nearly every start finds a bundle: the bundler takes as long to load as to find that out.
  const { rolldown } = await import("rolldown")
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

/** Writes the bundle into the package of the command that is made in `root`, with the framework's licence. */
export const packBundle = async (root: string): Promise<void> => {
  const folder = join(root, relative(repository, packedBundle))
  await writeBundle(folder, packedBundle)
  copyFileSync(join(repository, "node_modules/effect/LICENSE"), join(folder, "LICENSE-effect"))
}

export const buildBundle = async (): Promise<void> => {
  const folder = bundleFolder()
  if (!existsSync(folder)) await buildOnce(folder, (unfinished) => writeBundle(unfinished, folder))
}

if (import.meta.main)
  await buildBundle().catch(({ message }) => {
    process.stderr.write(`rcpt runs from its sources, which takes more memory: ${message}\n`)
  })

/**
 * Builds a package for npm: `buildPackage.mjs <build | pack> [package]`, by default the command. Node strips no types under
 * node_modules, and packages of ours are not published one by one, so what is published is JavaScript with our
 * packages in it, their types beside it, and a package.json that names only what comes from outside. A
 * checkout runs from its TypeScript, the command from a bundle of it (cli/src/bundle).
 *
 * What a package offers is what its `exports` say: `./src/Rcpt.ts`, or `./src/*.ts` for all files.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join, posix, relative } from "node:path"

import { rolldown } from "rolldown"

import { makeCommand } from "./buildCommand.mjs"
import { npm, root } from "./npm.mjs"

const packagesFolder = join(root, "packages")
const source = (name, ...path) => join(packagesFolder, name, ...path)
/** It offers no modules, and is built in another way. */
const command = "cli"

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))
const manifestOf = (name) => readJson(source(name, "package.json"))

const run = (command, args, cwd) => {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" })
  if (status !== 0) throw new Error(`${command} has failed`)
}

/** Below `src`, without their ending. */
const modulesOf = (name, pattern) => {
  const [, path] = /^\.\/src\/(.+)\.ts$/.exec(pattern) ?? []
  if (path === undefined) throw new Error(`${name}: "${pattern}" is no TypeScript of src`)
  if (path !== "*") return [path]
  return readdirSync(source(name, "src"), { recursive: true })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => file.slice(0, -".ts".length))
    .sort()
}

const bundle = async (name, modules, folder) => {
  const build = await rolldown({
    input: Object.fromEntries(modules.map((path) => [path, source(name, "src", `${path}.ts`)])),
    platform: "neutral",
    // Ours is bundled; what package.json names is the installer's.
    external: (id) => !/^(?:\.|\/|\w:|@rcpt\/)/.test(id),
    onwarn: (warning) => {
      throw new Error(warning.message)
    }
  })
  await build.write({ dir: folder, format: "esm", chunkFileNames: "chunks/[name]-[hash].js" })
}

/** Packages of ours that are bundled with it, and it. */
const bundledWith = (name) => [
  name,
  ...Object.keys(manifestOf(name).dependencies ?? {})
    .filter((dependency) => dependency.startsWith("@rcpt/"))
    .flatMap((dependency) => bundledWith(dependency.slice("@rcpt/".length)))
]

const imported = /(?<=\bfrom |\bimport\(|\bimport )(["'])([^"']+)\1/g

/** Declarations name our packages and end in `.ts`; here they lie side by side. */
const relink = (file, folder) => {
  const here = posix.dirname(relative(folder, file).replaceAll("\\", "/"))
  const text = readFileSync(file, "utf8").replace(imported, (whole, quote, from) => {
    const [, name, path] = /^@rcpt\/([\w-]+)\/(.+)$/.exec(from) ?? []
    if (name === undefined) return whole.replace(/^(["']\.{1,2}\/.+)\.ts(["'])$/, "$1.js$2")
    const target = posix.relative(here, `${name}/src/${path}.js`)
    return `${quote}${target.startsWith(".") ? target : `./${target}`}${quote}`
  })
  writeFileSync(file, text)
}

/** Of all files: the compiler takes what it finds under node_modules for somebody else's. */
const declare = (name, folder) => {
  const types = join(folder, "types")
  const config = join(folder, "tsconfig.json")
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: packagesFolder,
    outDir: types
  }
  const include = bundledWith(name).map((bundled) => source(bundled, "src"))
  const extended = join(root, "tsconfig.json")
  writeFileSync(config, JSON.stringify({ extends: extended, compilerOptions, include }))
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config], root)
  rmSync(config)
  for (const file of readdirSync(types, { recursive: true }))
    if (file.endsWith(".d.ts")) relink(join(types, file), types)
}

const dependenciesOf = (name) =>
  Object.fromEntries(
    bundledWith(name)
      .flatMap((bundled) => Object.entries(manifestOf(bundled).dependencies ?? {}))
      .filter(([dependency]) => !dependency.startsWith("@rcpt/"))
  )

const publishedManifest = (name) => {
  const { exports, ...manifest } = manifestOf(name)
  const kept = ["name", "version", "description", "license", "type", "engines"]
  const target = (pattern) => {
    const path = pattern.slice("./src/".length, -".ts".length)
    return { types: `./types/${name}/src/${path}.d.ts`, default: `./${path}.js` }
  }
  return {
    ...Object.fromEntries(kept.map((key) => [key, manifest[key]])),
    exports: Object.fromEntries(Object.entries(exports).map(([key, path]) => [key, target(path)])),
    dependencies: dependenciesOf(name)
  }
}

/** In a folder of its own: two may build the same package at the same time. */
const make = async (name) => {
  const folder = source(name, "dist", `unfinished-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  if (name === command) return await makeCommand(folder).then(() => folder)
  const modules = Object.values(manifestOf(name).exports).flatMap((path) => modulesOf(name, path))
  await bundle(name, modules, folder)
  declare(name, folder)
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify(publishedManifest(name), undefined, 2)}\n`
  )
  copyFileSync(source(name, "README.md"), join(folder, "README.md"))
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  return folder
}

const build = async (name) => {
  const made = await make(name)
  const folder = source(name, "dist", "package")
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
}

/** The tarball is in the folder from which npm was started, as with `npm pack`. */
const pack = async (name) => {
  const folder = await make(name)
  const [command, ...args] = npm()
  const destination = process.env.INIT_CWD ?? source(name)
  run(command, [...args, "pack", "--pack-destination", destination], folder)
  rmSync(folder, { recursive: true })
}

const [verb, name = command] = process.argv.slice(2)
if (!existsSync(source(name, "package.json"))) throw new Error(`there is no package "${name}"`)
await (verb === "pack" ? pack(name) : build(name))

/**
 * Builds a package for npm: `node packages/cli/bin/run.mjs <build | pack> [package]`, by default the command. Node strips
 * no types under node_modules, and packages of ours are not published one by one, so what is published is JavaScript
 * with our packages in it, and a package.json that names only what comes from outside.
 *
 * A library is one bundle with its types beside it, and offers what its `exports` say: `./src/Rcpt.ts`, or
 * `./src/*.ts` for all files. The command has the packages that it is made of in the folders that they have here, so
 * that every path among them holds, with the files that they read, the dashboard, and the bundle that runs.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join, posix } from "node:path"

import { packedDashboard, repository } from "@rcpt/cli/builds"
import { sitePages } from "@rcpt/docs/site/sitePages"
import { version } from "@rcpt/service/platform/version"
import { rolldown } from "rolldown"

import { packBundle } from "./buildBundle.ts"
import { buildDashboard } from "./buildDashboard.ts"
import { commandPackages, writeSbom, writeSupplyChain } from "./supplyChain.ts"
import { writeClients } from "./writeClients.ts"

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly [key: string]: unknown
  readonly exports: Versions
  readonly dependencies?: Versions
  readonly optionalDependencies?: Versions
}

const packagesFolder = join(repository, "packages")
const pathOf = (name: string, ...path: ReadonlyArray<string>): string =>
  join(packagesFolder, name, ...path)

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const manifestOf = (name: string): Manifest => readManifest(pathOf(name))
const writeManifest = (folder: string, manifest: object): void =>
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)

const run = (command: string, args: ReadonlyArray<string>, cwd: string): void => {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" })
  if (status !== 0) throw new Error(`${command} has failed`)
}

const isOurs = (dependency: string): boolean => dependency.startsWith("@rcpt/")

/** The versions of what these packages take from outside. */
const outsidersOf = (
  names: ReadonlyArray<string>,
  kind: "dependencies" | "optionalDependencies"
): Versions =>
  Object.fromEntries(
    names
      .flatMap((name) => Object.entries(manifestOf(name)[kind] ?? {}))
      .filter(([dependency]) => !isOurs(dependency))
  )

/** In declarations an import may stand anywhere. In code it begins a line, since SQL has a `from` too. */
const importedInTypes = /(?<=\bfrom |\bimport\(|\bimport )(["'])([^"']+)\1/g
const importedInCode =
  /(?<=^(?:import|export|\})[^"'\n]*\bfrom |\bimport\(|^import )(["'])([^"']+)\1/gm

/** Sources name our packages and end in `.ts`; in a package they lie side by side in `root`, and end in `.js`. */
const relinked = (code: string, imported: RegExp, from: string, root: string): string =>
  code.replace(imported, (whole: string, quote: string, target: string) => {
    const [, ours, path] = /^@rcpt\/([\w-]+)\/(.+)$/.exec(target) ?? []
    if (ours === undefined) return whole.replace(/^(["']\.{1,2}\/.+)\.ts(["'])$/, "$1.js$2")
    const to = posix.relative(posix.dirname(from), posix.join(root, ours, `src/${path}.js`))
    return `${quote}${to.startsWith(".") ? to : `./${to}`}${quote}`
  })

/** The modules of a library that a pattern of its `exports` offers: paths below `src`, without their ending. */
const modulesOf = (name: string, pattern: string): ReadonlyArray<string> => {
  const [, path] = /^\.\/src\/(.+)\.ts$/.exec(pattern) ?? []
  if (path === undefined) throw new Error(`${name}: "${pattern}" is no TypeScript of src`)
  if (path !== "*") return [path]
  return readdirSync(pathOf(name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => file.slice(0, -".ts".length))
    .toSorted()
}

/** The packed lists of domains, which the code finds beside itself, and their licences. */
const packedLists = ["lists/domains.txt.br", "lists/LICENSES.md"] as const

const bundleLibrary = async (name: string, folder: string): Promise<void> => {
  const modules = Object.values(manifestOf(name).exports).flatMap((path) => modulesOf(name, path))
  const build = await rolldown({
    input: Object.fromEntries(modules.map((path) => [path, pathOf(name, "src", `${path}.ts`)])),
    platform: "neutral",
    // Our packages are bundled; the installer has what package.json names.
    external: (id) => !/^(?:\.|\/|\w:|@rcpt\/)/.test(id),
    onwarn: (warning) => {
      throw new Error(warning.message)
    }
  })
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "chunks/[name]-[hash].js"
  })
  for (const file of output) {
    if (file.type !== "chunk" || !file.code.includes(posix.basename(packedLists[0]))) continue
    for (const path of packedLists)
      copyFileSync(
        pathOf("verifier", "src", path),
        join(folder, dirname(file.fileName), posix.basename(path))
      )
  }
}

/** The library, and the packages of ours that are bundled with it. */
const bundledWith = (name: string): ReadonlyArray<string> => [
  name,
  ...Object.keys(manifestOf(name).dependencies ?? {})
    .filter(isOurs)
    .flatMap((dependency) => bundledWith(dependency.slice("@rcpt/".length)))
]

/** Declares all files at once: the compiler takes what it finds under node_modules for somebody else's. */
const declare = (name: string, folder: string): void => {
  const types = join(folder, "types")
  const config = join(folder, "tsconfig.json")
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: packagesFolder,
    outDir: types
  }
  const include = bundledWith(name).map((bundled) => pathOf(bundled, "src"))
  const extended = join(repository, "tsconfig.json")
  writeFileSync(config, JSON.stringify({ extends: extended, compilerOptions, include }))
  const compiler = join(repository, "node_modules/typescript/bin/tsc")
  run(process.execPath, [compiler, "-p", config], repository)
  rmSync(config)
  for (const file of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".d.ts")) continue
    const text = readFileSync(join(types, file), "utf8")
    writeFileSync(join(types, file), relinked(text, importedInTypes, file, ""))
  }
}

const libraryManifest = (name: string): object => {
  const { exports, ...manifest } = manifestOf(name)
  const kept = ["name", "version", "description", "license", "type", "engines"]
  const target = (pattern: string) => {
    const path = pattern.slice("./src/".length, -".ts".length)
    return { types: `./types/${name}/src/${path}.d.ts`, default: `./${path}.js` }
  }
  return {
    ...Object.fromEntries(kept.map((key) => [key, manifest[key]])),
    exports: Object.fromEntries(Object.entries(exports).map(([key, path]) => [key, target(path)])),
    dependencies: outsidersOf(bundledWith(name), "dependencies")
  }
}

const makeLibrary = async (name: string, folder: string): Promise<void> => {
  await bundleLibrary(name, folder)
  declare(name, folder)
  writeManifest(folder, libraryManifest(name))
  const folders = bundledWith(name).map((bundled) => `packages/${bundled}`)
  writeSbom(folder, { name: `@rcpt/${name}`, version, folders, without: [] })
  copyFileSync(pathOf(name, "README.md"), join(folder, "README.md"))
  copyFileSync(join(repository, "LICENSE"), join(folder, "LICENSE"))
}

/** The command offers no modules, and is made in another way than a library. */
const command = "cli"

/** The launcher is plain JavaScript. */
const launcher = ["rcpt.mjs", "node24.mjs", "install.mjs", "runtime.json"].map(
  (file) => `packages/cli/bin/${file}`
)

/** The command reads these files beside its sources. */
const besideSources = [
  "packages/lab/zones",
  "packages/lab/mail",
  "packages/docs/assets",
  "packages/dashboard/src/styles/tokens.css",
  "LICENSE"
]

const copyInto = (folder: string, path: string): void => {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  cpSync(join(repository, path), join(folder, path), { recursive: true })
}

/** A module that is imported and that no dependency brings would be missed only where it is installed. */
const assertKnown = (code: string, from: string, known: ReadonlySet<string>): void => {
  for (const [, , target = ""] of code.matchAll(importedInCode)) {
    if (/^(?:\.|node:)/.test(target)) continue
    const [scope = "", rest] = target.split("/")
    if (!known.has(scope.startsWith("@") ? `${scope}/${rest}` : scope))
      throw new Error(`${from} imports ${target}, which no manifest names`)
  }
}

/** Types are taken out as Node takes them out of the checkout: lines stay where they are. */
const writeSource = (path: string, folder: string, known: ReadonlySet<string>): void => {
  const stripped = stripTypeScriptTypes(readFileSync(join(repository, path), "utf8"))
  const code = relinked(stripped, importedInCode, path, "packages")
  assertKnown(code, path, known)
  const target = join(folder, path.replace(/\.ts$/, ".js"))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code)
}

const writeSources = (folder: string, known: ReadonlySet<string>): void => {
  for (const name of commandPackages) {
    const source = `packages/${name}/src`
    for (const path of readdirSync(join(repository, source), { recursive: true, encoding: "utf8" }))
      if (path.endsWith(".ts")) writeSource(`${source}/${path}`, folder, known)
      else if (path.endsWith(".json") || packedLists.some((list) => list === path))
        copyInto(folder, `${source}/${path}`)
  }
}

/** Node and Postgres for this platform are optional in the package too: npm installs those that fit. */
const commandManifest = () => {
  const { license, engines, optionalDependencies } = readManifest(repository)
  return {
    name: "rcpt",
    version,
    description: "Email verification with a ledger that anybody can audit.",
    license,
    type: "module",
    engines,
    bin: { rcpt: "packages/cli/bin/rcpt.mjs" },
    dependencies: outsidersOf(commandPackages, "dependencies"),
    optionalDependencies: {
      ...outsidersOf(commandPackages, "optionalDependencies"),
      ...optionalDependencies
    }
  }
}

const makeCommand = async (folder: string): Promise<void> => {
  const manifest = commandManifest()
  const known = new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
  writeSources(folder, known)
  for (const path of [...besideSources, ...launcher, ...sitePages.map(({ file }) => file)])
    copyInto(folder, path)
  cpSync(pathOf("cli", "README.md"), join(folder, "README.md"))
  writeManifest(folder, manifest)
  await buildDashboard(join(folder, packedDashboard))
  await packBundle(folder)
  writeSupplyChain(folder)
}

/** The folder has the number of this process, because two may build the same package at the same time. */
const make = async (name: string): Promise<string> => {
  const folder = pathOf(name, "dist", `unfinished-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  await (name === command ? makeCommand(folder) : makeLibrary(name, folder))
  return folder
}

const build = async (name: string): Promise<void> => {
  const made = await make(name)
  const folder = pathOf(name, "dist", "package")
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
}

/** The tarball is in the folder from which npm was started, as with `npm pack`. */
const pack = async (name: string): Promise<void> => {
  const folder = await make(name)
  const destination = process.env["INIT_CWD"] ?? pathOf(name)
  run("npm", ["pack", "--pack-destination", destination], folder)
  rmSync(folder, { recursive: true })
}

const [verb, name = command] = process.argv.slice(2)
if (!existsSync(pathOf(name, "package.json"))) throw new Error(`there is no package "${name}"`)
writeClients()
await (verb === "pack" ? pack(name) : build(name))

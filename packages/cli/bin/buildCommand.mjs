/**
 * Makes the package of the `rcpt` command: the packages of ours that it is made of, as JavaScript in the
 * folders that they have here, so that every path among them holds; the files that they read; and the
 * dashboard, built. Types are taken out as Node takes them out of the checkout: lines stay where they are. A
 * bundle of them, which is what runs, lies beside.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join, posix } from "node:path"

import { root } from "./npm.mjs"

const name = "rcpt"

/** All but what only a checkout needs: sources of the dashboard, and the client. */
const packages = ["api", "cli", "docs", "domain", "lab", "service", "store", "verifier"]

/** What the launcher is made of, plain JavaScript. */
const launcher = ["rcpt.mjs", "node24.mjs", "install.mjs", "npm.mjs", "runtime.json"]

/** Its bundle is made here: what makes it stays here. */
const buildOfBundle = ["buildBundle.ts", "buildNow.ts"].map(
  (file) => `packages/cli/src/bundle/${file}`
)

/** Files beside the sources, by the folder that they are in. */
const folders = ["packages/lab/zones", "packages/lab/mail", "packages/docs/assets"]
const files = ["LICENSE", "packages/dashboard/src/styles/tokens.css"]

const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))
const manifests = packages.map((each) => readJson(`packages/${each}/package.json`))

const isOurs = ([dependency]) => dependency.startsWith("@rcpt/")

const dependenciesOf = (kind) =>
  Object.fromEntries(
    manifests.flatMap((each) => Object.entries(each[kind] ?? {})).filter((each) => !isOurs(each))
  )

const copy = (path, folder) => {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  cpSync(join(root, path), join(folder, path), { recursive: true })
}

/** SQL in the code has a `from` too, but not at the beginning of a line. */
const imported = /(?<=^(?:import|export|\})[^"'\n]*\bfrom |\bimport\(|^import )(["'])([^"']+)\1/gm

/** `from`: the path of the file that imports, from the root. */
const relinked = (code, from) =>
  code.replace(imported, (whole, quote, target) => {
    const [, ours, path] = /^@rcpt\/([\w-]+)\/(.+)$/.exec(target) ?? []
    if (ours === undefined) return whole.replace(/^(["']\.{1,2}\/.+)\.ts(["'])$/, "$1.js$2")
    const relative = posix.relative(posix.dirname(from), `packages/${ours}/src/${path}.js`)
    return `${quote}${relative.startsWith(".") ? relative : `./${relative}`}${quote}`
  })

/** A module that is imported and that no dependency brings would be missed only where it is installed. */
const assertKnown = (code, from, known) => {
  for (const [, , target] of code.matchAll(imported)) {
    if (/^(?:\.|node:)/.test(target)) continue
    const [scope, rest] = target.split("/")
    const dependency = scope.startsWith("@") ? `${scope}/${rest}` : scope
    if (!known.has(dependency))
      throw new Error(`${from} imports ${target}, which no manifest names`)
  }
}

const writeSource = (path, folder, known) => {
  const stripped = stripTypeScriptTypes(readFileSync(join(root, path), "utf8"))
  const code = relinked(stripped, path)
  assertKnown(code, path, known)
  const target = join(folder, path.replace(/\.ts$/, ".js"))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code)
}

const writeSources = (folder, known) => {
  for (const each of packages) {
    const source = `packages/${each}/src`
    for (const path of readdirSync(join(root, source), { recursive: true })) {
      if (buildOfBundle.includes(`${source}/${path}`)) continue
      if (path.endsWith(".ts")) writeSource(`${source}/${path}`, folder, known)
      else if (path.endsWith(".json")) copy(`${source}/${path}`, folder)
    }
  }
}

/** Node and Postgres for this platform are optional there too: npm installs those that fit. */
const manifest = (version) => {
  const { license, engines, optionalDependencies } = readJson("package.json")
  return {
    name,
    version,
    description: "Email verification with a ledger that anybody can audit.",
    license,
    type: "module",
    engines,
    bin: { rcpt: "packages/cli/bin/rcpt.mjs" },
    dependencies: dependenciesOf("dependencies"),
    optionalDependencies: { ...dependenciesOf("optionalDependencies"), ...optionalDependencies }
  }
}

const buildDashboard = (folder) => {
  const args = [join(root, "packages/cli/src/dashboard/buildNow.ts"), folder]
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"]
  })
  if (status !== 0) throw new Error("the dashboard could not be built")
}

/** Into a folder that exists. */
export const makeCommand = async (folder) => {
  const { version } = await import(join(root, "packages/service/src/platform/version.ts"))
  const { sitePages } = await import(join(root, "packages/docs/src/site/sitePages.ts"))
  const { packedDashboard } = await import(
    join(root, "packages/cli/src/dashboard/dashboardFolder.ts")
  )
  const { packBundle } = await import(join(root, "packages/cli/src/bundle/buildBundle.ts"))
  const made = manifest(version)
  const known = new Set(Object.keys({ ...made.dependencies, ...made.optionalDependencies }))
  writeSources(folder, known)
  for (const path of [...folders, ...files, ...sitePages.map(({ file }) => file)])
    copy(path, folder)
  for (const file of launcher) copy(`packages/cli/bin/${file}`, folder)
  cpSync(join(root, "packages/cli/README.md"), join(folder, "README.md"))
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(made, undefined, 2)}\n`)
  buildDashboard(join(folder, packedDashboard))
  await packBundle(folder)
}

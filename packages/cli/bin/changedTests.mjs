/**
 * The tests that a change touches, for `npm test -- changed`: tests that import a changed file, however
 * many files lie between, and tests that stand in the folder of a changed file (test/service/jobs for
 * packages/service/src/jobs), which may reach it through a running service. Changed is what differs
 * from the last commit, files that git does not know yet among it.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const git = (root, ...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean)

const sourcesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules"))

const specifier = /(?:from|import)\s*\(?\s*"([^"]+)"/g

/** `undefined`: not a file of ours. */
const target = (file, from) => {
  if (from.startsWith(".")) return join(dirname(file), from)
  const [, name, path] = /^@rcpt\/([\w-]+)\/(.+)$/.exec(from) ?? []
  return name && join("packages", name, "src", `${path}.ts`)
}

/** Everything that imports one of `files`, and what imports that. */
const importersOf = (root, files) => {
  const sources = ["packages", "test"].flatMap((folder) => sourcesIn(root, folder))
  const importers = new Map()
  for (const file of sources)
    for (const [, from] of readFileSync(join(root, file), "utf8").matchAll(specifier)) {
      const imported = target(file, from)
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  const found = new Set(files)
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return [...found]
}

/** packages/service/src/jobs/csv/x.ts → test/service/jobs/csv, or the nearest folder above that exists. */
const mirrorOf = (root, file) => {
  const [, name, inside] = /^packages\/([\w-]+)\/(?:src\/)?(.+)$/.exec(file) ?? []
  if (!name) return undefined
  let folder = join("test", name, dirname(inside))
  while (folder !== "test" && !existsSync(join(root, folder))) folder = dirname(folder)
  return folder === "test" ? undefined : folder
}

/** Paths from the root; the rules of `tidy` are about every file, so they are always among them. */
export const changedTests = (root) => {
  const changed = [
    ...git(root, "diff", "--name-only", "HEAD"),
    ...git(root, "ls-files", "--others", "--exclude-standard")
  ]
  const isTest = (path) => path.startsWith("test/") && path.endsWith(".test.ts")
  const mirrors = changed.flatMap((file) => mirrorOf(root, file) ?? [])
  const beside = mirrors.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name))
  )
  const tests = [...importersOf(root, changed), ...beside].filter(isTest)
  return [...new Set([...tests, "test/tidy.test.ts"])].filter((path) =>
    existsSync(join(root, path))
  )
}

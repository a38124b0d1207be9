/**
 * The tests that a change touches, for `npm test -- changed`: tests that import a changed file, however
 * many files lie between, and tests in the folder of a changed file (test/service/jobs for
 * packages/service/src/jobs), which may reach it through a running service. A changed file differs from the
 * last commit, or is one that git does not know yet.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { repository } from "@rcpt/cli/builds"

const git = (...args: Array<string>): ReadonlyArray<string> =>
  execFileSync("git", args, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean)

const sourcesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules"))

const specifier = /(?:from|import)\s*\(?\s*"([^"]+)"/g

/** The file that `from` names in `file`; `undefined` if it is not a file of ours. */
const target = (file: string, from: string): string | undefined => {
  if (from.startsWith(".")) return join(dirname(file), from)
  const [, name, path] = /^@rcpt\/([\w-]+)\/(.+)$/.exec(from) ?? []
  return name && join("packages", name, "src", `${path}.ts`)
}

/** Everything that imports one of `files`, and what imports that. */
const importersOf = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const sources = ["packages", "test"].flatMap((folder) => sourcesIn(folder))
  const importers = new Map<string, ReadonlyArray<string>>()
  for (const file of sources)
    for (const [, from = ""] of readFileSync(join(repository, file), "utf8").matchAll(specifier)) {
      const imported = target(file, from)
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  const found = new Set(files)
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return [...found]
}

/** packages/service/src/jobs/csv → test/service/jobs/csv, or the nearest folder above that exists. */
const mirrorOf = (file: string): string | undefined => {
  const [, name, inside = ""] = /^packages\/([\w-]+)\/(?:src\/)?(.+)$/.exec(file) ?? []
  if (!name) return undefined
  let folder = join("test", name, dirname(inside))
  while (folder !== "test" && !existsSync(join(repository, folder))) folder = dirname(folder)
  return folder === "test" ? undefined : folder
}

/** Paths from the root. The rules of `tidy` are about every file, so they are always among them. */
export const changedTests = (): ReadonlyArray<string> => {
  const changed = [
    ...git("diff", "--name-only", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard")
  ]
  const isTest = (path: string) => path.startsWith("test/") && path.endsWith(".test.ts")
  const mirrors = changed.flatMap((file) => mirrorOf(file) ?? [])
  const beside = mirrors.flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => join(folder, name))
  )
  const tests = [...importersOf(changed), ...beside].filter(isTest)
  return [...new Set([...tests, "test/tidy.test.ts"])].filter((path) =>
    existsSync(join(repository, path))
  )
}

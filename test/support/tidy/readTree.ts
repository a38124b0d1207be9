/**
 * The files of the repository. Not by `git ls-files`, because the tests also run without git. Files
 * in `.gitignore` are left out; only the kinds of patterns that it uses are supported.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"

import type { SourceFile, Tree } from "./Rule.ts"

/** Longer files are data, which no rule checks. */
const octetsMax = 2 * 1024 * 1024

/** `name/`, `name` and `*.end`, at any depth. */
const ignoredBy = (gitignore: string) => {
  const patterns = gitignore
    .split("\n")
    .map((line) => line.trim().replace(/\/$/, "").replace(/^\//, ""))
    .filter((line) => line !== "" && !line.startsWith("#"))
  return (name: string): boolean =>
    name === ".git" ||
    patterns.some((pattern) =>
      pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern
    )
}

export const readTree = (root: string): Tree => {
  const ignored = ignoredBy(readFileSync(join(root, ".gitignore"), "utf8"))
  const files: Array<SourceFile> = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (ignored(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      if (!entry.isFile()) continue
      const bytes = readFileSync(path)
      // Files with a NUL byte are binary, as in git.
      if (bytes.length > octetsMax || bytes.includes(0)) continue
      files.push({ path: relative(root, path).split(sep).join("/"), text: bytes.toString("utf8") })
    }
  }
  walk(root)
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** What Docker sees of the repository: the files that the ignore file beside the Dockerfile lets through. */
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join, matchesGlob, relative } from "node:path"

export const repository = join(import.meta.dirname, "../../..")

interface Pattern {
  readonly glob: string
  readonly includes: boolean
}

const readPatterns = (file: string): ReadonlyArray<Pattern> =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ glob: line.replace(/^!/, ""), includes: line.startsWith("!") }))

/** A pattern is about a path and all below it. */
const isAbout = (path: string, glob: string): boolean => {
  const parts = path.split("/")
  return parts.some((_, index) => matchesGlob(parts.slice(0, index + 1).join("/"), glob))
}

export const patterns = readPatterns(join(repository, "infra/Dockerfile.dockerignore"))

/** Of the patterns that are about a path, the last one counts. */
export const isInContext = (path: string): boolean =>
  patterns.findLast(({ glob }) => isAbout(path, glob))?.includes ?? true

const isFolder = (path: string): boolean => statSync(path).isDirectory()

/** A folder is copied by its contents, as `COPY` does; a file by its name if `to` ends in a slash. */
export const copyTo = (source: string, to: string, keep: (path: string) => boolean): void => {
  const target = !isFolder(source) && to.endsWith("/") ? join(to, basename(source)) : to
  mkdirSync(dirname(target), { recursive: true })
  cpSync(source, target, {
    recursive: true,
    force: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: keep
  })
}

/** Throws where a source is not in the context, as Docker does. */
export const copyFromContext = (path: string, to: string): void => {
  if (!isInContext(path) && !patterns.some(({ glob, includes }) => includes && glob === path))
    throw new Error(`"${path}" is not in the build's context: see Dockerfile.dockerignore`)
  copyTo(join(repository, path), to, (file) => {
    const inside = relative(repository, file)
    return isFolder(file) ? !inside.split("/").includes("node_modules") : isInContext(inside)
  })
}

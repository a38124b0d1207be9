/**
 * Lists on disk: those of the installed packages, and newer ones that a refresh has written to a
 * folder. A refreshed file that cannot be read is ignored: the bundled list is always there.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

import { Option, Schema } from "effect"

import type { ListSource } from "./listSources.ts"

/** What a refresh writes: one file per list. */
export const RefreshedList = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    url: Schema.String,
    /** ISO 8601, UTC. */
    fetchedAt: Schema.String,
    etag: Schema.optionalKey(Schema.String),
    entries: Schema.Array(Schema.String)
  })
)
export type RefreshedList = typeof RefreshedList.Type

/** A list in use. */
export interface LoadedList {
  readonly entries: ReadonlyArray<string>
  /** `YYYY-MM-DD`. */
  readonly asOf: string
  /** Where a refreshed list came from; `undefined` for a bundled list. */
  readonly refreshed: { readonly url: string; readonly etag: string | undefined } | undefined
}

const packages = createRequire(import.meta.url)

/** JSON is read, not imported: an imported module would keep its array in memory. */
export const bundledList = ({ file, asOf }: ListSource): LoadedList => {
  const path = packages.resolve(file)
  const entries: ReadonlyArray<string> = path.endsWith(".json")
    ? JSON.parse(readFileSync(path, "utf8"))
    : packages(file)
  return { entries, asOf, refreshed: undefined }
}

export const refreshedPath = (folder: string, name: string): string => join(folder, `${name}.json`)

const decode = Schema.decodeUnknownOption(RefreshedList)

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const refreshedList = (source: ListSource, folder: string): LoadedList | undefined => {
  const list = Option.getOrUndefined(decode(readText(refreshedPath(folder, source.name))))
  return list === undefined || list.name !== source.name
    ? undefined
    : {
        entries: list.entries,
        asOf: list.fetchedAt.slice(0, "YYYY-MM-DD".length),
        refreshed: { url: list.url, etag: list.etag }
      }
}

export const loadList = (source: ListSource, folder: string | undefined): LoadedList =>
  (folder === undefined ? undefined : refreshedList(source, folder)) ?? bundledList(source)

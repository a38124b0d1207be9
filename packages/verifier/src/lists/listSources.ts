/**
 * The lists: where they come from, and how they are read from disk. The bundled lists are those of the installed
 * packages. Only a refresh fetches newer ones, from `url`, and writes them to a folder. A refreshed file that
 * cannot be read is ignored: the bundled list is always there.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

import { Option, Schema } from "effect"

export interface ListSource {
  /** The name of the npm package, and of the file that a refresh writes. */
  readonly name: string
  readonly kind: "disposable" | "free" | "role"
  /** The module to resolve: a package, or a file in one. */
  readonly file: string
  /** The version of the installed package; a test compares them. */
  readonly version: string
  /** The publication date of that version, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly licence: string
  readonly source: string
  /** Where the authors publish the list; `undefined` if they publish it as code only. */
  readonly url: string | undefined
}

export const listSources: ReadonlyArray<ListSource> = [
  {
    name: "disposable-domains",
    kind: "disposable",
    file: "disposable-domains",
    version: "2.0.1",
    asOf: "2026-08-24",
    licence: "MIT",
    source: "github.com/tompec/disposable-email-domains",
    url: "https://raw.githubusercontent.com/tompec/disposable-email-domains/main/index.json"
  },
  {
    name: "disposable-email-domains-js",
    kind: "disposable",
    file: "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json",
    version: "1.26.0",
    asOf: "2026-09-21",
    licence: "CC0-1.0",
    source: "github.com/disposable-email-domains/disposable-email-domains",
    url:
      "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/" +
      "main/disposable_email_blocklist.conf"
  },
  {
    name: "free-email-domains",
    kind: "free",
    file: "free-email-domains/domains.json",
    version: "1.12.6",
    asOf: "2026-09-23",
    licence: "MIT",
    source: "github.com/Kikobeats/free-email-domains",
    url: "https://raw.githubusercontent.com/Kikobeats/free-email-domains/master/domains.json"
  },
  {
    name: "role-based-email-addresses",
    kind: "role",
    file: "role-based-email-addresses",
    version: "3.1.0",
    asOf: "2026-07-30",
    licence: "MIT",
    source: "github.com/mixmaxhq/role-based-email-addresses",
    url: undefined
  }
]

/** Our own tables (relays, corrections, roles), shown as one more list. */
export const ownTables = {
  name: "rcpt",
  version: "1.0.0",
  /** When they were last compared with their sources, `YYYY-MM-DD`. */
  asOf: "2026-11-21",
  licence: "Apache-2.0"
} as const

/** The file that a refresh writes for each list. */
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

/** Reads the list of an installed package. JSON is not imported: an imported module would keep its array in memory. */
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

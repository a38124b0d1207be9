/**
 * Lists that a refresh has fetched, each a file in a folder and in place of the bundled one. A file that cannot be
 * read is ignored: the bundled list is always there.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { Option, Schema } from "effect"

import { listSources } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import { bundledDomains, readNamings, writeNamings } from "./packedLists.ts"
import type { NamedDomains } from "./packedLists.ts"

/** The file that a refresh writes for each list. */
export const RefreshedList = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    url: Schema.String,
    /** ISO 8601, UTC. */
    fetchedAt: Schema.String,
    etag: Schema.optionalKey(Schema.String),
    entries: Schema.Array(Schema.String),
    /** The entries that the bundled list lacks, by the date, `YYYY-MM-DD`, of the refresh that brought them. */
    since: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String)))
  })
)
export type RefreshedList = typeof RefreshedList.Type

export const refreshedPath = (folder: string, name: string): string => join(folder, `${name}.json`)

const decode = Schema.decodeUnknownOption(RefreshedList)

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

export const refreshedList = (
  { name }: ListSource,
  folder: string | undefined
): RefreshedList | undefined => {
  if (folder === undefined) return undefined
  const list = Option.getOrUndefined(decode(readText(refreshedPath(folder, name))))
  return list?.name === name ? list : undefined
}

export const dateOf = ({ fetchedAt }: Pick<RefreshedList, "fetchedAt">): string =>
  fetchedAt.slice(0, "YYYY-MM-DD".length)

/** The date since when each entry of a refreshed list is known, where the bundled list lacks it. */
const newSince = (list: RefreshedList): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(list.since ?? {}).flatMap(([date, entries]) =>
      entries.map((entry) => [entry, date] as const)
    )
  )

/** The domains with their namings as text: one text each takes a tenth of the time of an array of objects. */
const regrouped = (
  groups: ReadonlyArray<NamedDomains>,
  refreshed: ReadonlyMap<string, RefreshedList>
): ReadonlyArray<NamedDomains> => {
  const namingsOf = new Map<string, string>()
  const bundledSince = new Map(
    Array.from(refreshed.keys(), (name) => [name, new Map<string, string>()] as const)
  )
  for (const { namings, domains } of groups) {
    const kept = writeNamings(namings.filter(({ list }) => !refreshed.has(list)))
    const names = domains.split("\n")
    if (kept !== "") for (const domain of names) namingsOf.set(domain, kept)
    for (const { list, since } of namings) {
      const dates = bundledSince.get(list)
      if (dates !== undefined) for (const domain of names) dates.set(domain, since)
    }
  }
  for (const [name, list] of refreshed) {
    const [added, dates, today] = [newSince(list), bundledSince.get(name), dateOf(list)]
    for (const domain of list.entries) {
      const since = dates?.get(domain) ?? added.get(domain) ?? today
      const others = namingsOf.get(domain)
      const naming = writeNamings([{ list: name, since }])
      namingsOf.set(domain, others === undefined ? naming : `${others},${naming}`)
    }
  }
  const regroupedDomains = new Map<string, Array<string>>()
  for (const [domain, namings] of namingsOf) {
    const domains = regroupedDomains.get(namings)
    if (domains === undefined) regroupedDomains.set(namings, [domain])
    else domains.push(domain)
  }
  return Array.from(regroupedDomains, ([namings, domains]) => ({
    namings: readNamings(namings),
    domains: domains.join("\n")
  }))
}

export interface LoadedDomains {
  readonly groups: ReadonlyArray<NamedDomains>
  readonly refreshed: ReadonlyMap<string, RefreshedList>
}

/** All lists of domains. Where one is refreshed, the domains are grouped anew: about half a second. */
export const loadDomains = (folder: string | undefined): LoadedDomains => {
  const refreshed = new Map(
    listSources.flatMap((source) => {
      const list = source.kind === "role" ? undefined : refreshedList(source, folder)
      return list === undefined ? [] : [[source.name, list] as const]
    })
  )
  const groups = bundledDomains()
  return { groups: refreshed.size === 0 ? groups : regrouped(groups, refreshed), refreshed }
}

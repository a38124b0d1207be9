/**
 * The bundled lists of domains: one file, in which each domain stands once, below the line of the lists that name it
 * and since when. `packages/tools/src/packLists.ts` writes it.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliDecompressSync } from "node:zlib"

import { listSources } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"

/** A list that names a domain. */
export interface Naming {
  readonly list: string
  /** The date of the oldest release that was read and has the domain, `YYYY-MM-DD`. */
  readonly since: string
}

/** Domains that the same lists name since the same dates. */
export interface NamedDomains {
  readonly namings: ReadonlyArray<Naming>
  /** A domain in each line. */
  readonly domains: string
}

const headed = "="

const between = ","

/** `mailchecker 2025-02-17,fakefilter 2026-01-01`. */
export const writeNamings = (namings: ReadonlyArray<Naming>): string =>
  namings.map(({ list, since }) => `${list} ${since}`).join(between)

/** The one text for the name of a list: a part of the file would keep the whole file in memory. */
const nameIn = (text: string): string => listSources.find(({ name }) => name === text)?.name ?? ""

export const readNamings = (text: string): ReadonlyArray<Naming> =>
  text.split(between).map((naming): Naming => {
    const [list = "", since = ""] = naming.split(" ")
    return { list: nameIn(list), since }
  })

/** `=` and the namings, and a domain in each line below. */
export const writeNamed = (groups: ReadonlyArray<NamedDomains>): string =>
  groups
    .flatMap(({ namings, domains }) => [`${headed}${writeNamings(namings)}`, domains])
    .join("\n")

const readNamed = (text: string): ReadonlyArray<NamedDomains> =>
  `\n${text}`
    .split(`\n${headed}`)
    .slice(1)
    .map((group) => {
      const end = group.indexOf("\n")
      return { namings: readNamings(group.slice(0, end)), domains: group.slice(end + 1) }
    })

/** 3 MB of text, which is read anew each time: it is needed only at a start, after a refresh and in one. */
export const bundledDomains = (): ReadonlyArray<NamedDomains> =>
  readNamed(
    brotliDecompressSync(readFileSync(new URL("domains.txt.br", import.meta.url))).toString("utf8")
  )

const packages = createRequire(import.meta.url)

/** The entries of one bundled list, of `groups` if it is one of domains. */
export const bundledEntries = (
  { name, kind }: ListSource,
  groups: ReadonlyArray<NamedDomains> = bundledDomains()
): ReadonlyArray<string> =>
  kind === "role"
    ? packages(name)
    : groups.flatMap(({ namings, domains }) =>
        namings.some(({ list }) => list === name) ? domains.split("\n") : []
      )

export const domainLists: ReadonlyArray<ListSource> = listSources.filter(
  ({ kind }) => kind !== "role"
)

/**
 * What published lists say about an address: disposable provider, free provider, role address.
 *
 * A relay is never called anything else, even if a list does. Entries of disposable lists are
 * suffixes: a host below a listed domain counts as listed. A domain below a listed public suffix does
 * not, or the users of a dynamic DNS provider would be judged by each other.
 */
import type { Address } from "@rcpt/domain/Address"
import type { ListEvidence, Listing } from "@rcpt/domain/Evidence"
import { Context, Effect, Layer } from "effect"
import { getDomain } from "tldts"

import { accessProviders } from "./accessProviders.ts"
import { findRole } from "./findRole.ts"
import { longestSuffix } from "./hostTable.ts"
import { alsoDisposable, alsoFree, notDisposable, notFree } from "./listCorrections.ts"
import { loadList } from "./listFiles.ts"
import { listSources, ownTables } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import { relays } from "./relays.ts"
import { functionalRoles, machineNames, reservedRoles, vagueWords } from "./roles.ts"
import { roleWords } from "./roleWords.ts"

/** One list in use, as data for reports about the lists. */
export interface ListTable {
  readonly name: string
  readonly kind: ListSource["kind"] | "relay"
  readonly source: string
  readonly version: string
  readonly asOf: string
  readonly licence: string
  /** A refresh has fetched it; it is newer than the installed package. */
  readonly refreshed: boolean
  readonly entries: number
}

/** From an entry to its list. The first list that has the entry is named. */
type Entries = ReadonlyMap<string, Omit<Listing, "entry">>

const domainsOf = (rows: ReadonlyArray<{ readonly domains: ReadonlyArray<string> }>) =>
  rows.flatMap(({ domains }) => domains)

const ownTable = { list: ownTables.name, asOf: ownTables.asOf }

interface LoadedTable {
  readonly table: ListTable
  readonly entries: ReadonlyArray<string>
}

const load = (folder: string | undefined): ReadonlyArray<LoadedTable> =>
  listSources.map((list) => {
    const { entries, asOf, refreshed } = loadList(list, folder)
    const { name, kind, version, licence } = list
    const source = refreshed?.url ?? list.source
    const table = { name, kind, source, version, asOf, licence, refreshed: refreshed !== undefined }
    return { entries, table: { ...table, entries: entries.length } }
  })

const entriesOf = (
  loaded: ReadonlyArray<LoadedTable>,
  kind: ListSource["kind"],
  additional: ReadonlyArray<string>
): Map<string, Omit<Listing, "entry">> => {
  const entries = new Map<string, Omit<Listing, "entry">>()
  for (const list of loaded.filter(({ table }) => table.kind === kind)) {
    // One object shared by all entries of a list: there are 140,000 entries.
    const from = { list: list.table.name, asOf: list.table.asOf }
    for (const entry of list.entries) if (!entries.has(entry)) entries.set(entry, from)
  }
  for (const entry of additional) if (!entries.has(entry)) entries.set(entry, ownTable)
  return entries
}

const relayEntries: ReadonlyMap<string, Listing> = new Map(
  domainsOf(relays).map((entry) => [entry, { entry, ...ownTable }])
)

const relayOf = (domain: string): Listing | undefined => longestSuffix(relayEntries, domain)

/** The entry that is the longest suffix of `domain`, cut at dots. */
const listed = (entries: Entries, domain: string): Listing | undefined => {
  let suffix = domain
  for (;;) {
    const from = entries.get(suffix)
    if (from !== undefined) return { entry: suffix, ...from }
    const dot = suffix.indexOf(".")
    if (dot === -1) return undefined
    suffix = suffix.slice(dot + 1)
  }
}

type ByDomain = (domain: string) => Listing | undefined

const disposableBy = (loaded: ReadonlyArray<LoadedTable>): ByDomain => {
  const entries = entriesOf(loaded, "disposable", domainsOf(alsoDisposable))
  for (const domain of domainsOf(notDisposable)) entries.delete(domain)
  return (domain) => {
    const listing = listed(entries, domain)
    if (listing === undefined || relayOf(domain) !== undefined) return undefined
    if (listing.entry === domain) return listing
    const registrable = getDomain(domain, { allowPrivateDomains: true })
    const isPublicSuffix = registrable === null || listing.entry.length < registrable.length
    return isPublicSuffix ? undefined : listing
  }
}

const accessDomains = accessProviders.flatMap(({ domains }) => domains.split(" "))

/** The package lists disposable and relay domains as free too; those are removed. */
const freeBy = (loaded: ReadonlyArray<LoadedTable>, disposable: ByDomain): ByDomain => {
  const entries = entriesOf(loaded, "free", [...domainsOf(alsoFree), ...accessDomains])
  for (const domain of domainsOf(notFree)) entries.delete(domain)
  for (const domain of entries.keys()) {
    if (disposable(domain) !== undefined || relayOf(domain) !== undefined) entries.delete(domain)
  }
  return (domain) => {
    const from = entries.get(domain)
    return from === undefined ? undefined : { entry: domain, ...from }
  }
}

const machines = (() => {
  const names = machineNames.map(({ name }) => name.replaceAll(".", "\\."))
  const pattern = new RegExp(`^(?:${names.join("|")})(?:$|[^a-z])|[-._](?:noreply|no-reply)$`)
  return (name: string) => pattern.test(name)
})()

const isReserved = (() => {
  const names = new Set(reservedRoles.map(({ name }) => name))
  return (word: string) => names.has(word)
})()

const ownRoles = [
  ...functionalRoles,
  ...reservedRoles.map(({ name }) => name),
  ...roleWords.flatMap(({ words }) => words.split(" "))
]

const roleBy = (loaded: ReadonlyArray<LoadedTable>) => {
  const entries = entriesOf(loaded, "role", ownRoles)
  for (const word of vagueWords) entries.delete(word)
  const isRole = (word: string) => entries.has(word)
  return ({ localPart }: Address, isPersonal: boolean): Listing | undefined => {
    const lowerCase = localPart.toLowerCase()
    const tag = lowerCase.indexOf("+")
    const name = tag > 0 ? lowerCase.slice(0, tag) : lowerCase
    if (machines(name)) return { entry: name, ...ownTable }
    // At a free provider or an alias service one person chose the name, so info@ is no role there.
    const entry = findRole(name, isPersonal ? isReserved : isRole)
    return entry === undefined ? undefined : { entry, ...(entries.get(entry) ?? ownTable) }
  }
}

const relayTable: ListTable = {
  ...ownTables,
  kind: "relay",
  source: "this product's own tables",
  refreshed: false,
  entries: relayEntries.size
}

const read = (folder: string | undefined): Pick<Lists["Service"], "consult" | "tables"> => {
  const loaded = load(folder)
  const disposable = disposableBy(loaded)
  const free = freeBy(loaded, disposable)
  const role = roleBy(loaded)
  return {
    consult: (address) => {
      const freeListing = free(address.domain)
      const relay = relayOf(address.domain)
      return {
        disposable: disposable(address.domain),
        free: freeListing,
        role: role(address, (freeListing ?? relay) !== undefined),
        relay
      }
    },
    tables: [...loaded.map(({ table }) => table), relayTable]
  }
}

const make = (folder: string | undefined): Lists["Service"] => {
  let current = read(folder)
  return {
    consult: (address) => current.consult(address),
    get tables() {
      return current.tables
    },
    reload: Effect.sync(() => {
      current = read(folder)
    })
  }
}

export class Lists extends Context.Service<
  Lists,
  {
    consult(address: Address): ListEvidence
    readonly tables: ReadonlyArray<ListTable>
    /** Reads the folder again, in some 90 ms in which nothing else runs. */
    readonly reload: Effect.Effect<void>
  }
>()("@rcpt/verifier/lists/Lists") {
  /** The bundled lists. Reads 2.9 MB and builds maps of 150,000 names: about 90 ms, once. */
  static readonly layer: Layer.Layer<Lists> = Layer.sync(Lists, () => make(undefined))

  /** The lists that a refresh left in `folder`, each in place of the bundled one. */
  static readonly layerFrom = (folder: string): Layer.Layer<Lists> =>
    Layer.sync(Lists, () => make(folder))
}

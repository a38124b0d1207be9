/**
 * What published lists say of an address: throwaway provider, free provider, shared function.
 *
 * A relay is never called anything else, whatever the lists say. Disposable lists hold suffixes: a
 * customer's host below a listed domain counts, one below a public suffix does not, or the users of
 * a dynamic DNS provider would condemn each other.
 */
import type { Address } from "@rcpt/domain/Address"
import type { ListEvidence, Listing } from "@rcpt/domain/Evidence"
import { Context, Layer } from "effect"
import { getDomain } from "tldts"

import { longestSuffix } from "./hostTable.ts"
import { alsoDisposable, alsoFree, notDisposable } from "./listCorrections.ts"
import { loadList } from "./listFiles.ts"
import { listSources, ownTables } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import { relays } from "./relays.ts"
import { functionalRoles, reservedRoles, vagueWords } from "./roles.ts"

/** One list in use, as data for whoever wants to know what we judge by. */
export interface ListTable {
  readonly name: string
  readonly kind: ListSource["kind"] | "relay"
  readonly source: string
  readonly version: string
  readonly asOf: string
  readonly licence: string
  /** Newer than the installed package: a refresh has fetched it. */
  readonly refreshed: boolean
  readonly entries: number
}

/** From entry to the list that has it. Lists come first to last: the first that has it is named. */
type Entries = ReadonlyMap<string, Omit<Listing, "entry">>

const domainsOf = (rows: ReadonlyArray<{ readonly domains: ReadonlyArray<string> }>) =>
  rows.flatMap(({ domains }) => domains)

const own = { list: ownTables.name, asOf: ownTables.asOf }

interface Loaded {
  readonly table: ListTable
  readonly entries: ReadonlyArray<string>
}

const load = (folder: string | undefined): ReadonlyArray<Loaded> =>
  listSources.map((list) => {
    const { entries, asOf, refreshed } = loadList(list, folder)
    const { name, kind, version, licence } = list
    const source = refreshed?.url ?? list.source
    const table = { name, kind, source, version, asOf, licence, refreshed: refreshed !== undefined }
    return { entries, table: { ...table, entries: entries.length } }
  })

const entriesOf = (
  loaded: ReadonlyArray<Loaded>,
  kind: ListSource["kind"],
  more: ReadonlyArray<string>
): Map<string, Omit<Listing, "entry">> => {
  const entries = new Map<string, Omit<Listing, "entry">>()
  for (const one of loaded.filter(({ table }) => table.kind === kind)) {
    // One object for all entries of a list: there are 140,000 of them.
    const from = { list: one.table.name, asOf: one.table.asOf }
    for (const entry of one.entries) if (!entries.has(entry)) entries.set(entry, from)
  }
  for (const entry of more) if (!entries.has(entry)) entries.set(entry, own)
  return entries
}

const relayEntries: ReadonlyMap<string, Listing> = new Map(
  domainsOf(relays).map((entry) => [entry, { entry, ...own }])
)

const relayOf = (domain: string): Listing | undefined => longestSuffix(relayEntries, domain)

/** The longest suffix of `domain`, cut at dots, that is an entry. */
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

const disposableBy = (loaded: ReadonlyArray<Loaded>): ByDomain => {
  const entries = entriesOf(loaded, "disposable", domainsOf(alsoDisposable))
  for (const domain of domainsOf(notDisposable)) entries.delete(domain)
  return (domain) => {
    const listing = listed(entries, domain)
    if (listing === undefined || relayOf(domain) !== undefined) return undefined
    if (listing.entry === domain) return listing
    const registrable = getDomain(domain, { allowPrivateDomains: true })
    const isCustomers = registrable === null || listing.entry.length < registrable.length
    return isCustomers ? undefined : listing
  }
}

/** The package calls throwaway and relay domains free too; people do not live there. */
const freeBy = (loaded: ReadonlyArray<Loaded>, disposable: ByDomain): ByDomain => {
  const entries = entriesOf(loaded, "free", domainsOf(alsoFree))
  for (const domain of entries.keys()) {
    if (disposable(domain) !== undefined || relayOf(domain) !== undefined) entries.delete(domain)
  }
  return (domain) => {
    const from = entries.get(domain)
    return from === undefined ? undefined : { entry: domain, ...from }
  }
}

const isReserved = (() => {
  const names = reservedRoles.map(({ name }) => name.replaceAll(".", "\\."))
  const pattern = new RegExp(`^(?:${names.join("|")})(?:$|[^a-z])|[-._](?:noreply|no-reply)$`)
  return (name: string) => pattern.test(name)
})()

const roleBy = (loaded: ReadonlyArray<Loaded>) => {
  const entries = entriesOf(loaded, "role", functionalRoles)
  for (const word of vagueWords) entries.delete(word)
  return ({ localPart }: Address, isPersonal: boolean): Listing | undefined => {
    const lowerCase = localPart.toLowerCase()
    const tag = lowerCase.indexOf("+")
    const entry = tag > 0 ? lowerCase.slice(0, tag) : lowerCase
    if (isReserved(entry)) return { entry, ...own }
    // Where one person chose the name, at a free provider or for an alias, info@ is an idea of theirs.
    const from = isPersonal ? undefined : entries.get(entry)
    return from === undefined ? undefined : { entry, ...from }
  }
}

const relayTable: ListTable = {
  ...ownTables,
  kind: "relay",
  source: "this product's own tables",
  refreshed: false,
  entries: relayEntries.size
}

const make = (folder: string | undefined): Lists["Service"] => {
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

export class Lists extends Context.Service<
  Lists,
  {
    consult(address: Address): ListEvidence
    readonly tables: ReadonlyArray<ListTable>
  }
>()("@rcpt/verifier/Lists") {
  /** The lists that ship. Reads 2.9 MB and builds maps of 150,000 names: about 90 ms, once. */
  static readonly layer: Layer.Layer<Lists> = Layer.sync(Lists, () => make(undefined))

  /** Lists that a refresh left in `folder`, each in place of the one that ships. */
  static readonly layerFrom = (folder: string): Layer.Layer<Lists> =>
    Layer.sync(Lists, () => make(folder))
}

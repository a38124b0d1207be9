/**
 * Consults published lists about an address: disposable provider, free provider, role address.
 *
 * A relay is never called anything else, even if a list does. Entries of disposable lists are
 * suffixes: a host below a listed domain counts as listed. A domain below a listed public suffix does
 * not, because users of a dynamic DNS provider must not be judged by each other.
 */
import { domainToASCII } from "node:url"

import type { Address } from "@rcpt/domain/Address"
import type { ListEvidence, Listing } from "@rcpt/domain/Evidence"
import { Context, Effect, Layer } from "effect"
import { getDomain } from "tldts"

import { accessProviders } from "./accessProviders.ts"
import { longestSuffix } from "./hostTable.ts"
import { alsoDisposable, alsoFree, notDisposable, notFree } from "./listCorrections.ts"
import { listSources, loadList, ownTables } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import { relays } from "./relays.ts"
import {
  branchWords,
  branchWordsBehind,
  functionalRoles,
  machineNames,
  reservedRoles,
  roleWords,
  vagueWords
} from "./roles.ts"

const separators = /[-._]+/

/** The most digits of a mailbox's number, or of a year. A longer number is a person's. */
const numberDigitsMax = 4

const numbered = new RegExp(`^(\\D+?)\\d{1,${numberDigitsMax}}$`)
const number = new RegExp(`^\\d{1,${numberDigitsMax}}$`)

/** The fewest letters of each part of a joined word. Shorter parts may be initials: `b.rand` is no `brand`. */
const joinedLettersMin = 3

const withoutNumber = (part: string): string => numbered.exec(part)?.[1] ?? part

/** The parts as one word, as for `ufficio.stampa`. */
const joined = (parts: ReadonlyArray<string>): string | undefined =>
  parts.length > 1 && parts.every(({ length }) => length >= joinedLettersMin)
    ? parts.join("")
    : undefined

/**
 * The word among `words` that makes a role of `name`, which is in lower case and without its tag. The word may
 * stand alone, with a number, or with others such as the country of a branch: `info2`, `sales-eu`, `press.office`.
 * Next to any other word it is part of a name, because `security.jones` and `anna.sales` are people.
 */
const findRole = (name: string, words: (word: string) => boolean): string | undefined => {
  if (words(name)) return name
  const parts = name.split(separators).map(withoutNumber)
  const whole = joined(parts)
  if (whole !== undefined && words(whole)) return whole
  const at = parts.findIndex(words)
  const isBranch = (part: string, index: number) =>
    number.test(part) || branchWords.has(part) || (index > at && branchWordsBehind.has(part))
  return at !== -1 && parts.every((part, index) => words(part) || isBranch(part, index))
    ? parts[at]
    : undefined
}

const separator = "\n"
const separatorCode = separator.charCodeAt(0)

/** The FNV-1a hash of 32 bits, over UTF-16 units in place of octets. */
const hashOf = (name: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** At most half of the slots are taken, so a search ends after one or two. */
const slotsFor = (names: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, names) * 2))

/**
 * Makes a function that returns the index of the first list that has a name, or -1. The names are one text, with a
 * table of where each begins: 138,000 names take 5 MB, and 10 MB in a `Map` (measured 2026-11-26).
 */
export const packNames = (
  lists: ReadonlyArray<ReadonlyArray<string>>
): ((name: string) => number) => {
  // A slot has the place of the separator before a name. The text starts with one more, because 0 is an empty slot.
  const text = ["", "", ...lists.flat(), ""].join(separator)
  const slots = new Uint32Array(slotsFor(lists.reduce((sum, { length }) => sum + length, 0)))
  const mask = slots.length - 1
  /** The places behind the last name of each list. */
  const ends: Array<number> = []

  const isAt = (place: number, name: string): boolean =>
    text.charCodeAt(place + 1 + name.length) === separatorCode && text.startsWith(name, place + 1)

  /** The slot of the name, or the empty one where it belongs. */
  const slotOf = (name: string): number => {
    let slot = hashOf(name) & mask
    while (slots[slot] !== 0 && !isAt(slots[slot]!, name)) slot = (slot + 1) & mask
    return slot
  }

  let place = separator.length
  for (const names of lists) {
    for (const name of names) {
      const slot = slotOf(name)
      if (slots[slot] === 0) slots[slot] = place
      place += name.length + separator.length
    }
    ends.push(place)
  }

  return (name) => {
    const found = slots[slotOf(name)]!
    return found === 0 ? -1 : ends.findIndex((end) => found < end)
  }
}

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

type ListName = Omit<Listing, "entry">

/** Finds the list that has a name. If several lists have it, the first one is returned. */
type ListOf = (name: string) => ListName | undefined

const domainsOf = (rows: ReadonlyArray<{ readonly domains: ReadonlyArray<string> }>) =>
  rows.flatMap(({ domains }) => domains)

const ownTable = { list: ownTables.name, asOf: ownTables.asOf }

interface LoadedTable {
  readonly table: ListTable
  readonly entries: ReadonlyArray<string>
}

/** The domain as DNS and addresses have it. A few names of the lists are not written in ASCII. */
const inAscii = (domain: string): string =>
  /[\u0080-\uffff]/.test(domain) ? domainToASCII(domain) : domain

const load = (folder: string | undefined): ReadonlyArray<LoadedTable> =>
  listSources.map((list) => {
    const { entries, asOf, refreshed } = loadList(list, folder)
    const { name, kind, version, licence } = list
    const source = refreshed?.url ?? list.source
    const table = { name, kind, source, version, asOf, licence, refreshed: refreshed !== undefined }
    return {
      entries: list.kind === "role" ? entries : entries.map(inAscii),
      table: { ...table, entries: entries.length }
    }
  })

/** The lists of one kind, with the names that we add. */
const listsOf = (
  loaded: ReadonlyArray<LoadedTable>,
  kind: ListSource["kind"],
  additional: ReadonlyArray<string>,
  isListed: (name: string) => boolean
): ListOf => {
  const lists = loaded.filter(({ table }) => table.kind === kind)
  const find = packNames(
    [...lists.map(({ entries }) => entries), additional].map((names) => names.filter(isListed))
  )
  const names = [...lists.map(({ table: { name, asOf } }) => ({ list: name, asOf })), ownTable]
  return (name) => {
    const index = find(name)
    return index < 0 ? undefined : names[index]
  }
}

const relayEntries: ReadonlyMap<string, Listing> = new Map(
  domainsOf(relays).map((entry) => [entry, { entry, ...ownTable }])
)

const relayOf = (domain: string): Listing | undefined => longestSuffix(relayEntries, domain)

/** Finds the entry that is the longest suffix of `domain`, cut at dots. */
const listed = (listOf: ListOf, domain: string): Listing | undefined => {
  let suffix = domain
  for (;;) {
    const list = listOf(suffix)
    if (list !== undefined) return { entry: suffix, ...list }
    const dot = suffix.indexOf(".")
    if (dot === -1) return undefined
    suffix = suffix.slice(dot + 1)
  }
}

type ByDomain = (domain: string) => Listing | undefined

const disposableBy = (loaded: ReadonlyArray<LoadedTable>): ByDomain => {
  const corrected = new Set(domainsOf(notDisposable))
  const additional = domainsOf(alsoDisposable)
  const listOf = listsOf(loaded, "disposable", additional, (name) => !corrected.has(name))
  return (domain) => {
    const listing = listed(listOf, domain)
    if (listing === undefined || relayOf(domain) !== undefined) return undefined
    if (listing.entry === domain) return listing
    const registrable = getDomain(domain, { allowPrivateDomains: true })
    const isPublicSuffix = registrable === null || listing.entry.length < registrable.length
    return isPublicSuffix ? undefined : listing
  }
}

const accessDomains = accessProviders.flatMap(({ domains }) => domains.split(" "))

/** Finds free providers. The package also lists disposable and relay domains as free; those are removed. */
const freeBy = (loaded: ReadonlyArray<LoadedTable>, disposable: ByDomain): ByDomain => {
  const corrected = new Set(domainsOf(notFree))
  const isFree = (domain: string) =>
    !corrected.has(domain) && disposable(domain) === undefined && relayOf(domain) === undefined
  const listOf = listsOf(loaded, "free", [...domainsOf(alsoFree), ...accessDomains], isFree)
  return (domain) => {
    const list = listOf(domain)
    return list === undefined ? undefined : { entry: domain, ...list }
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
  const vague = new Set(vagueWords)
  const listOf = listsOf(loaded, "role", ownRoles, (word) => !vague.has(word))
  const isRole = (word: string) => listOf(word) !== undefined
  return ({ localPart }: Address, isPersonal: boolean): Listing | undefined => {
    const lowerCase = localPart.toLowerCase()
    const tag = lowerCase.indexOf("+")
    const name = tag > 0 ? lowerCase.slice(0, tag) : lowerCase
    if (machines(name)) return { entry: name, ...ownTable }
    // At a free provider or an alias service one person chose the name, so info@ is no role there.
    const entry = findRole(name, isPersonal ? isReserved : isRole)
    return entry === undefined ? undefined : { entry, ...(listOf(entry) ?? ownTable) }
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
    /** Reads the folder again. That takes about 90 ms, in which nothing else runs. */
    readonly reload: Effect.Effect<void>
  }
>()("@rcpt/verifier/lists/Lists") {
  /** The bundled lists. Reads 2.9 MB and packs 150,000 names: about 90 ms, once. */
  static readonly layer: Layer.Layer<Lists> = Layer.sync(Lists, () => make(undefined))

  /** The lists that a refresh wrote to `folder`, each in place of the bundled one. */
  static readonly layerFrom = (folder: string): Layer.Layer<Lists> =>
    Layer.sync(Lists, () => make(folder))
}

/**
 * Consults published lists about an address: disposable provider, free provider, role address.
 *
 * A relay is never called anything else, even if a list does. Entries of disposable lists are
 * suffixes: a host below a listed domain counts as listed. A domain below a listed public suffix does
 * not, because users of a dynamic DNS provider must not be judged by each other.
 */
import type { Address } from "@rcpt/domain/Address"
import type { ListEvidence, Listing } from "@rcpt/domain/Evidence"
import { Context, Effect, Layer } from "effect"

import { makeDomainLists, strongest } from "./domainLists.ts"
import type { Standing } from "./domainLists.ts"
import { longestSuffix } from "./hostTable.ts"
import { listSources, ownTables } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import { bundledEntries } from "./packedLists.ts"
import type { NamedDomains } from "./packedLists.ts"
import { linesIn, packNames } from "./packNames.ts"
import { dateOf, loadDomains } from "./refreshedLists.ts"
import type { LoadedDomains } from "./refreshedLists.ts"
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

const ownTable = { list: ownTables.name, asOf: ownTables.asOf }

const tableOf = (source: ListSource, { refreshed }: LoadedDomains, entries: number): ListTable => {
  const { name, kind, version, licence } = source
  const newer = refreshed.get(name)
  return {
    name,
    kind,
    source: newer?.url ?? source.source,
    version,
    asOf: newer === undefined ? source.asOf : dateOf(newer),
    licence,
    refreshed: newer !== undefined,
    entries
  }
}

const rolesOf = (sources: ReadonlyArray<ListSource>): ReadonlyArray<string> =>
  sources.flatMap((source) => (source.kind === "role" ? bundledEntries(source) : []))

const countIn = (groups: ReadonlyArray<NamedDomains>, list: string): number =>
  groups.reduce(
    (sum, { namings, domains }) =>
      namings.some((naming) => naming.list === list) ? sum + linesIn(domains) : sum,
    0
  )

const relayEntries: ReadonlyMap<string, Listing> = new Map(
  relays.flatMap(({ domains }) => domains).map((entry) => [entry, { entry, ...ownTable }] as const)
)

const relayOf = (domain: string): Listing | undefined => longestSuffix(relayEntries, domain)

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

const roleBy = (listed: ReadonlyArray<string>, list: Pick<Listing, "list" | "asOf">) => {
  const vague = new Set(vagueWords)
  const find = packNames(
    [listed, ownRoles].map((words) => words.filter((word) => !vague.has(word)).join("\n"))
  )
  const isRole = (word: string) => find(word) >= 0
  return ({ localPart }: Address, isPersonal: boolean): Listing | undefined => {
    const lowerCase = localPart.toLowerCase()
    const tag = lowerCase.indexOf("+")
    const name = tag > 0 ? lowerCase.slice(0, tag) : lowerCase
    if (machines(name)) return { entry: name, ...ownTable }
    // At a free provider or an alias service one person chose the name, so info@ is no role there.
    const entry = findRole(name, isPersonal ? isReserved : isRole)
    return entry === undefined ? undefined : { entry, ...(find(entry) === 0 ? list : ownTable) }
  }
}

const relayTable: ListTable = {
  ...ownTables,
  kind: "relay",
  source: "this product's own tables",
  refreshed: false,
  entries: relayEntries.size
}

type Read = Pick<Lists["Service"], "consult" | "standingOf" | "tables">

const tablesOf = (loaded: LoadedDomains, roles: number): ReadonlyArray<ListTable> =>
  listSources.map((source) =>
    tableOf(source, loaded, source.kind === "role" ? roles : countIn(loaded.groups, source.name))
  )

/** A function of its own: what `read` returns would keep the domains in memory a second time, as text of their own. */
const loadTables = (folder: string | undefined, roles: number) => {
  const loaded = loadDomains(folder)
  return { standingOf: makeDomainLists(loaded).standingOf, tables: tablesOf(loaded, roles) }
}

const read = (folder: string | undefined): Read => {
  const listedRoles = rolesOf(listSources)
  const { standingOf, tables } = loadTables(folder, listedRoles.length)
  const asOf = new Map(tables.map((table) => [table.name, table.asOf]))
  const listingOf = (standing: Standing, kind: "disposable" | "free"): Listing => {
    const list = strongest(standing, kind) ?? ownTables.name
    return { entry: standing.entry, list, asOf: asOf.get(list) ?? ownTables.asOf }
  }
  const roles = tables.find(({ kind }) => kind === "role")
  const role = roleBy(listedRoles, { list: roles?.name ?? "", asOf: roles?.asOf ?? "" })
  return {
    consult: (address, owner) => {
      const relay = relayOf(address.domain)
      const standing = relay === undefined ? standingOf(address.domain) : undefined
      const isFree = standing?.conclusion === "free" && standing.entry === address.domain
      const isRefuted = owner === "company" && standing?.correction === undefined
      const free = isFree && !isRefuted ? listingOf(standing, "free") : undefined
      return {
        disposable:
          standing?.conclusion === "disposable" ? listingOf(standing, "disposable") : undefined,
        free,
        role: role(address, (free ?? relay) !== undefined),
        relay
      }
    },
    standingOf,
    tables: [...tables, relayTable]
  }
}

const make = (folder: string | undefined): Lists["Service"] => {
  let current = read(folder)
  return {
    consult: (address, owner) => current.consult(address, owner),
    standingOf: (domain) => current.standingOf(domain),
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
    /** For a `company`, by its mail hosts, only our own tables may still say that it is a free provider. */
    consult(address: Address, owner?: "company"): ListEvidence
    /** Which lists and corrections name a domain, and what we conclude; `undefined` if none does. */
    standingOf(domain: string): Standing | undefined
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

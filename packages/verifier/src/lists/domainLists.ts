/**
 * What the lists and our corrections say about a domain: which lists name it since when, and what follows.
 *
 * One list is a hint. A domain is disposable if a correction says so, if somebody opened a mailbox there before it
 * was listed, or if two independent lists name it and none of mailbox providers does (listSources.ts). Its own name
 * counts as one list.
 */
import { getDomain } from "tldts"

import { corrections } from "./listCorrections.ts"
import type { Correction } from "./listCorrections.ts"
import { listSources } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import type { Naming } from "./packedLists.ts"
import { packNames } from "./packNames.ts"
import type { LoadedDomains } from "./refreshedLists.ts"

type Conclusion = "disposable" | "free" | "hint" | "none"

const sourceOf: ReadonlyMap<string, ListSource> = new Map(
  listSources.map((source) => [source.name, source])
)

const namedBy = (
  namings: ReadonlyArray<Naming>,
  kind: ListSource["kind"],
  by?: ListSource["by"]
): ReadonlyArray<Naming> =>
  namings.filter(({ list }) => {
    const source = sourceOf.get(list)
    return source?.kind === kind && (by === undefined || source.by === by)
  })

/** The independent lists that make a domain disposable. */
const witnessesMin = 2

/** What follows from the lists alone. */
export const conclude = (namings: ReadonlyArray<Naming>): Conclusion => {
  const disposable = namedBy(namings, "disposable")
  if (namedBy(disposable, "disposable", "opened").length > 0) return "disposable"
  const isContested = namedBy(namings, "free", "contested").length > 0
  if (disposable.length >= witnessesMin && !isContested) return "disposable"
  const isFree = namedBy(namings, "free", "collected").length > 0
  // The list of free providers has taken in lists of disposable domains.
  if (isFree && (disposable.length === 0 || isContested)) return "free"
  return disposable.length > 0 ? "hint" : "none"
}

/**
 * Words that throwaway services advertise with. A domain that is called so and stands on one list is a second witness
 * against itself.
 */
const throwawayName =
  /(?:^|[^a-z])te?mp(?:orary)?-?(?:e?mails?|inbox)|\d+-?min(?:ute)?s?-?(?:e?mail|inbox)|minute-?(?:e?mail|inbox)|throw-?away|trash-?(?:e?mail|box|inbox)|disposable|fake-?(?:e?mail|inbox)|burner-?(?:e?mail|inbox)|wegwerf|jetable|e-?mail-?temp|temp-?(?:mail|inbox)|correo-?temp/

const withName = (entry: string): Conclusion => (throwawayName.test(entry) ? "disposable" : "hint")

/** What the lists and corrections say about one domain. */
export interface Standing {
  /** The name that the lists or the correction have: the domain or one above it. */
  readonly entry: string
  readonly namings: ReadonlyArray<Naming>
  readonly correction: Correction | undefined
  readonly conclusion: Conclusion | Correction["is"]
}

export interface DomainLists {
  /** What holds for the domain, by the longest suffix that lists or corrections name. */
  readonly standingOf: (domain: string) => Standing | undefined
}

/** The names above a domain and itself, the longest first. */
function* suffixesOf(domain: string): Generator<string> {
  for (let suffix = domain; ;) {
    yield suffix
    const dot = suffix.indexOf(".")
    if (dot === -1) return
    suffix = suffix.slice(dot + 1)
  }
}

/** Whether customers register names below `entry`, which ends `domain`: they must not be judged by each other. */
export const isPublicSuffix = (entry: string, domain: string): boolean => {
  const registrable = getDomain(domain, { allowPrivateDomains: true })
  return registrable === null || entry.length < registrable.length
}

/** A correction that holds for the names below its domain as well. */
const reachesBelow = ({ is }: Correction): boolean => is !== "free"

export const makeDomainLists = ({ groups }: LoadedDomains): DomainLists => {
  const find = packNames(groups.map(({ domains }) => domains))
  // The domains themselves are let go: they are packed now.
  const namingsOf = groups.map(({ namings }) => namings)
  const conclusions = namingsOf.map(conclude)
  const standingAt = (entry: string): Standing | undefined => {
    const index = find(entry)
    const correction = corrections.get(entry)
    if (index < 0 && correction === undefined) return undefined
    const byLists = conclusions[index] ?? "none"
    const conclusion = correction?.is ?? (byLists === "hint" ? withName(entry) : byLists)
    return { entry, namings: namingsOf[index] ?? [], correction, conclusion }
  }
  return {
    standingOf: (domain) => {
      let hint: Standing | undefined
      for (const entry of suffixesOf(domain)) {
        const standing = standingAt(entry)
        if (standing === undefined) continue
        if (entry === domain && standing.conclusion !== "none") {
          // A hint does not hide what holds for all names below a longer row.
          if (standing.conclusion !== "hint") return standing
          hint = standing
        } else if (entry !== domain) {
          const { correction, conclusion } = standing
          if (correction !== undefined && conclusion !== "disposable")
            return reachesBelow(correction) ? standing : hint
          if (conclusion === "disposable" && !isPublicSuffix(entry, domain)) return standing
        } else hint ??= standing
      }
      return hint
    }
  }
}

/** Of the lists that name a domain as of a kind, the first one in the order of `listSources`; a correction has none. */
export const strongest = (
  { namings, correction }: Standing,
  kind: "disposable" | "free"
): string | undefined => (correction === undefined ? namedBy(namings, kind)[0]?.list : undefined)

/**
 * Finds the provider that a mistyped domain probably stands for, and corrects the address once DNS has said
 * whether the typed domain takes mail.
 *
 * A typo is `obvious` when hardly anything else explains it; it is suggested even where typo-squatters
 * receive mail (`gmial.com`). Any other typo is `near`: suggested only where the typed domain takes no
 * mail itself. An obvious typo is also `sure`, and changes the verdict, if one slip turns the domain of a
 * large provider into it.
 */
import type { Address } from "@rcpt/domain/Address"
import type { MailRoute } from "@rcpt/domain/Evidence"
import { parse } from "tldts"

import { boundedCache } from "../cache/boundedCache.ts"
import { areNeighbours } from "./keyboard.ts"
import { providerRules } from "./providers.ts"
import { realDomains } from "./rules/realDomains.ts"
import { knownOmissions, realProviders, suffixTypos, typoTargets } from "./rules/typoTargets.ts"

const fullCost = 1
const halfCost = 0.5

const gapCost = (text: string, at: number): number =>
  text[at] === text[at - 1] || text[at] === text[at + 1] ? halfCost : fullCost

/** Words whose lengths differ by more than this are never close, so nothing is computed. */
const lengthDifferenceMax = 2

/**
 * The distance between a typed word and the intended one: optimal string alignment with weights.
 *
 * A letter that is missing, added, wrong or swapped with its neighbour costs 1. An adjacent key, or a
 * letter doubled or not doubled, costs half: such typos happen twice as easily.
 */
export const typoDistance = (typed: string, intended: string): number => {
  if (typed === intended) return 0
  if (Math.abs(typed.length - intended.length) > lengthDifferenceMax)
    return Number.POSITIVE_INFINITY
  const width = intended.length + 1
  const cost = new Float64Array((typed.length + 1) * width)
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0
  for (let i = 1; i <= typed.length; i++) cost[i * width] = at(i - 1, 0) + gapCost(typed, i - 1)
  for (let j = 1; j <= intended.length; j++) cost[j] = at(0, j - 1) + gapCost(intended, j - 1)
  for (let i = 1; i <= typed.length; i++) {
    for (let j = 1; j <= intended.length; j++) {
      const a = typed[i - 1] ?? ""
      const b = intended[j - 1] ?? ""
      const substitution = a === b ? 0 : areNeighbours(a, b) ? halfCost : fullCost
      let best = Math.min(
        at(i - 1, j - 1) + substitution,
        at(i - 1, j) + gapCost(typed, i - 1),
        at(i, j - 1) + gapCost(intended, j - 1)
      )
      const swapped = i > 1 && j > 1 && a === intended[j - 2] && b === typed[i - 2]
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + fullCost)
      cost[i * width + j] = best
    }
  }
  return at(typed.length, intended.length)
}

interface Typo {
  readonly intended: string
  readonly kind: "obvious" | "near"
  /** Whether it is obvious and one slip away from a large provider. */
  readonly isSure?: true
}

interface Target {
  readonly name: string
  readonly suffix: string
  readonly distinctive: boolean
  readonly nowhereElse: boolean
  readonly large: boolean
  readonly letters: number
}

/** The letters of a name, as bits: names that share few letters are not compared. */
const lettersOf = (name: string): number => {
  let bits = 0
  for (let index = 0; index < name.length; index++) bits |= 1 << (name.charCodeAt(index) & 31)
  return bits
}

const bitsIn = (bits: number): number => {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

const words = (text: string): ReadonlyArray<string> => text.split(" ")

const targets: ReadonlyArray<Target> = typoTargets.flatMap(
  ({ names, suffixes, distinctive, nowhereElse, large }) =>
    words(names).flatMap((name) =>
      words(suffixes).map((suffix) => ({
        name,
        suffix,
        distinctive: distinctive === true,
        nowhereElse: nowhereElse === true,
        large: large === true,
        letters: lettersOf(name)
      }))
    )
)

const targetsBySuffix: ReadonlyMap<string, ReadonlyArray<Target>> = Map.groupBy(
  targets,
  ({ suffix }) => suffix
)

const knownDomains: ReadonlySet<string> = new Set([
  ...targets.map(({ name, suffix }) => `${name}.${suffix}`),
  ...providerRules.flatMap(({ domains }) => domains),
  ...realProviders.flatMap(({ domains }) => words(domains))
])

const domainsOfOthers: ReadonlySet<string> = new Set(words(realDomains))

/** Domains of well-known mailbox providers: no list may call them anything else. */
export const wellKnownProviders: ReadonlySet<string> = knownDomains

const targetNames: ReadonlySet<string> = new Set(
  targets.map(({ name, suffix }) => `${name}.${suffix}`)
)

/** The domains of the largest providers: the only ones for which a typo is sure. */
export const largeProviders: ReadonlySet<string> = new Set(
  targets.flatMap(({ name, suffix, large }) => (large ? [`${name}.${suffix}`] : []))
)

/** The typo of a domain of which one slip explains all. */
const oneSlip = (intended: string): Typo => ({
  intended,
  kind: "obvious",
  ...(largeProviders.has(intended) && { isSure: true as const })
})

/** The domains of providers by their letters alone: `gmailcom` has lost its dot. */
const domainOfLetters: ReadonlyMap<string, string> = new Map(
  [...targetNames].map((domain) => [domain.replaceAll(".", ""), domain])
)

/** The domain of a provider that a word without a dot stands for. */
export const withDots = (word: string): string | undefined =>
  domainOfLetters.get(word.toLowerCase())

const suffixTypoOf = new Map(suffixTypos.map((row) => [row.typed, row]))
const omissionOf = new Map(knownOmissions.map(({ typed, intended }) => [typed, intended]))

/** Shorter names are one typo away from too many words: those of other companies, too. */
const comparedCharsMin = 3

/** A typo of a shorter name is `near` in any case. */
const obviousCharsMin = 5

/** Names up to this length may have a distance of 1, longer ones of 1.5. */
const shortNameCharsMax = 6

/** Two typos change four letters at most; names that differ in more are not compared. */
const lettersChangedMax = 4

const isSwap = (typed: string, intended: string): boolean => {
  if (typed.length !== intended.length) return false
  let at = 0
  while (typed[at] === intended[at]) at++
  return (
    typed[at] === intended[at + 1] &&
    typed[at + 1] === intended[at] &&
    typed.slice(at + 2) === intended.slice(at + 2)
  )
}

/** Whether one word is the other with a letter more. */
const isLetterMore = (longer: string, shorter: string): boolean => {
  if (longer.length !== shorter.length + 1) return false
  let at = 0
  while (at < shorter.length && longer[at] === shorter[at]) at++
  return longer.slice(at + 1) === shorter.slice(at)
}

/** Whether one letter explains the typo of a made-up name: one added, or one left out or changed in a longer name. */
const isOneLetter = (typed: string, { name, distinctive }: Target): boolean => {
  if (omissionOf.get(typed) === name) return true
  if (!distinctive) return false
  if (isLetterMore(typed, name)) return true
  return (
    name.length >= shortNameCharsMax &&
    (isLetterMore(name, typed) || typoDistance(typed, name) <= fullCost)
  )
}

const typoKindOf = (typed: string, letters: number, target: Target): Typo["kind"] | undefined => {
  const { name } = target
  if (Math.abs(typed.length - name.length) > 1 || name.length < comparedCharsMin) return undefined
  if (bitsIn(letters ^ target.letters) > lettersChangedMax) return undefined
  const distance = typoDistance(typed, name)
  if (distance > (name.length <= shortNameCharsMax ? 1 : 1.5)) return undefined
  // The first letter is rarely mistyped: where it differs, another word is the better guess.
  if (typed[0] !== name[0] || name.length < obviousCharsMin) return "near"
  return distance < 1 || isSwap(typed, name) || isOneLetter(typed, target) ? "obvious" : "near"
}

/** The domain as one label and a suffix; `undefined` when there are labels in between. */
const split = (
  domain: string,
  publicSuffix: string
): { name: string; suffix: string } | undefined => {
  const dot = domain.indexOf(".")
  const suffix = domain.slice(dot + 1)
  return targetsBySuffix.has(suffix) || suffixTypoOf.has(suffix) || publicSuffix === suffix
    ? { name: domain.slice(0, dot), suffix }
    : undefined
}

const strongest = (one: Typo | undefined, other: Typo): Typo =>
  one === undefined || (one.kind === "near" && other.kind === "obvious") ? other : one

/** The domain without a last label that was typed twice, as in `gmail.com.com`. */
const withoutRepeatedSuffix = (domain: string): string | undefined => {
  const shorter = domain.slice(0, domain.lastIndexOf("."))
  const last = domain.slice(shorter.length)
  return targetNames.has(shorter) && shorter.endsWith(last) ? shorter : undefined
}

/** The largest distance of a suffix that does not exist. More would replace half of a short suffix. */
const suffixDistanceMax = 1

/** Mistyped suffixes that are cached. A list has few kinds: names inside a network, and typos of `com`. */
const suffixesKeptMax = 1_000

const suffixesCloseTo = boundedCache<ReadonlySet<string>>(suffixesKeptMax)

const closeSuffixes = (typed: string): ReadonlySet<string> => {
  const known = suffixesCloseTo.get(typed)
  if (known !== undefined) return known
  const isClose = (suffix: string) => typoDistance(typed, suffix) <= suffixDistanceMax
  const close = new Set([...targetsBySuffix.keys()].filter(isClose))
  suffixesCloseTo.set(typed, close)
  return close
}

/** The provider and the suffix that were meant when the last label is no top-level domain. */
const withRealSuffix = (domain: string): Typo | undefined => {
  const dot = domain.indexOf(".")
  const [name, suffix] = [domain.slice(0, dot), domain.slice(dot + 1)]
  const close = closeSuffixes(suffix)
  if (close.size === 0) return undefined
  const letters = lettersOf(name)
  const [best] = targets
    .filter(
      (target) =>
        close.has(target.suffix) &&
        (target.name === name || typoKindOf(name, letters, target) === "obvious")
    )
    .toSorted(
      (one, other) =>
        Number(other.name === name) - Number(one.name === name) ||
        typoDistance(suffix, one.suffix) - typoDistance(suffix, other.suffix)
    )
  if (best === undefined) return undefined
  const intended = `${best.name}.${best.suffix}`
  return best.name === name ? oneSlip(intended) : { intended, kind: "obvious" }
}

/** The real domain of a provider that has no mailboxes under the typed suffix. */
const elsewhere = (name: string): Typo | undefined => {
  const target = targets.find((one) => one.nowhereElse && one.name === name)
  return target && { intended: `${target.name}.${target.suffix}`, kind: "obvious" }
}

/**
 * Suggestions that are cached, about 0.5 MB. Rows of a list come domain by domain, and single checks repeat a
 * few thousand.
 */
const suggestionsKeptMax = 4_096

const suggestions = boundedCache<Typo | "none">(suggestionsKeptMax)

/**
 * The typo of a domain, if it is one, whether or not the typed domain takes mail: `didYouMean` also considers that.
 * Comparing a domain with all providers takes less than 1 µs, and twice that for a typo of `com` (measured).
 */
export const suggestDomain = (domain: string): Typo | undefined => {
  if (knownDomains.has(domain) || domainsOfOthers.has(domain)) return undefined
  const known = suggestions.get(domain)
  if (known !== undefined) return known === "none" ? undefined : known
  const found = compare(domain)
  suggestions.set(domain, found ?? "none")
  return found
}

const compare = (domain: string): Typo | undefined => {
  const once = withoutRepeatedSuffix(domain)
  if (once !== undefined) return oneSlip(once)
  const { publicSuffix, isIcann } = parse(domain)
  const parts = split(domain, publicSuffix ?? domain.slice(domain.lastIndexOf(".") + 1))
  const found = parts && suggestFor(parts)
  if (found !== undefined) return found
  return isIcann === true ? parts && elsewhere(parts.name) : withRealSuffix(domain)
}

const suggestFor = ({ name, suffix }: { name: string; suffix: string }): Typo | undefined => {
  const suffixTypo = suffixTypoOf.get(suffix)
  const candidates = targetsBySuffix.get(suffixTypo?.intended ?? suffix) ?? []
  const exact = candidates.find((target) => target.name === name)
  if (exact !== undefined && suffixTypo !== undefined) {
    const intended = `${name}.${suffixTypo.intended}`
    const isObvious = exact.distinctive || !suffixTypo.exists
    return isObvious ? oneSlip(intended) : { intended, kind: "near" }
  }
  const letters = lettersOf(name)
  let best: Typo | undefined
  for (const target of candidates) {
    const kind = typoKindOf(name, letters, target)
    if (kind === undefined) continue
    const intended = `${target.name}.${target.suffix}`
    // With a mistyped suffix it is the second slip.
    const isOne = kind === "obvious" && suffixTypo === undefined
    best = strongest(best, isOne ? oneSlip(intended) : { intended, kind })
  }
  return best
}

/** Whether the domain has MX records of its own. While that is unknown, a typo is the likelier explanation. */
const takesMail = (route: MailRoute | undefined): boolean =>
  route?._tag === "hosts" && !route.implicit

export const didYouMean = (
  { localPart, domain }: Address,
  route: MailRoute | undefined
): string | undefined => {
  const typo = suggestDomain(domain)
  if (typo === undefined || (typo.kind === "near" && takesMail(route))) return undefined
  return `${localPart}@${typo.intended}`
}

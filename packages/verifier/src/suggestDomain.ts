/**
 * The provider that was probably meant by a mistyped domain.
 *
 * A slip is `obvious` when hardly anything else explains it, also where typo-squatters receive mail
 * (`gmial.com`). Any other is `near`: believed only where the typed domain takes no mail itself.
 */
import { getPublicSuffix } from "tldts"

import { providerRules } from "./providers.ts"
import { knownOmissions, realProviders, suffixSlips, typoTargets } from "./rules/typoTargets.ts"
import { slipDistance } from "./slipDistance.ts"

export interface Slip {
  readonly meant: string
  readonly kind: "obvious" | "near"
}

interface Target {
  readonly name: string
  readonly suffix: string
  readonly distinctive: boolean
  readonly letters: number
}

/** Which letters a name has, as bits: names that share few of them are not compared. */
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

const targets: ReadonlyArray<Target> = typoTargets.flatMap(({ names, suffixes, distinctive }) =>
  words(names).flatMap((name) =>
    words(suffixes).map((suffix) => ({
      name,
      suffix,
      distinctive: distinctive === true,
      letters: lettersOf(name)
    }))
  )
)

const targetsBySuffix: ReadonlyMap<string, ReadonlyArray<Target>> = Map.groupBy(
  targets,
  ({ suffix }) => suffix
)

const known: ReadonlySet<string> = new Set([
  ...targets.map(({ name, suffix }) => `${name}.${suffix}`),
  ...providerRules.flatMap(({ domains }) => domains),
  ...realProviders.flatMap(({ domains }) => words(domains))
])

/** Domains of mailbox providers that everybody knows: no list may call them anything else. */
export const wellKnownProviders: ReadonlySet<string> = known

const suffixSlipOf = new Map(suffixSlips.map((row) => [row.typed, row]))
const omissionOf = new Map(knownOmissions.map(({ typed, meant }) => [typed, meant]))

/** Shorter names are a slip away from too many words. */
const comparedCharsMin = 5

/** Up to here, one whole slip; a longer name leaves room for half a one more. */
const shortNameCharsMax = 6

/** Two slips change four letters at most; names that differ in more need no comparison. */
const lettersChangedMax = 4

const isSwap = (typed: string, meant: string): boolean => {
  if (typed.length !== meant.length) return false
  let at = 0
  while (typed[at] === meant[at]) at++
  return (
    typed[at] === meant[at + 1] &&
    typed[at + 1] === meant[at] &&
    typed.slice(at + 2) === meant.slice(at + 2)
  )
}

const isOmission = (typed: string, { name, distinctive }: Target): boolean => {
  if (omissionOf.get(typed) === name) return true
  if (!distinctive || name.length < shortNameCharsMax || typed.length !== name.length - 1)
    return false
  let at = 0
  while (typed[at] === name[at]) at++
  return typed.slice(at) === name.slice(at + 1)
}

const slipOfName = (typed: string, letters: number, target: Target): Slip["kind"] | undefined => {
  const { name } = target
  if (Math.abs(typed.length - name.length) > 1 || name.length < comparedCharsMin) return undefined
  if (bitsIn(letters ^ target.letters) > lettersChangedMax) return undefined
  const distance = slipDistance(typed, name)
  if (distance > (name.length <= shortNameCharsMax ? 1 : 1.5)) return undefined
  // Hardly anybody errs on the first letter; there, another word is the better guess.
  if (typed[0] !== name[0]) return "near"
  return distance < 1 || isSwap(typed, name) || isOmission(typed, target) ? "obvious" : "near"
}

const suffixOf = (domain: string): string =>
  getPublicSuffix(domain, { allowPrivateDomains: false }) ??
  domain.slice(domain.lastIndexOf(".") + 1)

/** What stands between the name and the end, if the name is all that precedes it. */
const split = (domain: string): { name: string; suffix: string } | undefined => {
  const dot = domain.indexOf(".")
  const suffix = domain.slice(dot + 1)
  return targetsBySuffix.has(suffix) || suffixSlipOf.has(suffix) || suffixOf(domain) === suffix
    ? { name: domain.slice(0, dot), suffix }
    : undefined
}

const strongest = (one: Slip | undefined, other: Slip): Slip =>
  one === undefined || (one.kind === "near" && other.kind === "obvious") ? other : one

export const suggestDomain = (domain: string): Slip | undefined => {
  if (known.has(domain)) return undefined
  const parts = split(domain)
  if (parts === undefined) return undefined
  const { name, suffix } = parts
  const suffixSlip = suffixSlipOf.get(suffix)
  const candidates = targetsBySuffix.get(suffixSlip?.meant ?? suffix) ?? []
  const exact = candidates.find((target) => target.name === name)
  if (exact !== undefined && suffixSlip !== undefined) {
    return {
      meant: `${name}.${suffixSlip.meant}`,
      kind: exact.distinctive || !suffixSlip.exists ? "obvious" : "near"
    }
  }
  const letters = lettersOf(name)
  let best: Slip | undefined
  for (const target of candidates) {
    const kind = slipOfName(name, letters, target)
    if (kind === undefined) continue
    best = strongest(best, { meant: `${target.name}.${target.suffix}`, kind })
  }
  return best
}

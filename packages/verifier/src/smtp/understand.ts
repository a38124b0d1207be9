/**
 * Understands what a refusal says: a subject and a predicate in each clause. "Does not exist" may be said of the
 * mailbox, of our host name or of our sender, so neither word alone says anything.
 */
import { languages } from "./rules/languages.ts"
import type { LanguageWords } from "./rules/languages.ts"
import { ourWords } from "./rules/ourWords.ts"
import { domainMark, recipientMark } from "./withoutEcho.ts"

export type Subject = "recipient" | "domain" | "sender"
export type Predicate = "absent" | "closed" | "full" | "unavailable"

export interface Statement {
  readonly subject: Subject
  readonly predicate: Predicate
  readonly language: string
  /** The noun and the words of the predicate, as they stand in the folded text. */
  readonly words: readonly [subject: string, predicate: string]
}

const marks = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu

/** Letters that no decomposition turns into their plain form, and the apostrophe of typographers. */
const plain: Readonly<Record<string, string>> = {
  ł: "l",
  ı: "i",
  ø: "o",
  đ: "d",
  æ: "ae",
  ß: "ss",
  "’": "'"
}
const special = /[łıøđæß’]/g

/** Words in lower case and without accents, which servers write, leave out or lose. */
export const folded = (words: string): string =>
  words
    .normalize("NFD")
    .replace(marks, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(marks, "$1")
    .replace(special, (letter) => plain[letter]!)

/** In a text whose blanks are single: with `\s+` here, 64 kB of blanks took 6 s. */
const clauseEnds = /(?<=[.!?;。！？]) |(?<=[。！？；])| [-–/|] /
const blanks = /\s+/g

const advice =
  /^(?:\W*)(?:please|contact|check|if you|if this|for (?:more|further|assistance|help|explanation|information)|see|visit|learn|go to|refer|https?:)/

const url = /https?:\/\/\S+/g

/** The clauses of a folded text that give a reason. Advice ("please contact …") and links give none. */
export const reasonsIn = (text: string): ReadonlyArray<string> =>
  text
    .replace(url, " ")
    .replace(blanks, " ")
    .split(clauseEnds)
    .filter((clause) => !advice.test(clause))

/** Where words stand in a clause. */
interface Place {
  readonly from: number
  readonly to: number
  readonly words: string
  /** Whether it is a verb with a negation, whose subject stands before it if there is one. */
  readonly isVerb?: true
}

/** Finds the places of words in a clause. */
type Finder = (clause: string) => ReadonlyArray<Place>

const noPlaces: ReadonlyArray<Place> = []

/** Most words are nowhere in a clause, and `matchAll` copies its pattern before it looks. */
const placesOf =
  (pattern: RegExp): Finder =>
  (clause) => {
    if (clause.search(pattern) < 0) return noPlaces
    return Array.from(clause.matchAll(pattern), ({ index, 0: words }) => ({
      from: index,
      to: index + words.length,
      words
    }))
  }

const escaped = (text: string): string => text.replace(/[\\^$.+?()[\]{}]/g, "\\$&")

const patternOf = (entry: string, isUnspaced: boolean): string => {
  const letters = isUnspaced ? "\\S{0,8}" : "[\\p{L}\\p{N}]*"
  const body = escaped(entry.replace(/^\*|\*$/g, ""))
    .replaceAll("*", letters)
    .replaceAll("…", "(?: [^\\s:;,]+){0,4} ")
  if (isUnspaced) return body
  const start = entry.startsWith("*") ? letters : ""
  const end = entry.endsWith("*") ? letters : ""
  return `${start}${body}${end}`
}

/** A noun is none within a name with hyphens, such as `forward-email`. */
const finderOf = (list: string, isUnspaced: boolean, isNoun = false): Finder => {
  if (list === "") return () => noPlaces
  // The longest comes first: an alternation takes the first that matches.
  const entries = list.split("|").toSorted((one, other) => other.length - one.length)
  const any = entries.map((entry) => patternOf(entry, isUnspaced)).join("|")
  const letter = "[\\p{L}\\p{N}]"
  const before = isNoun ? "[\\p{L}\\p{N}-]" : letter
  return placesOf(
    isUnspaced ? new RegExp(any, "gu") : new RegExp(`(?<!${before})(?:${any})(?!${letter})`, "gu")
  )
}

const predicates = ["full", "closed", "absent", "unavailable"] as const

const compiled = (of: LanguageWords) => {
  const { isUnspaced = false } = of
  const finder = (list: string) => finderOf(list, isUnspaced)
  const nouns = (list: string) => finderOf(list, isUnspaced, true)
  return {
    language: of.language,
    isUnspaced,
    negatesAfter: of.negatesAfter === true,
    subjects: [
      ["recipient", nouns(of.recipient)],
      ["domain", nouns(of.domain)],
      ["sender", nouns(of.sender)]
    ] as const,
    absent: finder(of.absent),
    closed: finder(of.closed),
    full: finder(of.full),
    unavailable: finder(of.unavailable ?? ""),
    known: finder(of.known),
    open: finder(of.open),
    not: finder(of.not)
  }
}
type Language = ReturnType<typeof compiled>

const compiledLanguages = languages.map(compiled)

/** How far a negation stands from its word: in words, or in characters where no blanks part words. */
const reach = { before: 4, cancels: 2, after: 2, charsBefore: 3, charsAfter: 8 } as const

const lastWords = (text: string, count: number): string =>
  text
    .split(/[,:;()]/)
    .at(-1)!
    .trim()
    .split(/\s+/)
    .slice(-count)
    .join(" ")

const firstWords = (text: string, count: number): string =>
  text
    .split(/[,:;()]/, 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(0, count)
    .join(" ")

/** The negations of all languages that part words, or that do not: a sentence may fit the words of two languages. */
const negationsOf = (isUnspaced: boolean): ReadonlyArray<Finder> =>
  compiledLanguages.filter((one) => one.isUnspaced === isUnspaced).map(({ not }) => not)
const negations = { spaced: negationsOf(false), unspaced: negationsOf(true) }

const isNegated = (
  { isUnspaced, negatesAfter }: Language,
  clause: string,
  { from, to }: Place,
  wordsBefore: number,
  nots: ReadonlyArray<Finder>
): boolean => {
  const [before, after] = [clause.slice(0, from), clause.slice(to)]
  const around = isUnspaced
    ? [before.slice(-reach.charsBefore), after.slice(0, reach.charsAfter)]
    : [lastWords(before, wordsBefore), negatesAfter ? firstWords(after, reach.after) : ""]
  return around.some((text) => text !== "" && nots.some((not) => not(text).length > 0))
}

/** The words that say a predicate with a negation. */
const contraries: Readonly<Partial<Record<Predicate, "known" | "open">>> = {
  absent: "known",
  closed: "open"
}

/** The places in a clause that say a predicate, each by its own words or by the contrary and a negation. */
const saying = (language: Language, clause: string, predicate: Predicate): ReadonlyArray<Place> => {
  const all = language.isUnspaced ? negations.unspaced : negations.spaced
  const own = language[predicate](clause)
  const said = own.filter((place) => !isNegated(language, clause, place, reach.cancels, all))
  const contrary = contraries[predicate]
  if (contrary === undefined || said.length > 0) return said
  return language[contrary](clause)
    .filter(
      (place) =>
        // "activated" in "de-activated" is not the contrary.
        !own.some(({ from, to }) => from <= place.from && place.to <= to) &&
        isNegated(language, clause, place, reach.before, [language.not])
    )
    .map((place) => ({ ...place, isVerb: true as const }))
}

interface Noun extends Place {
  readonly subject: Subject
}

const gapNouns: Readonly<Record<string, Subject>> = {
  [recipientMark]: "recipient",
  [domainMark]: "domain"
}
const gaps = placesOf(new RegExp(Object.keys(gapNouns).map(escaped).join("|"), "g"))

const nounsIn = ({ subjects }: Language, clause: string): ReadonlyArray<Noun> =>
  subjects.flatMap(([subject, find]) => find(clause).map((place) => ({ ...place, subject })))

/** The recipient or its domain, where the server repeats it. It is a noun of every language. */
const echoesIn = (clause: string): ReadonlyArray<Noun> =>
  gaps(clause).map((place) => ({ ...place, subject: gapNouns[place.words]! }))

/**
 * The most words between a noun and its predicate. An adjective stands close to its noun, and
 * `the account that you tried to reach is disabled` is long.
 */
const between = { adjectiveAndNoun: 3, nounAndPredicate: 10 } as const

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length

const belongTogether = (clause: string, noun: Place, predicate: Place): boolean =>
  predicate.to <= noun.from
    ? wordsIn(clause.slice(predicate.to, noun.from)) <= between.adjectiveAndNoun
    : wordsIn(clause.slice(noun.to, predicate.from)) <= between.nounAndPredicate

/** A noun inside the predicate, as in `not a member of domain`, is the subject only where there is no other. */
const distance = (noun: Place, place: Place): number =>
  noun.from < place.to && place.from < noun.to
    ? Number.POSITIVE_INFINITY
    : Math.max(noun.from - place.to, place.from - noun.to)

const nearest = (all: ReadonlyArray<Noun>, place: Place): Noun => {
  const before = place.isVerb === true ? all.filter(({ to }) => to <= place.from) : []
  const nouns = before.length > 0 ? before : all
  return nouns.reduce((best, noun) => (distance(noun, place) < distance(best, place) ? noun : best))
}

const statementsIn = (
  language: Language,
  reasons: ReadonlyArray<string>
): ReadonlyArray<Statement> => {
  const found: Array<Statement> = []
  let before: ReadonlyArray<Noun> = []
  for (const clause of reasons) {
    const named = [...nounsIn(language, clause), ...echoesIn(clause)]
    const nouns = named.length > 0 ? named : before
    before = nouns
    if (nouns.length === 0) continue
    for (const predicate of predicates) {
      for (const place of saying(language, clause, predicate)) {
        const noun = named.length > 0 ? nearest(named, place) : nouns[0]!
        if (named.length > 0 && !belongTogether(clause, noun, place)) continue
        const words = [noun.words, place.words] as const
        found.push({ subject: noun.subject, predicate, language: language.language, words })
      }
    }
  }
  return found
}

/**
 * The statements of a text, by its reasons, in the first language that makes one: servers that speak two say the
 * same in both. A clause without a noun speaks about the subject of the one before:
 * `Delivery to this user failed. Does not exist.`
 */
export const understand = (reasons: ReadonlyArray<string>): ReadonlyArray<Statement> => {
  for (const language of compiledLanguages) {
    const found = statementsIn(language, reasons)
    if (found.length > 0) return found
  }
  return []
}

/** Whether a clause has a noun for the recipient, in any language. */
export const namesRecipient = (reasons: ReadonlyArray<string>): boolean =>
  reasons.some(
    (clause) =>
      echoesIn(clause).length > 0 ||
      compiledLanguages.some((language) =>
        nounsIn(language, clause).some(({ subject }) => subject === "recipient")
      )
  )

/**
 * Whether a reason speaks about us: the client, its network, its sender, its message. A refusal condemns an address
 * only if none does.
 */
export const speaksAboutUs = (reasons: ReadonlyArray<string>): boolean =>
  reasons.some(
    (clause) =>
      ourWords.some(({ text }) => text.test(clause)) ||
      compiledLanguages.some(({ subjects }) => subjects[2][1](clause).length > 0)
  )

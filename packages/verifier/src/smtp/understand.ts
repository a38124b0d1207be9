/**
 * Understands what a refusal says: a subject and a predicate in each clause. "Does not exist" may be said of the
 * mailbox, of our host name or of our sender, so neither word alone says anything.
 */
import { languages } from "./rules/languages.ts"
import type { LanguageWords } from "./rules/LanguageWords.ts"
import { ourWords } from "./rules/ourWords.ts"
import { spelled } from "./rules/spelling.ts"
import { domainMark, recipientMark } from "./withoutEcho.ts"

/** `pace`: what is counted in time or in a session; only a quota can be said of it. */
export type Subject = "recipient" | "domain" | "sender" | "pace"
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

/** Ids of messages and sessions. Any other "id" is somebody's name. */
const technicalId =
  /\b(?:message|queue|session|error|transaction|request|tracking|case|event|log|smtp)[ -]?ids?\b|\bids?\b ?[:=#]/g

/** The clauses of a folded text that give a reason. Advice ("please contact …") and links give none. */
export const reasonsIn = (text: string): ReadonlyArray<string> =>
  text
    .replace(url, " ")
    .replace(blanks, " ")
    .replace(technicalId, " ")
    .split(clauseEnds)
    .filter((clause) => !advice.test(clause))

/** Where words stand in a clause. */
interface Span {
  readonly from: number
  readonly to: number
  readonly words: string
  /** Whether it is a verb with a negation, whose subject stands before it if there is one. */
  readonly isVerb?: true
}

/** Finds the places of words in a clause. */
type Finder = (clause: string) => ReadonlyArray<Span>

const noPlaces: ReadonlyArray<Span> = []

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

/**
 * A letter, mark or digit of folded words: what is no blank and no punctuation. As a class of Unicode properties,
 * hundreds of which stand in one expression, it takes half a second to compile.
 */
const letter = "[^\\0-/:-`{-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f‹›]"

const patternOf = (entry: string, isUnspaced: boolean, isNoun: boolean): string => {
  const letters = isUnspaced ? "\\S{0,8}" : `${letter}*`
  const body = escaped(entry.replace(/^\*|\*$/g, ""))
    .replaceAll("*", letters)
    .replaceAll("…", "(?: [^\\s:;,]+){0,4} ")
  if (isUnspaced) return body
  // A compound may have hyphens: `e-mail-konto`.
  const start = entry.startsWith("*") ? (isNoun ? `(?:${letter}|-)*` : letters) : ""
  const end = entry.endsWith("*") ? letters : ""
  return `${start}${body}${end}`
}

/** A noun is none within a name with hyphens, such as `forward-email`. */
const expressionOf = (list: string, isUnspaced: boolean, isNoun = false): RegExp => {
  // The longest comes first: an alternation takes the first that matches.
  const entries = list.split("|").toSorted((one, other) => other.length - one.length)
  const any = entries.map((entry) => patternOf(entry, isUnspaced, isNoun)).join("|")
  const before = isNoun ? `(?:${letter}|-)` : letter
  return isUnspaced
    ? new RegExp(any, "g")
    : new RegExp(`(?<!${before})(?:${any})(?!${letter})`, "g")
}

const finderOf = (list: string, isUnspaced: boolean, isNoun = false): Finder =>
  list === "" ? () => noPlaces : placesOf(expressionOf(list, isUnspaced, isNoun))

const predicates = ["full", "closed", "absent", "unavailable"] as const

const testOf = (list: string, isUnspaced: boolean): Test => {
  const expression = expressionOf(list, isUnspaced)
  return (text) => text.search(expression) >= 0
}

/** Letters after the Latin ones; the marks of `withoutEcho` are none. */
const beyondLatin = /[\u0370-\u1fff\u2e80-\uffdc]/

/** Whether all words of a language are in other letters than Latin ones. */
const hasOwnLetters = (of: LanguageWords): boolean =>
  [of.recipient, of.absent, of.closed, of.full].every((list) => !/[a-z]/.test(list))

const compiled = (of: LanguageWords) => {
  const { isUnspaced = false } = of
  const finder = (list: string) => finderOf(list, isUnspaced)
  const nouns = (list: string) => finderOf(list, isUnspaced, true)
  return {
    language: of.language,
    isUnspaced,
    isMisspelt: of.isMisspelt === true,
    negatesAfter: of.negatesAfter === true,
    subjects: [
      ["recipient", nouns(of.recipient)],
      ["domain", nouns(of.domain)],
      ["sender", nouns(of.sender)]
    ] as const,
    pace: nouns(of.pace ?? ""),
    absent: finder(of.absent),
    closed: finder(of.closed),
    full: finder(of.full),
    unavailable: finder(of.unavailable ?? ""),
    known: finder(of.known),
    open: finder(of.open),
    not: testOf(of.not, isUnspaced),
    /** A clause without letters of its script has none of its words. */
    isIn: (clause: string) => !hasOwnLetters(of) || beyondLatin.test(clause)
  }
}
type Language = ReturnType<typeof compiled>

const compiledLanguages = languages.map(compiled)

/** How far a negation stands from its word: in words, or in characters where no blanks part words. */
const reach = {
  before: { words: 4, chars: 6 },
  cancels: { words: 2, chars: 4 },
  after: { words: 2, chars: 8 }
} as const

/** Beyond these, another part of the sentence begins. */
const breaks = /[,:;()，、：；（）]/

const lastWords = (text: string, count: number): string =>
  text.split(breaks).at(-1)!.trim().split(/\s+/).slice(-count).join(" ")

const firstWords = (text: string, count: number): string =>
  text.split(breaks, 1)[0]!.trim().split(/\s+/).slice(0, count).join(" ")

/** Whether a text has a word of a list. */
type Test = (text: string) => boolean

/** Tests for the words of a list in all languages that part words, or that do not. */
export const anyLanguage = (
  list: "not" | "absent" | "refused" | "grounds",
  isUnspaced: boolean
): Test => {
  const words = languages
    .filter((one) => (one.isUnspaced ?? false) === isUnspaced)
    .map((one) => one[list])
  const expression = expressionOf(words.join("|"), isUnspaced)
  return (text) => text.search(expression) >= 0
}

/** The negations of all languages: a sentence may fit the words of two. */
const negations = { spaced: anyLanguage("not", false), unspaced: anyLanguage("not", true) }

const isNegated = (
  { isUnspaced, negatesAfter }: Language,
  clause: string,
  { from, to }: Span,
  { words, chars }: { readonly words: number; readonly chars: number },
  not: Test
): boolean => {
  const before = clause.slice(0, from)
  // A sentence of Japanese may fit the words of Chinese: its negation follows.
  const looksAfter = negatesAfter || (isUnspaced && not === negations.unspaced)
  const after = looksAfter ? clause.slice(to) : ""
  const around = isUnspaced
    ? [
        before.split(breaks).at(-1)!.slice(-chars),
        after.split(breaks, 1)[0]!.slice(0, reach.after.chars)
      ]
    : [lastWords(before, words), firstWords(after, reach.after.words)]
  return around.some((text) => text !== "" && not(text))
}

/** The words that say a predicate with a negation. */
const contraries: Readonly<Partial<Record<Predicate, "known" | "open">>> = {
  absent: "known",
  closed: "open"
}

/** The places in a clause that say a predicate, each by its own words or by the contrary and a negation. */
const saying = (language: Language, clause: string, predicate: Predicate): ReadonlyArray<Span> => {
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
        isNegated(language, clause, place, reach.before, language.not)
    )
    .map((place) => ({ ...place, isVerb: true as const }))
}

interface Noun extends Span {
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

const belongTogether = (clause: string, noun: Span, predicate: Span): boolean =>
  predicate.to <= noun.from
    ? wordsIn(clause.slice(predicate.to, noun.from)) <= between.adjectiveAndNoun
    : wordsIn(clause.slice(noun.to, predicate.from)) <= between.nounAndPredicate

/** A noun inside the predicate, as in `not a member of domain`, is the subject only where there is no other. */
const distance = (noun: Span, place: Span): number =>
  noun.from < place.to && place.from < noun.to
    ? Number.POSITIVE_INFINITY
    : Math.max(noun.from - place.to, place.from - noun.to)

/** The words between a noun and its owner: `domain of the recipient`. They are short in all languages. */
const ofTheOwner = /^ (?:\p{L}{1,3} ){1,2}$/u

/** Of `domain of the recipient`, the domain is what the sentence is about. */
const headOf = (noun: Noun, all: ReadonlyArray<Noun>, clause: string): Noun =>
  all.find(
    ({ subject, to }) =>
      subject === "domain" && to < noun.from && ofTheOwner.test(clause.slice(to, noun.from))
  ) ?? noun

const nearest = (all: ReadonlyArray<Noun>, place: Span, clause: string): Noun => {
  const before = place.isVerb === true ? all.filter(({ to }) => to <= place.from) : []
  const nouns = before.length > 0 ? before : all
  const closest = nouns.reduce((best, noun) =>
    distance(noun, place) < distance(best, place) ? noun : best
  )
  return headOf(closest, all, clause)
}

const allowance = /quota|limit/

/** The noun for pace beside a quota: just before it, or within it. */
const paceBeside = ({ pace }: Language, clause: string, place: Span): Noun | undefined => {
  if (!allowance.test(place.words)) return undefined
  const found = pace(clause).find(
    ({ from, to }) =>
      (from < place.to && place.from < to) ||
      (to <= place.from && clause.slice(to, place.from).trim() === "")
  )
  return found && { ...found, subject: "pace" }
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
    for (const predicate of predicates) {
      for (const place of saying(language, clause, predicate)) {
        const pace = predicate === "full" ? paceBeside(language, clause, place) : undefined
        const noun = pace ?? (named.length > 0 ? nearest(named, place, clause) : nouns[0])
        if (noun === undefined) continue
        if (pace === undefined && named.length > 0 && !belongTogether(clause, noun, place)) continue
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
    if (!reasons.some(language.isIn)) continue
    const found = statementsIn(language, language.isMisspelt ? reasons.map(spelled) : reasons)
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

const refusedWords = [anyLanguage("refused", false), anyLanguage("refused", true)]
const groundsWords = [anyLanguage("grounds", false), anyLanguage("grounds", true)]

export const hasAny = (reasons: ReadonlyArray<string>, tests: ReadonlyArray<Test>): boolean =>
  reasons.some((clause) => tests.some((test) => test(clause)))

/** Whether a reason says that something is refused, in any language. */
export const refuses = (reasons: ReadonlyArray<string>): boolean => hasAny(reasons, refusedWords)

/** Whether a reason names grounds that are not the state of the mailbox, in any language. */
export const givesGrounds = (reasons: ReadonlyArray<string>): boolean =>
  hasAny(reasons, groundsWords)

/** Letters of the scripts in which some language of ours is written. */
const knownLetters =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{M}ー]/u

/** Whether a reason has letters of a script that none of our languages is written in. */
export const hasUnknownLetters = (reasons: ReadonlyArray<string>): boolean =>
  reasons.some((clause) =>
    Array.from(clause).some((letter) => /\p{L}/u.test(letter) && !knownLetters.test(letter))
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

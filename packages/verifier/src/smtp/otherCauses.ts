/** What a refusal says beside the state of a mailbox, or instead: a sentence that nobody reads, or a second cause. */
import {
  anyLanguage,
  givesGrounds,
  hasAny,
  refuses,
  speaksAboutUs,
  understand
} from "./understand.ts"

/** A word of more than one letter. Codes and tags have digits or are in capitals, which `folded` loses. */
const wordInside = /(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu

/** Words beside a code that add nothing to it: `delivery to the recipient failed`. */
const neutralWords =
  /\b(?:an?|the|this|that|to|of|for|in|at|on|by|with|is|was|has|been|be|deliver\w*|fail\w*|error\w*|message|mail|e-?mail|address\w*|recipient\w*|rcpt|mailbox|user|account|domain|host|server|smtp|code|status|permanent\w*|fatal|sorry)\b/g

const absentWords = [anyLanguage("absent", false), anyLanguage("absent", true)]

/** With a code, so many words that nobody can read are a tag or a shrug. More of them may say anything. */
const unreadWordsMax = 2

/** Letters of the scripts without blanks between words: about two make a word. */
const unspacedLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** Whether a reason is a sentence that may say anything. One that says "absent" of nobody is of the recipient. */
export const isSentence = (reasons: ReadonlyArray<string>): boolean =>
  !hasAny(reasons, absentWords) &&
  reasons.some(
    (clause) =>
      (clause.replace(neutralWords, " ").match(wordInside)?.length ?? 0) > unreadWordsMax ||
      (clause.match(unspacedLetters)?.length ?? 0) > 2 * unreadWordsMax
  )

const alternatives =
  /\s(?:or|oder|of|ou|o|u|oppure|lub|albo|nebo|или|або|veya|eller|tai|vagy|sau|ili|hoac|atau|arba|или|أو|או|หรือ)\s|或者?|または/u

/** More alternatives are no sentence. */
const causesMax = 8

/** Whether a part of a clause names a cause that is not the mailbox. */
const isElse = (part: string): boolean =>
  /\baccess\b|authori[sz]/.test(part) ||
  speaksAboutUs([part]) ||
  refuses([part]) ||
  givesGrounds([part])

const isFullOrMissing = (clause: string): boolean => {
  const said = new Set(understand([clause]).map(({ predicate }) => predicate))
  return said.has("full") && (said.has("absent") || said.has("closed"))
}

export type TwoCauses = "mailbox and else" | "full and missing"

/**
 * The two causes that a clause names, as in `Mailbox unavailable or access denied`: it says of neither that it is the
 * one. That a mailbox is missing or closed is one cause, since mail comes back for both.
 */
export const twoCausesIn = (reasons: ReadonlyArray<string>): TwoCauses | undefined => {
  const parts = reasons.map((clause) => clause.split(alternatives, causesMax))
  if (parts.every(({ length }) => length === 1)) return undefined
  if (reasons.some((clause, at) => parts[at]!.length > 1 && isFullOrMissing(clause)))
    return "full and missing"
  const isOfMailbox = (part: string) => understand([part]).length > 0 && !isElse(part)
  // Another clause may say which it is: `Mailbox unknown. Either there is none, or you may not see it.`
  if (parts.some(([first, ...others]) => others.length === 0 && isOfMailbox(first!)))
    return undefined
  const several = parts.filter(({ length }) => length > 1)
  if (several.some((some) => some.some(isOfMailbox) && some.some(isElse))) return "mailbox and else"
  return undefined
}

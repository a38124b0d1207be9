/**
 * What a refusal speaks about. "Does not exist" may be said of the mailbox, of our host name or of our
 * sender, and "blocked" of an account or of an IP address: a refusal condemns an address only where nothing
 * in it speaks about us. What it advises ("please contact …") is no reason and does not count.
 */
import { ourWords } from "./rules/ourWords.ts"

const marks = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu

/** Letters that no decomposition leads to their plain form. */
const plain: Readonly<Record<string, string>> = { ł: "l", ı: "i", ø: "o", đ: "d", æ: "ae", ß: "ss" }
const special = /[łıøđæß]/g

/** In lower case and without accents: servers write them, leave them out or lose them. */
export const folded = (words: string): string =>
  words
    .normalize("NFD")
    .replace(marks, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(marks, "$1")
    .replace(special, (letter) => plain[letter]!)

const clauses = /(?<=[.!?;])\s+|\s+[-–]\s+/

const advice =
  /^(?:\W*)(?:please|contact|check|if you|if this|for (?:more|further|assistance|help|explanation|information)|see|visit|learn|go to|refer|https?:)/

/** `words` as of `folded`. */
export const speaksAboutUs = (words: string): boolean =>
  words
    .split(clauses)
    .filter((clause) => !advice.test(clause))
    .some((clause) => ourWords.some(({ text }) => text.test(clause)))

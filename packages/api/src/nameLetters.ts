/**
 * How well a text of Latin letters reads, by its letters beyond ASCII. One wrong encoding writes `K”ln` or `MŸller` where
 * another writes `Köln` or `Müller`: names have no mark within a word and no capital after a small letter, and their
 * accented vowels stand beside consonants.
 */

/** Letters in names of people and places, of the languages that are written most. Others are rare. */
const common = new Set("äöüßéèáíóúñçãõâêôîëïåøæàşğışčřšžýěůőűłńśżźąęćțșăđ")

/** Of those, accents that few names have, as `î` and `ů`. */
const seldom = new Set("êîûâôëïùìòůýťďźŕĺ")

/** Those that stand beside vowels. */
const consonants = new Set("ßñçşğčřšžłńśżźćțșđ")

/** Vowels that are spoken apart from the one beside them: `Gaëlle`, `Loïc`. */
const parted = new Set("ëï")

/** Before a vowel or at the end, as in `João` and `Simões`. */
const nasal = new Set("ãõ")

/** Stressed beside another vowel, as in `García` and `León`. */
const stressed = new Set("íóúáé")

const vowel = /[aeiouyà-æè-ïò-öø-üýÿāăąēęěīłōőūůűı]/i
const letter = /\p{L}/u
const upper = /\p{Lu}/u
const lower = /\p{Ll}/u

/** Quotes, dashes and signs that texts have beside words, but not within: an apostrophe may be. */
const apostrophes = new Set("’‘´ʼ·")
const closing = new Set("”’»“…®™°ºª")
const opening = new Set("“„«‚‘¿¡‹")

const scores = { common: 1, seldom: 0.85, rare: 0.4, mark: 0.2, bad: -1 }
const odd = 0.5

const isLetter = (char: string | undefined): boolean => char !== undefined && letter.test(char)

const scoreOfLetter = (char: string, before: string | undefined, after: string | undefined) => {
  const isCapital = upper.test(char)
  // `MŸller` and `kŸ`: a capital within a word of small letters.
  if (
    isCapital &&
    isLetter(before) &&
    (lower.test(before!) || (after !== undefined && lower.test(after)))
  )
    return scores.bad
  const small = char.toLowerCase()
  const beside = [before, after].filter((one) => isLetter(one))
  const vowels = beside.filter((one) => vowel.test(one!)).length
  // `èsa` for `Åsa`: names begin with a capital.
  const isSmallStart = !isCapital && !isLetter(before) && isLetter(after)
  if (!common.has(small)) return scores.rare - (isCapital || isSmallStart ? odd : 0)
  const isOdd = consonants.has(small)
    ? beside.length === 2 && vowels === 0
    : parted.has(small)
      ? vowels === 0
      : nasal.has(small)
        ? isLetter(after) && !vowel.test(after!)
        : vowels === 2 || (vowels === 1 && beside.length === 2 && !stressed.has(small))
  return (seldom.has(small) ? scores.seldom : scores.common) - (isOdd || isSmallStart ? odd : 0)
}

const scoreOf = (char: string, before: string | undefined, after: string | undefined): number => {
  if (letter.test(char)) return scoreOfLetter(char, before, after)
  if (char < "\u00a0" || char === "\ufffd") return scores.bad
  const isAfter = isLetter(before)
  const isBefore = isLetter(after)
  if (isAfter && isBefore) return apostrophes.has(char) ? scores.mark : scores.bad
  if (isAfter) return closing.has(char) || char === "\u00a0" ? scores.mark : scores.bad
  if (isBefore) return opening.has(char) || char === "\u00a0" ? scores.mark : scores.bad
  // Lines and blocks draw boxes.
  return char >= "\u2500" && char <= "\u25ff" ? scores.bad : 0
}

export interface Reading {
  /** The mean of its characters beyond ASCII: 1 for names, below 0 for noise. */
  readonly score: number
  /** Different characters beyond ASCII: few prove little. */
  readonly different: number
}

/** `undefined`: it has none. */
export const readingOf = (text: string): Reading | undefined => {
  let sum = 0
  let count = 0
  const different = new Set<string>()
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char < "\u0080") continue
    sum += scoreOf(char, text[at - 1], text[at + 1])
    count += 1
    different.add(char)
  }
  return count === 0 ? undefined : { score: sum / count, different: different.size }
}

const beyondAscii = /[^\p{ASCII}\s]/u
const wordEnd = /[\s,;|"]/

/** A word of a text with a character beyond ASCII, which shows how it was read. */
export const wordOf = (text: string): string | undefined => {
  let from = text.search(beyondAscii)
  if (from === -1) return undefined
  let to = from
  while (from > 0 && !wordEnd.test(text[from - 1]!)) from -= 1
  while (to < text.length && !wordEnd.test(text[to]!)) to += 1
  return text.slice(from, to)
}

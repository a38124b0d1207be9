/**
 * The encoding of a text file, from its first octets. Valid UTF-8 is UTF-8, NUL octets tell UTF-16, and for all
 * else a library compares the letters with those of languages (jschardet, a port of chardet 6; of 741 lists of
 * 1 to 200 made-up names in 16 encodings it reads 684, and half of the others are EUC-JP; of 60 it read 57 where
 * chardet 2.2.0 read 30). The dashboard loads it when a list needs it.
 */

import { codePageOf, readerOf } from "./codePages.ts"
import { readingOf } from "./nameLetters.ts"

/** Octets that are looked at. */
export const encodingSampleOctets = 64 * 1024

interface ByteOrderMark {
  readonly octets: ReadonlyArray<number>
  readonly encoding: string
}

const byteOrderMarks: ReadonlyArray<ByteOrderMark> = [
  { octets: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { octets: [0xff, 0xfe], encoding: "utf-16le" },
  { octets: [0xfe, 0xff], encoding: "utf-16be" }
]

const byMark = (start: Uint8Array): ByteOrderMark | undefined =>
  byteOrderMarks.find(({ octets }) => octets.every((octet, at) => start[at] === octet))

/** Octets in which UTF-16 is looked for. */
const nulSampleOctets = 4 * 1024

/**
 * In UTF-16 every ASCII character has a NUL octet, always on the same side, and at least one fifth of a
 * list of email addresses is ASCII. A file with NULs on both sides is not text.
 */
const nulShareMin = 0.2
const nulsOnOtherSideMax = 0.1

const byNuls = (all: Uint8Array): string | undefined => {
  const start = all.subarray(0, nulSampleOctets)
  const nuls: [even: number, odd: number] = [0, 0]
  for (let at = 0; at < start.length; at++) if (start[at] === 0) nuls[at & 1 ? 1 : 0] += 1
  const [even, odd] = nuls
  if (Math.max(even, odd) <= (start.length / 2) * nulShareMin) return undefined
  if (even <= odd * nulsOnOtherSideMax) return "utf-16le"
  return odd <= even * nulsOnOtherSideMax ? "utf-16be" : undefined
}

/** The names of the platform for what the detector calls otherwise. */
const platformNames: Readonly<Record<string, string>> = {
  cp932: "shift_jis",
  cp949: "euc-kr",
  cp874: "windows-874",
  gb2312: "gb18030"
}

/** Encodings in which programs write lists. A detector that knows ninety finds rare ones in short texts. */
const usual: ReadonlySet<string> = new Set([
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-874",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "iso-8859-2",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "gb18030",
  "gbk",
  "big5",
  "euc-kr"
])

/** The name of an encoding that can be decoded (`readerOf`), as `TextDecoder` has it; `undefined`: none. */
export const platformEncoding = (name: string): string | undefined => {
  const lower = name.trim().toLowerCase()
  const codePage = codePageOf(lower)
  if (codePage !== undefined) return codePage
  try {
    return new TextDecoder(platformNames[lower] ?? lower).encoding
  } catch {
    return undefined
  }
}

/** Whether octets are valid in an encoding, where the last character may be cut off. */
const isValid = (octets: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(octets, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Windows-1252 has a character for each octet, so nothing is lost where nothing fits. */
const fallback = "windows-1252"

/**
 * Added to its confidence, which is 0.03 to 0.1 for a few names: most lists that are not UTF-8 are of Western
 * Europe, and `ñ` alone is a letter of Hungary, too.
 */
const fallbackBonus = 0.005

/** The largest share of octets beyond ASCII in a text of Western Europe. */
const fallbackShareMax = 0.1

/** A letter of another alphabet within a word of Latin letters, as `GrЖъe` for `Größe`. */
const mixedWord =
  /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}])|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}](?=\p{Script=Latin})/gu
const foreignWord = /[^\p{ASCII}\P{L}]+/gu

/** The largest share of words that may be mixed: people write Latin letters for others by mistake. */
const mixedShareMax = 0.1

const isPlausible = (sample: Uint8Array, encoding: string): boolean => {
  if (!isValid(sample, encoding)) return false
  const text = new TextDecoder(encoding).decode(sample, { stream: true })
  const mixed = text.match(mixedWord)?.length ?? 0
  return mixed <= (text.match(foreignWord)?.length ?? 0) * mixedShareMax
}

/** ASCII before the first other octet that a sample has: with it, words are whole. */
export const contextOctets = 32

/** Encodings of Latin letters that a guess is checked against, by the letters that names have. */
const latin = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1254",
  "windows-1257",
  "macintosh",
  "ibm850",
  "ibm437",
  "ibm852"
] as const

/** Those that have Mac's or DOS' letters in other places: the detector's guess never is one. */
const old: ReadonlySet<string> = new Set(["macintosh", "ibm850", "ibm437", "ibm852"])

/** What another reading must be better by, in points of `readingOf`. The detector knows languages, letters do not. */
const betterBy = 0.25

/** Readings that are this close, or that few different letters prove, are both possible. */
const closeBy = 0.3
const provenLetters = 3

/** A reading that is worse than this is none. */
const readableMin = 0.2

export interface Guess {
  readonly encoding: string
  /** Other encodings that are as likely, the likeliest first. Empty: it is proved. */
  readonly others: ReadonlyArray<string>
}

const mostOthers = 3

const decoded = (sample: Uint8Array, encoding: string): string =>
  readerOf(encoding).decode(sample, { stream: true })

const otherScript =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Checks a guess of Latin letters against the others. */
const checkedByLetters = (sample: Uint8Array, guess: string): Guess => {
  const text = decoded(sample, guess)
  const own = readingOf(text)
  if (own === undefined || otherScript.test(text)) return { encoding: guess, others: [] }
  const readings = latin
    .flatMap((encoding) => {
      const text = decoded(sample, encoding)
      const reading = readingOf(text)
      const bonus = encoding === guess ? betterBy : 0
      return reading === undefined ? [] : [{ encoding, text, score: reading.score + bonus }]
    })
    .toSorted((one, other) => other.score - one.score)
  const [first] = readings
  // Only Mac's and DOS' encodings are ones that the detector cannot have meant.
  const best =
    first !== undefined && old.has(first.encoding)
      ? first
      : { encoding: guess, text, score: own.score }
  const isFew = own.different < provenLetters
  const close = readings.filter(
    ({ encoding, text, score }) =>
      (old.has(encoding) || old.has(best.encoding)) &&
      text !== best.text &&
      score >= readableMin &&
      (isFew || best.score - score < closeBy)
  )
  const texts = new Map(close.map((one) => [one.text, one.encoding]))
  return { encoding: best.encoding, others: [...texts.values()].slice(0, mostOthers) }
}

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu
const besideJapanese =
  /[^\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303fー\uff01-\uff5e]|[ｦ-ﾟ]|\p{Script=Latin}[\p{Script=Han}\p{Script=Katakana}]|[\p{Script=Han}\p{Script=Katakana}]\p{Script=Latin}/u
const japaneseMin = 3

/**
 * Whether a few names are Shift_JIS, which the detector tells in longer texts alone. In Western Europe the same octets
 * are letters within words, so that a sign of Japan would stand beside a Latin letter.
 */
const isShiftJis = (sample: Uint8Array): boolean => {
  if (!isValid(sample, "shift_jis")) return false
  const text = decoded(sample, "shift_jis")
  return (text.match(japanese)?.length ?? 0) >= japaneseMin && !besideJapanese.test(text)
}

const scoreOf = (sample: Uint8Array, encoding: string): number =>
  readingOf(decoded(sample, encoding))?.score ?? 0

const isLatin = (name: string): boolean => latin.some((one) => one === name)

/** What another encoding must read better by to be named beside the fallback, which was taken by its bonus alone. */
const clearlyBetterBy = 0.1

/** The encoding of text without NUL octets and without a mark: `sample` has the first octets beyond ASCII. */
export const eightBitEncodingOf = async (sample: Uint8Array): Promise<Guess> => {
  if (isValid(sample, "utf-8")) return { encoding: "utf-8", others: [] }
  const { detectAll } = await import("jschardet")
  const beyondAscii = sample.reduce((count, octet) => (octet > 0x7f ? count + 1 : count), 0)
  const bonus = beyondAscii <= sample.length * fallbackShareMax ? fallbackBonus : 0
  const likely = detectAll(sample).flatMap(({ encoding, confidence }) => {
    const name = platformEncoding(encoding ?? "")
    if (name === undefined || !usual.has(name)) return []
    return [{ name, confidence: confidence + (name === fallback ? bonus : 0) }]
  })
  const ordered = likely.toSorted((one, other) => other.confidence - one.confidence)
  const guess = ordered.find(({ name }) => isPlausible(sample, name))?.name ?? fallback
  if (guess !== fallback) return checkedByLetters(sample, guess)
  const own = scoreOf(sample, fallback)
  if (own < readableMin && isShiftJis(sample)) return { encoding: "shift_jis", others: [] }
  const checked = checkedByLetters(sample, fallback)
  const raw = (likely.find(({ name }) => name === fallback)?.confidence ?? 0) - bonus
  const others = likely
    .filter(({ name, confidence }) => isLatin(name) && name !== fallback && confidence >= raw)
    .filter(({ name }) => scoreOf(sample, name) > own + clearlyBetterBy)
    .map(({ name }) => name)
  return { ...checked, others: [...new Set([...checked.others, ...others])].slice(0, mostOthers) }
}

interface UnicodeEncoding {
  /** As `TextDecoder` names it. */
  readonly encoding: string
  /** Octets of the byte order mark, which is not text. */
  readonly markOctets: number
}

/** The encoding that a mark or NUL octets prove; `undefined`: neither does. */
export const unicodeEncodingOf = (start: Uint8Array): UnicodeEncoding | undefined => {
  const mark = byMark(start)
  if (mark) return { encoding: mark.encoding, markOctets: mark.octets.length }
  const encoding = byNuls(start)
  return encoding === undefined ? undefined : { encoding, markOctets: 0 }
}

/** The encoding of a file by its first octets. */
export const encodingOf = async (start: Uint8Array): Promise<Guess> => {
  const unicode = unicodeEncodingOf(start)
  if (unicode !== undefined) return { encoding: unicode.encoding, others: [] }
  const first = start.findIndex((octet) => octet > 0x7f)
  if (first === -1) return { encoding: "utf-8", others: [] }
  return eightBitEncodingOf(
    start.subarray(Math.max(0, first - contextOctets), first + encodingSampleOctets)
  )
}

/** Converts a file in any supported encoding to UTF-8 without byte order mark; refuses NUL bytes. */
import { isAscii, isUtf8 } from "node:buffer"

import { Effect, Result } from "effect"

import { cutOff, nulBytes, notCsv } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { sniffOctets, encodingSampleOctets } from "./limits.ts"
import type { StreamStage } from "./StreamStage.ts"

// Decodes UTF-8 or Windows-1252 to UTF-8. Up to the first octet that is not ASCII the two are the same;
// the octets from there on decide once for the whole file. In UTF-8, an invalid octet (two lists pasted
// together) is read as Windows-1252, so nothing is lost and U+FFFD never appears.

const empty = Buffer.alloc(0)

/** Octets that Windows-1252 leaves undefined are control characters (WHATWG Encoding). */
const windows1252 = new TextDecoder("windows-1252")

const fromWindows1252 = (bytes: Buffer): Buffer => Buffer.from(windows1252.decode(bytes))

/**
 * Well-formed UTF-8 (Unicode 17, table 3-7), with octets written as characters; otherwise any octet that
 * is not ASCII.
 */
const wellFormedOrOctet = new RegExp(
  [
    "(?<wellFormed>[\xc2-\xdf][\x80-\xbf]",
    "\xe0[\xa0-\xbf][\x80-\xbf]",
    "[\xe1-\xec\xee\xef][\x80-\xbf]{2}",
    "\xed[\x80-\x9f][\x80-\xbf]",
    "\xf0[\x90-\xbf][\x80-\xbf]{2}",
    "[\xf1-\xf3][\x80-\xbf]{3}",
    "\xf4[\x80-\x8f][\x80-\xbf]{2})",
    "[\x80-\xff]"
  ].join("|"),
  "g"
)

/** An incomplete sequence at the end, which the next octets may complete. */
const incomplete = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/
const incompleteOctetsMax = 3

const incompleteOctets = (bytes: Buffer): number =>
  incomplete.exec(bytes.subarray(-incompleteOctetsMax).toString("latin1"))?.[0].length ?? 0

const octetAsUtf8 = Array.from({ length: 256 }, (_, octet) =>
  fromWindows1252(Buffer.of(octet)).toString("latin1")
)

const decodeMixed = (bytes: Buffer): Buffer => {
  const repaired = bytes
    .toString("latin1")
    .replace(wellFormedOrOctet, (match, wellFormed: string | undefined) =>
      wellFormed === undefined ? (octetAsUtf8[match.charCodeAt(0)] ?? match) : match
    )
  return Buffer.from(repaired, "latin1")
}

class Windows1252Decoder {
  #encoding: "ascii" | "utf-8" | "windows-1252"
  /** While undecided: the text from the first octet that is not ASCII. In UTF-8: an incomplete sequence. */
  #held: Buffer = empty

  constructor(encoding: "ascii" | "utf-8") {
    this.#encoding = encoding
  }

  decode(bytes: Buffer): Buffer {
    if (this.#held.length === 0 && isAscii(bytes)) return bytes
    const text = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#held = empty
    if (this.#encoding === "ascii") return this.#collectSample(text)
    return this.#encoding === "utf-8" ? this.#fromUtf8(text) : fromWindows1252(text)
  }

  end(): Buffer {
    const text = this.#held
    this.#held = empty
    if (this.#encoding === "ascii") this.#decide(text)
    return this.#encoding === "utf-8" ? decodeMixed(text) : fromWindows1252(text)
  }

  #collectSample(text: Buffer): Buffer {
    const start = text.findIndex((octet) => octet > 0x7f)
    if (text.length - start >= encodingSampleOctets) {
      this.#decide(text.subarray(start, start + encodingSampleOctets))
      return this.decode(text)
    }
    this.#held = Buffer.from(text.subarray(start))
    return text.subarray(0, start)
  }

  #decide(sample: Buffer): void {
    const whole = sample.subarray(0, sample.length - incompleteOctets(sample))
    this.#encoding = isUtf8(whole) ? "utf-8" : "windows-1252"
  }

  #fromUtf8(text: Buffer): Buffer {
    const wholeOctets = text.length - incompleteOctets(text)
    this.#held = Buffer.from(text.subarray(wholeOctets))
    const whole = text.subarray(0, wholeOctets)
    return isUtf8(whole) ? whole : decodeMixed(whole)
  }
}

// Detects the kind of a file from its start. Only what the first octets prove is decided here; UTF-8 and
// Windows-1252 may begin alike (`Windows1252Decoder`).

type Encoding = "utf-16le" | "utf-16be" | "utf-8" | "eightBit"

interface Sniffed {
  readonly encoding: Encoding
  /** Octets of the byte order mark, which is not text. */
  readonly bomOctets: number
}

interface MagicNumber {
  readonly octets: ReadonlyArray<number>
  readonly what: string
  readonly source: string
}

const workbook = "an Excel workbook, which can be saved as CSV"

/** Files that are often uploaded by mistake. Most others are detected by their NUL bytes. */
const magicNumbers: ReadonlyArray<MagicNumber> = [
  {
    octets: [0x50, 0x4b, 0x03, 0x04],
    what: `a ZIP archive or ${workbook}`,
    source: "PKWARE APPNOTE 4.3.7; .xlsx, .ods and .numbers are ZIP archives"
  },
  {
    octets: [0x50, 0x4b, 0x05, 0x06],
    what: "an empty ZIP archive",
    source: "PKWARE APPNOTE 4.3.16"
  },
  {
    octets: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    what: workbook,
    source: "MS-CFB 2.2: the container of .xls"
  },
  { octets: [0x1f, 0x8b, 0x08], what: "a gzip archive", source: "RFC 1952 §2.3.1" },
  { octets: [0x25, 0x50, 0x44, 0x46, 0x2d], what: "a PDF", source: "ISO 32000-1 §7.5.2" }
]

interface ByteOrderMark {
  readonly octets: ReadonlyArray<number>
  readonly encoding: Encoding
}

const byteOrderMarks: ReadonlyArray<ByteOrderMark> = [
  { octets: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { octets: [0xff, 0xfe], encoding: "utf-16le" },
  { octets: [0xfe, 0xff], encoding: "utf-16be" }
]

const sniffFile = (start: Buffer): Result.Result<Sniffed, CsvRefused> => {
  const startsWith = ({ octets }: { readonly octets: ReadonlyArray<number> }) =>
    octets.every((octet, at) => start[at] === octet)

  const magic = magicNumbers.find(startsWith)
  if (magic) return Result.fail(notCsv(magic.what))

  const mark = byteOrderMarks.find(startsWith)
  return Result.succeed(
    mark
      ? { encoding: mark.encoding, bomOctets: mark.octets.length }
      : { encoding: encodingByNuls(start), bomOctets: 0 }
  )
}

/**
 * In UTF-16 every ASCII character has a NUL octet, always on the same side, and at least one fifth of a
 * list of email addresses is ASCII. A file with NULs on both sides is not text.
 */
const nulShareMin = 0.2
const nulsOnOtherSideMax = 0.1

const encodingByNuls = (start: Buffer): Encoding => {
  const nuls: [even: number, odd: number] = [0, 0]
  for (let at = 0; at < start.length; at++) if (start[at] === 0) nuls[at & 1 ? 1 : 0] += 1
  const [even, odd] = nuls
  if (Math.max(even, odd) <= (start.length / 2) * nulShareMin) return "eightBit"
  if (even <= odd * nulsOnOtherSideMax) return "utf-16le"
  return odd <= even * nulsOnOtherSideMax ? "utf-16be" : "eightBit"
}

interface Decoder {
  decode(bytes: Buffer): Buffer
  end(): Buffer
}

export const toUtf8 = (): StreamStage<Buffer, Buffer> => {
  let start: Buffer = Buffer.alloc(0)
  let decoder: Decoder | undefined
  let octets = 0
  let unitOctets = 1

  const begin = Effect.suspend(() =>
    Effect.flatMap(
      Effect.fromResult(sniffFile(start.subarray(0, sniffOctets))),
      ({ encoding, bomOctets }) => {
        decoder = decoderOf(encoding)
        unitOctets = encoding.startsWith("utf-16") ? 2 : 1
        return refuseNul(decoder.decode(start.subarray(bomOctets)))
      }
    )
  )

  return {
    push: (bytes) => {
      octets += bytes.length
      if (decoder) return refuseNul(decoder.decode(bytes))
      start = Buffer.concat([start, bytes])
      return start.length < sniffOctets ? Effect.succeed([]) : begin
    },
    end: Effect.gen(function* () {
      const text = decoder ? [] : yield* begin
      if (octets % unitOctets !== 0) return yield* cutOff
      return decoder ? [...text, ...(yield* refuseNul(decoder.end()))] : text
    })
  }
}

const refuseNul = (text: Buffer): Effect.Effect<ReadonlyArray<Buffer>, CsvRefused> =>
  text.includes(0) ? Effect.fail(nulBytes) : Effect.succeed(text.length === 0 ? [] : [text])

/** An unpaired surrogate becomes U+FFFD: UTF-8 cannot encode it (RFC 3629 §3). */
const utf16Decoder = (encoding: "utf-16le" | "utf-16be"): Decoder => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => Buffer.from(decoder.decode())
  }
}

const decoderOf = (encoding: Encoding): Decoder => {
  if (encoding === "utf-8") return new Windows1252Decoder("utf-8")
  return encoding === "eightBit" ? new Windows1252Decoder("ascii") : utf16Decoder(encoding)
}

/** Converts a file in any encoding of the platform to UTF-8 without byte order mark; refuses NUL bytes. */
import { isAscii, isUtf8 } from "node:buffer"

import { readerOf } from "@rcpt/api/codePages"
import {
  contextOctets,
  eightBitEncodingOf,
  encodingSampleOctets,
  platformEncoding,
  unicodeEncodingOf
} from "@rcpt/api/fileEncoding"
import type { Guess } from "@rcpt/api/fileEncoding"
import { binaryKind } from "@rcpt/api/fileKind"
import { Effect } from "effect"

import { cutOff, nulBytes, notCsv, unknownEncoding } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { sniffOctets } from "./limits.ts"
import type { StreamStage } from "./StreamStage.ts"

// In UTF-8, an invalid octet (two lists pasted together) is read as Windows-1252, so nothing is lost and
// U+FFFD never appears.

const empty = Buffer.alloc(0)

/** Octets that Windows-1252 leaves undefined are control characters (WHATWG Encoding). */
const windows1252 = new TextDecoder("windows-1252")

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
  Buffer.from(windows1252.decode(Buffer.of(octet))).toString("latin1")
)

const decodeMixed = (bytes: Buffer): Buffer => {
  const repaired = bytes
    .toString("latin1")
    .replace(wellFormedOrOctet, (match, wellFormed: string | undefined) =>
      wellFormed === undefined ? (octetAsUtf8[match.charCodeAt(0)] ?? match) : match
    )
  return Buffer.from(repaired, "latin1")
}

interface Decoder {
  decode(bytes: Buffer): Buffer
  end(): Buffer
}

const utf8Decoder = (): Decoder => {
  let held: Buffer = empty
  return {
    decode: (bytes) => {
      const text = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      const wholeOctets = text.length - incompleteOctets(text)
      held = Buffer.from(text.subarray(wholeOctets))
      const whole = text.subarray(0, wholeOctets)
      return isUtf8(whole) ? whole : decodeMixed(whole)
    },
    end: () => decodeMixed(held)
  }
}

/** An unpaired surrogate becomes U+FFFD: UTF-8 cannot encode it (RFC 3629 §3). */
const platformDecoder = (encoding: string): Decoder => {
  const decoder = readerOf(encoding)
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => Buffer.from(decoder.decode())
  }
}

const decoderOf = (encoding: string): Decoder =>
  encoding === "utf-8" ? utf8Decoder() : platformDecoder(encoding)

const refuseBinary = (start: Buffer): Effect.Effect<void, CsvRefused> => {
  const kind = binaryKind(start)
  return kind === undefined ? Effect.void : Effect.fail(notCsv(kind))
}

const lastOf = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(-contextOctets))

const refuseNul = (text: Buffer): Effect.Effect<ReadonlyArray<Buffer>, CsvRefused> =>
  text.includes(0) ? Effect.fail(nulBytes) : Effect.succeed(text.length === 0 ? [] : [text])

/** What the start of a file proves: no archive, an encoding or none yet, and the text after the mark. */
const kindOf = Effect.fnUntraced(function* (start: Buffer, wish: string | undefined) {
  yield* refuseBinary(start)
  const unicode = unicodeEncodingOf(start.subarray(0, sniffOctets))
  const wished = wish === undefined ? undefined : platformEncoding(wish)
  if (wish !== undefined && wished === undefined) return yield* unknownEncoding(wish)
  const encoding = wished ?? unicode?.encoding
  const isMarked = encoding === unicode?.encoding
  return { encoding, text: isMarked ? start.subarray(unicode?.markOctets ?? 0) : start }
})

/**
 * The encoding of a file is told from its start. Up to the first octet that is not ASCII most encodings are the same;
 * the octets from there on decide once for the whole file. `wish`: what the sender says, which overrules.
 */
export const toUtf8 = (
  wish?: string,
  onEncoding: (guess: Guess) => void = () => {}
): StreamStage<Buffer, Buffer> => {
  /** Octets of which nothing is known yet, and the last ones before them. */
  let held: Buffer = empty
  let context: Buffer = empty
  let decoder: Decoder | undefined
  let isSniffed = false
  let octets = 0
  let unitOctets = 1

  const take = (encoding: string, others: Guess["others"] = []): Decoder => {
    onEncoding({ encoding, others })
    unitOctets = encoding.startsWith("utf-16") ? 2 : 1
    return (decoder = decoderOf(encoding))
  }

  const sniff = Effect.gen(function* () {
    isSniffed = true
    const { encoding, text } = yield* kindOf(held, wish)
    held = empty
    return encoding === undefined
      ? yield* look(text)
      : yield* refuseNul(take(encoding).decode(text))
  })

  /** Gives ASCII away, and keeps the rest until it is enough to tell its encoding. */
  const look = (bytes: Buffer): Effect.Effect<ReadonlyArray<Buffer>, CsvRefused> => {
    if (held.length === 0 && isAscii(bytes)) {
      context = lastOf(Buffer.concat([context, bytes]))
      return refuseNul(bytes)
    }
    const text = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    const start = text.findIndex((octet) => octet > 0x7f)
    if (held.length === 0) context = lastOf(Buffer.concat([context, text.subarray(0, start)]))
    held = Buffer.from(text.subarray(start))
    return Effect.gen(function* () {
      const ascii = yield* refuseNul(text.subarray(0, start))
      return held.length < encodingSampleOctets ? ascii : [...ascii, ...(yield* decide)]
    })
  }

  const decide = Effect.gen(function* () {
    const sample = Buffer.concat([context, held.subarray(0, encodingSampleOctets)])
    const { encoding, others } = yield* Effect.promise(() => eightBitEncodingOf(sample))
    const text = held
    held = empty
    return yield* refuseNul(take(encoding, others).decode(text))
  })

  return {
    push: (bytes) => {
      octets += bytes.length
      if (decoder) return refuseNul(decoder.decode(bytes))
      if (isSniffed) return look(bytes)
      held = Buffer.concat([held, bytes])
      return held.length < sniffOctets ? Effect.succeed([]) : sniff
    },
    end: Effect.gen(function* () {
      const text: Array<Buffer> = isSniffed ? [] : [...(yield* sniff)]
      if (octets % unitOctets !== 0) return yield* cutOff
      if (decoder === undefined && held.length > 0) text.push(...(yield* decide))
      if (decoder === undefined) onEncoding({ encoding: "utf-8", others: [] })
      return decoder === undefined ? text : [...text, ...(yield* refuseNul(decoder.end()))]
    })
  }
}

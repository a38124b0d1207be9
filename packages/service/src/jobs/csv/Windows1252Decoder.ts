/**
 * Decodes UTF-8 or Windows-1252 to UTF-8. Up to the first octet that is not ASCII the two are the same;
 * the octets from there on decide once for the whole file. In UTF-8, an invalid octet (two lists pasted
 * together) is read as Windows-1252, so nothing is lost and U+FFFD never appears.
 */
import { isAscii, isUtf8 } from "node:buffer"

import { encodingSampleOctets } from "./limits.ts"

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

export class Windows1252Decoder {
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

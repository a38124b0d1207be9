/**
 * Text in UTF-8 or Windows-1252 to UTF-8. Until the first octet that is not ASCII the two are the
 * same; the octets from there on decide, once, for the whole file. An octet that is no UTF-8 after
 * all (two lists pasted together) is read as Windows-1252: nothing is lost, U+FFFD never appears.
 */
import { isAscii, isUtf8 } from "node:buffer"

import { encodingProofOctets } from "./limits.ts"

const empty = Buffer.alloc(0)

/** The octets that Windows-1252 leaves undefined are control characters here, as WHATWG has it. */
const windows1252 = new TextDecoder("windows-1252")

const fromWindows1252 = (bytes: Buffer): Buffer => Buffer.from(windows1252.decode(bytes))

/**
 * Unicode 17, table 3-7: well-formed UTF-8, octets written as characters. Else: any octet not
 * ASCII.
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

/** The beginning of a sequence of which more may come. */
const unfinished = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/
const unfinishedOctetsMax = 3

const unfinishedOctets = (bytes: Buffer): number =>
  unfinished.exec(bytes.subarray(-unfinishedOctetsMax).toString("latin1"))?.[0].length ?? 0

const octetAsUtf8 = Array.from({ length: 256 }, (_, octet) =>
  fromWindows1252(Buffer.of(octet)).toString("latin1")
)

const mixed = (bytes: Buffer): Buffer => {
  const repaired = bytes
    .toString("latin1")
    .replace(wellFormedOrOctet, (found, wellFormed: string | undefined) =>
      wellFormed === undefined ? (octetAsUtf8[found.charCodeAt(0)] ?? found) : found
    )
  return Buffer.from(repaired, "latin1")
}

export class EightBitDecoder {
  #encoding: "ascii" | "utf-8" | "windows-1252"
  /** While ASCII: all since the first octet that is not. In UTF-8: a sequence not yet whole. */
  #held: Buffer = empty

  constructor(encoding: "ascii" | "utf-8") {
    this.#encoding = encoding
  }

  decode(bytes: Buffer): Buffer {
    if (this.#held.length === 0 && isAscii(bytes)) return bytes
    const text = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#held = empty
    if (this.#encoding === "ascii") return this.#gatherProof(text)
    return this.#encoding === "utf-8" ? this.#fromUtf8(text) : fromWindows1252(text)
  }

  end(): Buffer {
    const text = this.#held
    this.#held = empty
    if (this.#encoding === "ascii") this.#decide(text)
    return this.#encoding === "utf-8" ? mixed(text) : fromWindows1252(text)
  }

  #gatherProof(text: Buffer): Buffer {
    const start = text.findIndex((octet) => octet > 0x7f)
    if (text.length - start >= encodingProofOctets) {
      this.#decide(text.subarray(start, start + encodingProofOctets))
      return this.decode(text)
    }
    this.#held = Buffer.from(text.subarray(start))
    return text.subarray(0, start)
  }

  #decide(proof: Buffer): void {
    const whole = proof.subarray(0, proof.length - unfinishedOctets(proof))
    this.#encoding = isUtf8(whole) ? "utf-8" : "windows-1252"
  }

  #fromUtf8(text: Buffer): Buffer {
    const wholeOctets = text.length - unfinishedOctets(text)
    this.#held = Buffer.from(text.subarray(wholeOctets))
    const whole = text.subarray(0, wholeOctets)
    return isUtf8(whole) ? whole : mixed(whole)
  }
}

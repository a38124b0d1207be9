/**
 * Detects the kind of a file from its start. Only what the first octets prove is decided here; UTF-8 and
 * Windows-1252 may begin alike (`Windows1252Decoder`).
 */
import { Result } from "effect"

import { notCsv } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"

export type Encoding = "utf-16le" | "utf-16be" | "utf-8" | "eightBit"

export interface Sniffed {
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

export const sniffFile = (start: Buffer): Result.Result<Sniffed, CsvRefused> => {
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

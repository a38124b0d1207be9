/**
 * Decodes the first bytes of a file. The service detects the encoding by the same rules, but from more of
 * the file; here a few rows are enough.
 */

interface ByteOrderMark {
  readonly bytes: ReadonlyArray<number>
  readonly encoding: string
}

const byteOrderMarks: ReadonlyArray<ByteOrderMark> = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" }
]

const markedEncoding = (start: Uint8Array): string | undefined =>
  byteOrderMarks.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.encoding

/** In UTF-16 every ASCII character has a NUL byte, and a list of addresses is mostly ASCII. */
const nulShareMin = 0.2
const nulsOnOtherSideMax = 0.1

const byNuls = (start: Uint8Array): string | undefined => {
  const nuls: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) nuls[index & 1 ? 1 : 0] += 1
  const [even, odd] = nuls
  if (Math.max(even, odd) <= (start.length / 2) * nulShareMin) return undefined
  if (even <= odd * nulsOnOtherSideMax) return "utf-16le"
  return odd <= even * nulsOnOtherSideMax ? "utf-16be" : undefined
}

/**
 * Decodes bytes, or returns `undefined` if they are not valid. With `isCut` the last character may be
 * incomplete.
 */
const decode = (bytes: Uint8Array, encoding: string, isCut: boolean): string | undefined => {
  try {
    const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" })
    return decoder.decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

/**
 * The text of the first bytes, or `undefined` if they are not text. With `isCut` the file goes on after
 * them.
 */
export const decodeStart = (start: Uint8Array, isCut: boolean): string | undefined => {
  const encoding = markedEncoding(start) ?? byNuls(start)
  const text =
    decode(start, encoding ?? "utf-8", isCut) ?? decode(start, "windows-1252", isCut) ?? ""
  return text.includes("\0") ? undefined : text
}

/** Bytes after the first one beyond ASCII that decide between UTF-8 and Windows-1252, as in the service. */
const sampleBytes = 64 * 1024

/** Bytes in which the service looks for UTF-16. */
const sniffBytes = 4 * 1024

const eightBit = (bytes: Uint8Array): string => {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  if (first === -1) return "utf-8"
  const sample = bytes.subarray(first, first + sampleBytes)
  return decode(sample, "utf-8", true) === undefined ? "windows-1252" : "utf-8"
}

/** The text of a whole file, by the rules of the service, or `undefined` if it is not text. */
export const decodeFile = (bytes: Uint8Array): string | undefined => {
  const encoding = markedEncoding(bytes) ?? byNuls(bytes.subarray(0, sniffBytes)) ?? eightBit(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  return text.includes("\0") ? undefined : text
}

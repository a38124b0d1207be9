/**
 * The first octets of a file as text. The service decides in the same way, but from more of the file;
 * here an encoding is only wanted to show some rows.
 */

interface ByteOrderMark {
  readonly octets: ReadonlyArray<number>
  readonly encoding: string
}

const byteOrderMarks: ReadonlyArray<ByteOrderMark> = [
  { octets: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { octets: [0xff, 0xfe], encoding: "utf-16le" },
  { octets: [0xfe, 0xff], encoding: "utf-16be" }
]

/** In UTF-16 every ASCII character has a NUL beside it, and a list of addresses has many of them. */
const nulShareMin = 0.2
const nulsOnOtherSideMax = 0.1

const byNuls = (start: Uint8Array): string | undefined => {
  const nuls: [even: number, odd: number] = [0, 0]
  for (const [at, octet] of start.entries()) if (octet === 0) nuls[at & 1 ? 1 : 0] += 1
  const [even, odd] = nuls
  if (Math.max(even, odd) <= (start.length / 2) * nulShareMin) return undefined
  if (even <= odd * nulsOnOtherSideMax) return "utf-16le"
  return odd <= even * nulsOnOtherSideMax ? "utf-16be" : undefined
}

/** `isCut`: a character at the end may be a part of one. */
const decode = (octets: Uint8Array, encoding: string, isCut: boolean): string | undefined => {
  try {
    const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" })
    return decoder.decode(octets, { stream: isCut })
  } catch {
    return undefined
  }
}

/** `undefined`: this is no text. `isCut`: the file goes on behind it. */
export const decodeStart = (start: Uint8Array, isCut: boolean): string | undefined => {
  const mark = byteOrderMarks.find(({ octets }) => octets.every((octet, at) => start[at] === octet))
  const encoding = mark?.encoding ?? byNuls(start)
  const text =
    decode(start, encoding ?? "utf-8", isCut) ?? decode(start, "windows-1252", isCut) ?? ""
  return text.includes("\0") ? undefined : text
}

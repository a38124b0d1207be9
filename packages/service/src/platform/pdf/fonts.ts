/**
 * Two of the 14 fonts that every PDF reader has (ISO 32000-1 §9.6.2.2), in WinAnsiEncoding: which octet a
 * character is, and how wide its glyph. Widths: Adobe's font metrics (AFM), in thousandths of the font's
 * size, from octet 32 on.
 */

const fonts = {
  regular: {
    name: "Helvetica",
    widths: [
      278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
      556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722,
      667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944,
      667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
      500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334,
      584, 350, 556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
      350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667, 278, 333,
      556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333,
      556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000,
      722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722,
      722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278,
      278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500
    ]
  },
  bold: {
    name: "Helvetica-Bold",
    widths: [
      278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
      556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
      611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
      667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
      278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
      350, 556, 350, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350, 350,
      278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 350, 500, 667, 278, 333, 556,
      556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 611,
      556, 278, 333, 333, 365, 556, 834, 834, 834, 611, 722, 722, 722, 722, 722, 722, 1000, 722,
      667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722,
      722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278,
      278, 278, 611, 611, 611, 611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556
    ]
  }
} as const

export type Font = keyof typeof fonts

export const nameOf = (font: Font): string => fonts[font].name

const firstOctet = 32
const octetsMax = 256

/** The octet of each character. WinAnsi is the windows-1252 of the WHATWG without control characters. */
const octetOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: octetsMax - firstOctet }, (_, index) => {
    const octet = firstOctet + index
    return [new TextDecoder("windows-1252").decode(Uint8Array.of(octet)), octet] as const
  }).filter(([character]) => !/\p{Cc}/u.test(character))
)

/** A question mark stands for each character that these fonts lack. */
const unknown = "?".charCodeAt(0)

/** Returns the octets of a text. Accents are put together (NFC), as the fonts have them. */
export const encode = (text: string): ReadonlyArray<number> =>
  Array.from(text.normalize("NFC"), (character) => octetOf.get(character) ?? unknown)

/** Returns the width of a text in points. */
export const widthOf = (text: string, font: Font, size: number): number =>
  (encode(text).reduce((sum, octet) => sum + fonts[font].widths[octet - firstOctet]!, 0) * size) /
  1_000

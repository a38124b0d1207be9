/** Puts rows of text below each other on as many pages as they need. */
import { encode, widthOf } from "./fonts.ts"
import type { Font } from "./fonts.ts"
import { pageHeight, pageWidth } from "./writePdf.ts"
import type { Page, Rule, Text } from "./writePdf.ts"

export const margin = 48
export const right = pageWidth - margin

const top = pageHeight - margin
/** The footer is below. */
const bottom = margin + 28
const footerSize = 8
const footerGray = 0.4

/** `y` of its texts and rules counts from its own lower edge. */
export interface Row {
  readonly height: number
  readonly texts: ReadonlyArray<Text>
  readonly rules?: ReadonlyArray<Rule>
  /** Shown again above this row if it is the first of a page. */
  readonly heading?: Row
}

const lift = <A extends { readonly y: number }>(items: ReadonlyArray<A> = [], by: number) =>
  items.map((item) => ({ ...item, y: item.y + by }))

const footerOf = (left: string, page: number, pages: number): ReadonlyArray<Text> => [
  { text: left, x: margin, y: margin, size: footerSize, gray: footerGray },
  {
    text: `Page ${page} of ${pages}`,
    x: right,
    y: margin,
    size: footerSize,
    align: "right",
    gray: footerGray
  }
]

/** `footer` stands at the foot of every page, with its number beside it. */
export const paginate = (rows: ReadonlyArray<Row>, footer: string): ReadonlyArray<Page> => {
  const pages: Array<{ texts: Array<Text>; rules: Array<Rule> }> = []
  let y = 0
  const put = (row: Row): void => {
    y -= row.height
    const page = pages.at(-1)!
    page.texts.push(...lift(row.texts, y))
    page.rules.push(...lift(row.rules, y))
  }
  for (const row of rows) {
    if (y - row.height < bottom) {
      pages.push({ texts: [], rules: [] })
      y = top
      if (row.heading !== undefined) put(row.heading)
    }
    put(row)
  }
  return pages.map(({ texts, rules }, index) => ({
    texts: [...texts, ...footerOf(footer, index + 1, pages.length)],
    rules
  }))
}

/** Lines of at most `width` points, broken between words. */
export const wrap = (text: string, width: number, size: number, font: Font = "regular") => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length === 0 || widthOf(longer, font, size) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Cut to at most `width` points, with a mark that it is. */
export const clip = (text: string, width: number, size: number, font: Font = "regular"): string => {
  if (widthOf(text, font, size) <= width) return text
  const characters = Array.from(text)
  while (characters.length > 0 && widthOf(`${characters.join("")}…`, font, size) > width)
    characters.pop()
  return `${characters.join("").trimEnd()}…`
}

/** Whether the fonts have all its characters. */
export const isShown = (text: string): boolean => {
  const characters = Array.from(text.normalize("NFC"))
  return encode(text).every((octet, index) => octet !== 0x3f || characters[index] === "?")
}

/**
 * Writes a PDF file (ISO 32000-1) of text and lines. There is no well-kept library of less than a
 * megabyte for so little; the same pages give the same octets, so the file has no dates and no id.
 */
import { deflateSync } from "node:zlib"

import { encode, nameOf, widthOf } from "./fonts.ts"
import type { Font } from "./fonts.ts"

/** A4 upright, in points (1/72 inch). */
export const pageWidth = 595
export const pageHeight = 842

export interface Text {
  readonly text: string
  /** Points from the left edge: where the text begins or, aligned right, ends. */
  readonly x: number
  /** Points from the lower edge to the line that the letters stand on. */
  readonly y: number
  readonly size: number
  readonly font?: Font
  readonly align?: "left" | "right"
  /** 0 black to 1 white. */
  readonly gray?: number
}

export interface Rule {
  readonly from: number
  readonly to: number
  readonly y: number
  readonly gray?: number
}

export interface Page {
  readonly texts: ReadonlyArray<Text>
  readonly rules: ReadonlyArray<Rule>
}

export interface Document {
  readonly title: string
  /** BCP 47, such as `en`. */
  readonly language: string
  readonly pages: ReadonlyArray<Page>
}

const fontNames = { regular: "F1", bold: "F2" } as const

const number = (value: number): string => String(Math.round(value * 100) / 100)

/** As digits, so that no character needs an escape. */
const hexString = (octets: Iterable<number>): string =>
  `<${Buffer.from([...octets]).toString("hex")}>`

const drawText = ({
  text,
  x,
  y,
  size,
  font = "regular",
  align = "left",
  gray = 0
}: Text): string => {
  const left = align === "left" ? x : x - widthOf(text, font, size)
  const place = `1 0 0 1 ${number(left)} ${number(y)} Tm`
  return `BT ${number(gray)} g /${fontNames[font]} ${number(size)} Tf ${place} ${hexString(encode(text))} Tj ET`
}

const ruleWidth = 0.5

const drawRule = ({ from, to, y, gray = 0 }: Rule): string =>
  `${number(gray)} G ${ruleWidth} w ${number(from)} ${number(y)} m ${number(to)} ${number(y)} l S`

const contentOf = ({ texts, rules }: Page): string =>
  [...rules.map(drawRule), ...texts.map(drawText)].join("\n")

/** Text outside pages may have any character: UTF-16 with a byte order mark (§7.9.2.2). */
const utf16 = (text: string): string => hexString(Buffer.from(`\ufeff${text}`, "utf16le").swap16())

const fontObject = (font: Font): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${nameOf(font)} /Encoding /WinAnsiEncoding >>`

const streamObject = (content: string): Buffer => {
  const bytes = deflateSync(Buffer.from(content, "latin1"))
  const head = `<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\nendstream")])
}

/** Their numbers, from 1 on: the first five stand for the whole, then two for each page. */
const catalog = 1
const pageTree = 2
const firstPage = 6

const objectsOf = ({ title, language, pages }: Document): ReadonlyArray<string | Buffer> => {
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`)
  const box = `/MediaBox [0 0 ${pageWidth} ${pageHeight}]`
  const used = `/Resources << /Font << /${fontNames.regular} 3 0 R /${fontNames.bold} 4 0 R >> >>`
  return [
    `<< /Type /Catalog /Pages ${pageTree} 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(" ")}] ${box} ${used} >>`,
    fontObject("regular"),
    fontObject("bold"),
    `<< /Title ${utf16(title)} /Producer (rcpt) >>`,
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent ${pageTree} 0 R /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      streamObject(contentOf(page))
    ])
  ]
}

/** Octets above 127 tell programs that move files that this one is not text (§7.5.2). */
const header = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")

/** Digits of an offset in the table of objects (§7.5.4). */
const offsetDigits = 10

export const writePdf = (document: Document): Buffer => {
  const parts: Array<Buffer> = [header]
  const offsets: Array<number> = []
  let offset = header.length
  const put = (part: Buffer): void => {
    parts.push(part)
    offset += part.length
  }
  for (const [index, object] of objectsOf(document).entries()) {
    offsets.push(offset)
    put(
      Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        Buffer.from(object),
        Buffer.from("\nendobj\n")
      ])
    )
  }
  const entries = offsets.map((at) => `${String(at).padStart(offsetDigits, "0")} 00000 n \n`)
  const trailer = `<< /Size ${offsets.length + 1} /Root ${catalog} 0 R /Info 5 0 R >>`
  put(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join("")}` +
        `trailer\n${trailer}\nstartxref\n${offset}\n%%EOF\n`
    )
  )
  return Buffer.concat(parts)
}

/** The sheets of an OpenDocument workbook (.ods, ISO 26300-1 §9), as records. */
import type { Records } from "./xlsxSheet.ts"
import { attributeOf, xmlTokens } from "./xmlTokens.ts"

interface NamedSheet {
  readonly name: string
  readonly records: Records
}

/** The last row of a sheet may stand for a million blank ones. */
const repeatsMax = 1_000

interface OpenCell {
  readonly repeats: number
  /** A date or a number as it was saved; a text has only what is shown. */
  readonly value: string | undefined
  readonly paragraphs: Array<string>
}

const countOf = (attributes: string, name: string): number =>
  Math.min(repeatsMax, Number(attributeOf(attributes, name) ?? 1))

const valueOf = (attributes: string): string | undefined => {
  switch (attributeOf(attributes, "value-type")) {
    case "date":
      return attributeOf(attributes, "date-value")
    case "float":
      return attributeOf(attributes, "value")
    default:
      return undefined
  }
}

/** The sheets as far as they are read. */
class Reader {
  readonly sheets: Array<{
    readonly name: string
    readonly records: Array<ReadonlyArray<string>>
  }> = []
  #row: Array<string> = []
  #rowRepeats = 1
  #blanks = 0
  #cell: OpenCell | undefined
  #notes = 0
  #isParagraph = false

  /** Text of a comment is none of its cell. */
  write(text: string): void {
    if (this.#cell === undefined || this.#notes > 0 || !this.#isParagraph) return
    const { paragraphs } = this.#cell
    paragraphs[paragraphs.length - 1] += text
  }

  open(name: string, attributes: string): void {
    if (name === "table") {
      this.sheets.push({ name: attributeOf(attributes, "name") ?? "", records: [] })
    } else if (name === "table-row") {
      this.#row = []
      this.#blanks = 0
      this.#rowRepeats = countOf(attributes, "number-rows-repeated")
    } else if (isCell(name)) {
      const repeats = countOf(attributes, "number-columns-repeated")
      this.#cell = { repeats, value: valueOf(attributes), paragraphs: [] }
    } else if (name === "annotation") this.#notes += 1
    else if (name === "p") {
      this.#isParagraph = true
      if (this.#notes === 0) this.#cell?.paragraphs.push("")
    } else if (name === "s") this.write(" ".repeat(countOf(attributes, "c")))
    else this.write(marks[name] ?? "")
  }

  close(name: string): void {
    if (name === "table-row") this.#closeRow()
    else if (isCell(name)) this.#closeCell()
    else if (name === "annotation") this.#notes -= 1
    else if (name === "p") this.#isParagraph = false
  }

  #closeRow(): void {
    if (this.#row.length === 0) return
    for (let n = 0; n < this.#rowRepeats; n++) this.sheets.at(-1)?.records.push(this.#row)
  }

  #closeCell(): void {
    if (this.#cell === undefined) return
    const { repeats, value, paragraphs } = this.#cell
    const text = value ?? paragraphs.join("\n")
    this.#cell = undefined
    // Blanks at the end of a row are none of its cells.
    if (text === "") return void (this.#blanks += repeats)
    this.#row.push(...Array<string>(this.#blanks).fill(""), ...Array<string>(repeats).fill(text))
    this.#blanks = 0
  }
}

const marks: Readonly<Record<string, string>> = { tab: "\t", "line-break": "\n" }

const isCell = (name: string): boolean => name === "table-cell" || name === "covered-table-cell"

export const odsSheets = (xml: string): ReadonlyArray<NamedSheet> => {
  const reader = new Reader()
  for (const token of xmlTokens(xml))
    if (token._tag === "Text") reader.write(token.text)
    else if (token._tag === "Open") reader.open(token.name, token.attributes)
    else reader.close(token.name)
  return reader.sheets
}

import type { Records } from "./xlsxSheet.ts"
/** The sheets of an OpenDocument workbook (.ods, ISO 26300-1 §9), as records. */
import { attributeOf, xmlTokens } from "./xmlTokens.ts"

export interface NamedSheet {
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

export const odsSheets = (xml: string): ReadonlyArray<NamedSheet> => {
  const sheets: Array<{ readonly name: string; readonly records: Array<ReadonlyArray<string>> }> =
    []
  let row: Array<string> = []
  let rowRepeats = 1
  let blanks = 0
  let cell: OpenCell | undefined
  let notes = 0
  let isParagraph = false
  for (const token of xmlTokens(xml)) {
    if (token._tag === "Text") {
      const last = cell?.paragraphs.length ?? 0
      if (cell !== undefined && notes === 0 && isParagraph) cell.paragraphs[last - 1] += token.text
      continue
    }
    const isOpen = token._tag === "Open"
    const write = (text: string) => {
      if (isOpen && cell !== undefined && notes === 0 && isParagraph)
        cell.paragraphs[cell.paragraphs.length - 1] += text
    }
    switch (token.name) {
      case "table":
        if (isOpen) sheets.push({ name: attributeOf(token.attributes, "name") ?? "", records: [] })
        break
      case "table-row":
        if (isOpen) {
          row = []
          blanks = 0
          rowRepeats = countOf(token.attributes, "number-rows-repeated")
        } else if (row.length > 0) {
          for (let n = 0; n < rowRepeats; n++) sheets.at(-1)?.records.push(row)
        }
        break
      case "table-cell":
      case "covered-table-cell":
        if (isOpen) {
          const repeats = countOf(token.attributes, "number-columns-repeated")
          cell = { repeats, value: valueOf(token.attributes), paragraphs: [] }
        } else if (cell !== undefined) {
          const text = cell.value ?? cell.paragraphs.join("\n")
          // Blanks at the end of a row are none of its cells.
          if (text === "") blanks += cell.repeats
          else {
            row.push(...Array<string>(blanks).fill(""), ...Array<string>(cell.repeats).fill(text))
            blanks = 0
          }
          cell = undefined
        }
        break
      case "annotation":
        notes += isOpen ? 1 : -1
        break
      case "p":
        isParagraph = isOpen
        if (isOpen && notes === 0) cell?.paragraphs.push("")
        break
      case "s":
        write(" ".repeat(isOpen ? countOf(token.attributes, "c") : 0))
        break
      case "tab":
        write("\t")
        break
      case "line-break":
        write("\n")
        break
    }
  }
  return sheets
}

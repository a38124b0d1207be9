/**
 * Streams the results of a job as an Excel workbook (.xlsx, ECMA-376): the rows and columns of the CSV in one sheet.
 * Original cells are text, value for value, and a spreadsheet runs no text; our numbers and flags are such. zip.js packs
 * the archive, off the event loop. Libraries for spreadsheets hold all rows or bring a dozen others: the sheet is ours.
 */
import { csvRecords } from "@rcpt/api/csvRecords"
import type { Delimiter } from "@rcpt/api/listStart"
import { ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect, Stream } from "effect"

import { markNames, marksOf, resultNames, resultValues } from "./resultColumns.ts"
import type { ResultValue } from "./resultColumns.ts"
import type { ResultsRow, ResultsTable } from "./writeCsv.ts"

/** Rows of a sheet, with its header (Microsoft: Excel specifications and limits). */
export const sheetRowsMax = 1_048_576

/** Characters of a cell, as Excel counts them: UTF-16. It repairs a file with longer ones by cutting them. */
export const cellCharactersMax = 32_767

/** Characters per piece of XML: a piece is made without yielding. */
const pieceCharactersMax = 64 * 1024

// Text (ECMA-376 §22.9.2.19): what XML cannot hold, or would change, is written as `_x000D_`.

/** Characters that XML 1.0 §2.2 excludes, and CR, which its §2.11 turns into LF. */
const unwritable = String.raw`[\0-\x08\v\f\x0D-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]`

/** Also an underscore that a reader would take for the start of such a sequence, and markup. */
const special = new RegExp(`${unwritable}|_(?=x[\\da-f]{4}(?:_|${unwritable}))|[&<>]`, "gi")

const markup: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const sequence = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`

const xmlText = (text: string): string =>
  text.replace(special, (character) => markup[character] ?? sequence(character))

/** Readers drop blanks at the ends of a text without this attribute. */
const blankEnds = /^\s|\s$/

// Cells

const letters = 26
const aCode = "A".charCodeAt(0)

/** `A` for 0, `AA` for 26. */
const columnName = (index: number): string =>
  (index < letters ? "" : columnName(Math.floor(index / letters) - 1)) +
  String.fromCharCode(aCode + (index % letters))

const columnNames: Array<string> = []
const nameOf = (column: number): string => (columnNames[column] ??= columnName(column))

/** Empty cells are left out, which is what a spreadsheet does. */
const cellXml = (value: ResultValue, column: number, row: number): string => {
  if (value === undefined || value === "") return ""
  const reference = `<c r="${nameOf(column)}${row}"`
  if (typeof value === "number") return `${reference}><v>${value}</v></c>`
  if (typeof value === "boolean") return `${reference} t="b"><v>${value ? 1 : 0}</v></c>`
  const space = blankEnds.test(value) ? ' xml:space="preserve"' : ""
  return `${reference} t="inlineStr"><is><t${space}>${xmlText(value)}</t></is></c>`
}

interface SheetRow {
  readonly cells: ReadonlyArray<string>
  /** They stand after the widest record. */
  readonly results: ReadonlyArray<ResultValue>
}

/** The XML of rows, which are numbered as they come. */
class SheetWriter {
  readonly #width: number
  #row = 0
  #piece = ""

  constructor(width: number) {
    this.#width = width
  }

  /** Others have their turn between two pieces, also within a row, which may have 1 MB. */
  *piecesOf(rows: Iterable<SheetRow>): Generator<string> {
    for (const { cells, results } of rows) {
      const row = ++this.#row
      this.#piece += `<row r="${row}">`
      for (let at = 0; at < cells.length; at++) {
        this.#piece += cellXml(cells[at], at, row)
        if (this.#piece.length >= pieceCharactersMax) yield this.take()
      }
      for (let at = 0; at < results.length; at++)
        this.#piece += cellXml(results[at], this.#width + at, row)
      this.#piece += "</row>"
    }
  }

  /** What is left over. */
  take(): string {
    const piece = this.#piece
    this.#piece = ""
    return piece
  }
}

// Parts

const spreadsheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const packaged = "http://schemas.openxmlformats.org/package/2006"
const officed = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const typed = "application/vnd.openxmlformats-officedocument.spreadsheetml"
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const relations = (type: string, target: string): string =>
  `${declared}<Relationships xmlns="${packaged}/relationships">` +
  `<Relationship Id="rId1" Type="${officed}/${type}" Target="${target}"/></Relationships>`

/** The least that ECMA-376 part 2 and §18.2 require. */
const fixedParts: Readonly<Record<string, string>> = {
  "[Content_Types].xml":
    `${declared}<Types xmlns="${packaged}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${typed}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typed}.worksheet+xml"/></Types>`,
  "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
  "xl/workbook.xml":
    `${declared}<workbook ${spreadsheet} xmlns:r="${officed}">` +
    '<sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml")
}

const sheetPart = "xl/worksheets/sheet1.xml"

/** `headerRow`: the last row that stays in view. Digits in text, such as zip codes, are no mistake to point at. */
const sheetStart = (headerRow: number): string =>
  `${declared}<worksheet ${spreadsheet}><sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/>` +
  "</sheetView></sheetViews><sheetData>"
const sheetEnd =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>'

/** Excel's line about the delimiter says nothing about a workbook. */
const separatorLine = /^sep=[^\r\n]*(?:\r\n|\r|\n|$)/i

/** The rows before the header. */
export const preambleRows = (
  preamble: string,
  delimiter: Delimiter
): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from(
    csvRecords(preamble.replace(separatorLine, ""), delimiter, false),
    ({ cells }) => cells
  )

/** The XML of the sheet. */
const sheetOf = <E, R>(
  rows: Stream.Stream<ResultsRow, E, R>,
  { mode, columns, format, width, ...has }: ResultsTable
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const marks = marksOf(has)
    const above = [
      ...preambleRows(format.preamble, format.delimiter).map((cells) => ({ cells, results: [] })),
      { cells: columns, results: resultNames(mode, columns, marks(...markNames)) }
    ]
    const rowOf = ({ cells, result, isErased, isUnreadable }: ResultsRow): SheetRow => ({
      cells,
      results: [
        ...resultValues(mode, result),
        ...marks<string | true | undefined>(
          result?.importedFrom,
          isErased ? true : undefined,
          isUnreadable ? true : undefined
        )
      ]
    })
    const writer = new SheetWriter(width)
    return Stream.make(above).pipe(
      Stream.concat(Stream.map(Stream.chunks(rows), (batch) => batch.map(rowOf))),
      Stream.flatMap((batch) =>
        Stream.fromIterable({ [Symbol.iterator]: () => writer.piecesOf(batch) }, { chunkSize: 1 })
      ),
      (pieces) => Stream.concat(Stream.make(sheetStart(above.length)), pieces),
      Stream.concat(Stream.sync(() => writer.take() + sheetEnd))
    )
  })

/**
 * A part may have 4 GB, which 32 MB of a list never become: without ZIP64 every reader reads it. The time of an archive
 * is local and here always the same, so that the same rows are the same bytes in any zone.
 */
const zipOptions = () => ({
  useWebWorkers: false,
  zip64: false,
  extendedTimestamp: false,
  lastModDate: new Date(2000, 0, 1)
})

export const writeWorkbook =
  (table: ResultsTable) =>
  <E, R>(rows: Stream.Stream<ResultsRow, E, R>): Stream.Stream<Uint8Array, unknown, R> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const sheet = yield* Stream.toReadableStreamEffect(Stream.encodeText(sheetOf(rows, table)))
        let fail: (cause: unknown) => void
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
          start: (controller) => {
            fail = (cause) => controller.error(cause)
          }
        })
        const pack = async (): Promise<void> => {
          const zip = new ZipWriter(writable, zipOptions())
          for (const [name, text] of Object.entries(fixedParts))
            await zip.add(name, new Blob([text]).stream())
          await zip.add(sheetPart, sheet)
          await zip.close()
        }
        // A part that fails ends the archive in its middle, so that it does not look complete.
        pack().catch((cause) => fail(cause))
        return Stream.fromReadableStream({
          evaluate: () => readable,
          onError: (cause) => cause
        })
      })
    )

/**
 * The reasons for which a file is rejected. The sentence is the body of the 400 and says what to change.
 */
import { codedText } from "@rcpt/api/errors/codedTexts"
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import { Sentence } from "@rcpt/api/errors/Sentence"
import type { FileKind } from "@rcpt/api/fileKind"
import { fileKindWords } from "@rcpt/api/fileKindWords"
import type { LikelyColumn } from "@rcpt/api/listStart"
import { serviceNames } from "@rcpt/api/otherServices"
import type { ServiceName } from "@rcpt/api/otherServices"
import { columnsMax, fileOctetsMax } from "@rcpt/domain/limits"
import { Schema } from "effect"

import { blankRecordsMax, headerOctetsMax, recordOctetsMax } from "./limits.ts"

export class CsvRefused extends Schema.TaggedError<CsvRefused>()("CsvRefused", {
  sentence: Schema.toType(Sentence)
}) {}

const count = (value: number): string => value.toLocaleString("en")
const refused = (sentence: string): CsvRefused => new CsvRefused({ sentence: `file ${sentence}` })

export const empty = refused(fieldFault("empty"))
export const tooLarge = new CsvRefused({
  sentence: codedText("file_too_large", "file", { n: count(fileOctetsMax) })
})
export const notCsv = (kind: FileKind) =>
  refused(fieldFault("otherFile", { what: fileKindWords[kind] }))
export const nulBytes = refused(fieldFault("nulBytes"))
export const cutOff = refused(fieldFault("cutOff"))
export const headerTooLong = refused(fieldFault("headerTooLong", { n: count(headerOctetsMax) }))
/** Characters of a cell that the error repeats. */
const cellShownMax = 40

const shown = (text: string): string => JSON.stringify(text.slice(0, cellShownMax))

/** `likely`: the column whose cells look like addresses. */
export const notNamed = (likely: LikelyColumn | undefined) => {
  if (likely === undefined) return refused(fieldFault("emailColumn"))
  const number = likely.column + 1
  const says = likely.hasHeader
    ? `column ${number}${likely.name === "" ? "" : `, ${shown(likely.name)},`} looks like one: send column=${number}`
    : `its first line has an address in column ${number}: send header=false for a list without a header`
  return refused(fieldFault("likelyColumn", { likely: says }))
}
export const noRows = refused(fieldFault("addresses"))

interface ChosenColumn {
  readonly columns: ReadonlyArray<string>
  readonly emailColumn: number
}

/** A column of a list, for a sentence: `column 2, "email"`. */
const columnShown = ({ columns, emailColumn }: ChosenColumn) => {
  const name = columns[emailColumn]?.trim() ?? ""
  return `column ${emailColumn + 1}${name === "" ? "" : `, ${shown(name)}`}`
}

/** No cell of the column has an `@`. */
export const noAddress = (header: ChosenColumn & { readonly examples: ReadonlyArray<string> }) => {
  const [example] = header.examples
  const first = example === undefined ? "" : ` (its first cell is ${shown(example)})`
  return refused(
    `must have email addresses in ${columnShown(header)}: no cell has an @${first}. ` +
      "If another column has them, send its number as column"
  )
}

/** Every address shares its cell with others. */
export const onlySeveral = (
  header: ChosenColumn,
  { cells, addresses }: { readonly cells: number; readonly addresses: number }
) =>
  refused(
    `must have one address in each cell: ${count(cells)} ${cells === 1 ? "cell" : "cells"} of ` +
      `${columnShown(header)} ${cells === 1 ? "has" : "have"} ${count(addresses)}, and each needs a row. ` +
      "The dashboard and `rcpt bulk --repair` split them"
  )

/** The columns are separated by something that no list is. */
export const otherSeparator = (separator: string) =>
  refused(
    "must separate its columns by a comma, semicolon, tab or |: its first line has " +
      (/^[a-z]/.test(separator) ? separator : shown(separator))
  )
export const tooManyBlanks = refused(fieldFault("blankRows", { n: count(blankRecordsMax) }))
export const tooManyColumns = (line: number) =>
  refused(fieldFault("columns", { n: count(columnsMax), line: count(line) }))
export const recordTooLarge = (line: number) =>
  refused(fieldFault("longRow", { n: count(recordOctetsMax), line: count(line) }))
export const quoteNotClosed = (line: number) =>
  refused(fieldFault("openQuote", { line: count(line) }))

const refusedColumn = (sentence: string): CsvRefused =>
  new CsvRefused({ sentence: `column ${sentence}` })

/** `import` names a service. */
export const noImports = (service: ServiceName) =>
  new CsvRefused({
    sentence: `import ${fieldFault("imports", { service: serviceNames[service] })}`
  })

export const columnNotFound = (name: string) =>
  refusedColumn(fieldFault("columnName", { name: shown(name) }))
export const columnBeyond = (columns: number) =>
  refusedColumn(fieldFault("columnMax", { n: count(columns) }))
export const columnIsName = refusedColumn(
  "must be a number from 1 if header is false: there are no names"
)
export const columnNeeded = refusedColumn(fieldFault("columnNeeded"))
export const unknownEncoding = (name: string) =>
  new CsvRefused({
    sentence: `encoding ${fieldFault("encoding", { examples: "utf-8, windows-1251 or shift_jis", name: shown(name) })}`
  })

/**
 * The reasons for which a file is rejected. The sentence is the body of the 400 and says what to change.
 */
import type { FileKind } from "@rcpt/api/fileKind"
import { fileKindWords } from "@rcpt/api/fileKindWords"
import type { LikelyColumn } from "@rcpt/api/listStart"
import { serviceNames } from "@rcpt/api/otherServices"
import type { ServiceName } from "@rcpt/api/otherServices"
import { columnsMax, fileOctetsMax } from "@rcpt/domain/limits"
import { Schema } from "effect"

import { blankRecordsMax, headerOctetsMax, recordOctetsMax } from "./limits.ts"

export class CsvRefused extends Schema.TaggedError<CsvRefused>()("CsvRefused", {
  sentence: Schema.String
}) {}

const count = (value: number): string => value.toLocaleString("en")
const refused = (sentence: string): CsvRefused => new CsvRefused({ sentence: `file ${sentence}` })

export const empty = refused("must not be empty")
export const tooLarge = refused(`must be at most 32 MB (${count(fileOctetsMax)} bytes)`)
export const notCsv = (kind: FileKind) => refused(`must be a CSV: this is ${fileKindWords[kind]}`)
export const nulBytes = refused("must be a CSV: it must not contain NUL bytes")
export const cutOff = refused("must be complete: its UTF-16 text ends in the middle of a character")
export const headerTooLong = refused(
  `must be a CSV: its header line must be at most ${count(headerOctetsMax)} bytes`
)
const noEmailColumn = 'must have a column whose name contains "email"'

/** Characters of a cell that the error repeats. */
const cellShownMax = 40

const shown = (text: string): string => JSON.stringify(text.slice(0, cellShownMax))

/** `likely`: the column whose cells look like addresses. */
export const notNamed = (likely: LikelyColumn | undefined) => {
  if (likely === undefined) return refused(noEmailColumn)
  const number = likely.column + 1
  return refused(
    likely.hasHeader
      ? `${noEmailColumn}: column ${number}${likely.name === "" ? "" : `, ${shown(likely.name)},`} looks like one: send column=${number}`
      : `${noEmailColumn}: its first line has an address in column ${number}: send header=false for a list without a header`
  )
}
export const noRows = refused("must have at least one row with an email address")

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
    `must separate its columns by a comma, semicolon, tab or |: its header has ${shown(separator)}`
  )
export const tooManyBlanks = refused(
  `must have at most ${count(blankRecordsMax)} rows in which every cell is blank`
)
export const tooManyColumns = (line: number) =>
  refused(`must have at most ${count(columnsMax)} columns: line ${count(line)} has more`)
export const recordTooLarge = (line: number) =>
  refused(
    `must have rows of at most ${count(recordOctetsMax)} bytes: ` +
      `the row that starts at line ${count(line)} is longer, or a quote in it is not closed`
  )
export const quoteNotClosed = (line: number) =>
  refused(`must close every quote: the row that starts at line ${count(line)} does not`)

const refusedColumn = (sentence: string): CsvRefused =>
  new CsvRefused({ sentence: `column must be ${sentence}` })

/** `import` names a service. */
export const noImports = (service: ServiceName) =>
  new CsvRefused({
    sentence: `import must name a service whose verdicts are in the file: no column has those of ${serviceNames[service]}`
  })

export const columnNotFound = (name: string) =>
  refusedColumn(`in the header line, which has no column named ${shown(name)}`)
export const columnBeyond = (columns: number) =>
  refusedColumn(`at most ${count(columns)}: the first line has no more columns`)
export const columnIsName = refusedColumn("a number from 1 if header is false: there are no names")
export const columnNeeded = refusedColumn(
  "given if header is false: no cell of the first line is an email address"
)
export const unknownEncoding = (name: string) =>
  new CsvRefused({
    sentence: `encoding must be one that browsers know, such as utf-8, windows-1251 or shift_jis: ${shown(name)} is none`
  })

/** Lists as files: checks of a chosen one before it is sent, and CSV written from pasted text or records. */
import { csvFile, csvLine } from "@rcpt/api/csvFile"
import { guessLayout, startOf } from "@rcpt/api/listLayout"
import type { ListText } from "@rcpt/api/listLayout"
import { fileOctetsMax } from "@rcpt/domain/limits"

import { words } from "../words/bulk.tsx"
import { tenths } from "../words/numbers.ts"

const lineBreak = /\r\n|\n|\r/

const separators = /[,;]/

const hasOneAt = (piece: string): boolean => piece.split("@").length === 2

/** The addresses of a line. A display name may have a comma in it, and then one piece has no @. */
const cellsOf = (line: string): ReadonlyArray<string> => {
  const pieces = line.split(separators).filter((piece) => piece.trim() !== "")
  return pieces.every(hasOneAt) ? pieces : [line]
}

const isOther = (cell: string): boolean => cell.trim() !== "" && !cell.includes("@")

/**
 * Whether the text is a table: rows with the same number of cells, at least two, one of which is not an
 * address.
 */
const isTable = (list: Pick<ListText, "text" | "isCut">): boolean => {
  const layout = guessLayout(list)
  const start = layout && startOf(list, layout.hasHeader)
  if (start === undefined || start.header.length < 2) return false
  const isEven = start.rows.every((row) => row.length === start.header.length)
  return isEven && start.rows.some((row) => row.some(isOther))
}

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** A file name with the local time, such as `2026-01-31-1205`, which tells pasted lists apart. */
const nameAt = (at: Date): string =>
  words.paste.fileName(
    `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}-` +
      `${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}`
  )

/**
 * Makes a list of pasted text, or `undefined` if there is no @ in it. Cells of a sheet and CSV stay as
 * they are; anything else becomes one row per line. A line of several addresses becomes as many rows.
 * Other slips are left to the repair, which shows them.
 */
export const pastedList = (text: string, at: Date): File | undefined => {
  if (!text.includes("@")) return undefined
  if (isTable({ text, isCut: false })) return csvFile([text], nameAt(at))
  const lines = text.split(lineBreak).filter((line) => line.trim() !== "")
  const [first = "", ...others] = lines
  // The first line may be the name of the column that the addresses were copied from.
  const rows = first.includes("@") ? lines : others
  const cells = rows.flatMap(cellsOf).map((cell) => cell.trim())
  return csvFile([["email"], ...cells.map((cell) => [cell])].map(csvLine), nameAt(at))
}

const { refusal: said } = words

/** Bytes of each unit, largest first. */
const units: ReadonlyArray<readonly [unit: string, bytes: number]> = [
  ["MB", 1024 * 1024],
  ["kB", 1024]
]

export const sizeText = (bytes: number): string => {
  const [unit, size] = units.find(([, size]) => bytes >= size) ?? [words.chosen.bytes, 1]
  // Rounded down, so that a size is never shown as a limit that it has not reached.
  return `${tenths(Math.floor((bytes / size) * 10) / 10)} ${unit}`
}

export interface Refusal {
  readonly title: string
  readonly advice: string
}

/** The reason why the service would refuse the file, or `undefined` if it may accept it. */
export const refusalOf = ({ name, size }: Pick<File, "name" | "size">): Refusal | undefined => {
  if (size === 0) return { title: said.empty(name), advice: said.emptyAdvice }
  if (size <= fileOctetsMax) return undefined
  return { title: said.tooLarge(name), advice: said.tooLargeAdvice(size, fileOctetsMax) }
}

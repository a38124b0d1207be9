/**
 * Verdicts that a list brings along: finds the columns of another service, and reads them row by row. They count as
 * earlier results of the account (knownResults.ts).
 */
import { plainName } from "@rcpt/api/listCells"
import { serviceNames } from "@rcpt/api/otherServices"
import type { ServiceName } from "@rcpt/api/otherServices"

import { rowsToVerify } from "../csv/CsvPart.ts"
import type { CsvChunk } from "../csv/CsvPart.ts"
import { chunkRecordsMax } from "../csv/limits.ts"
import type { CsvRecord } from "../csv/RecordParser.ts"
import { dateNames, importTables } from "./importTables.ts"
import type { Imports, ImportTable, Verdict } from "./importTables.ts"

/** What the sender says about the verdicts in its file. Without a service, it is found. */
export interface ImportOptions {
  readonly service?: ServiceName | "none" | undefined
  /** `2026-11-28`: of verdicts without a date of their own. */
  readonly on?: string | undefined
}

/** A verdict of another service. */
export interface Imported {
  readonly service: ServiceName
  readonly verdict: Verdict
  /** ISO 8601: the beginning of the day, so that it is never taken for younger than it is. */
  readonly checkedAt: string
}

type Rows = ReadonlyArray<CsvRecord>

/** `Catch-All`, `catch all` and `catch_all` are one word. */
const wordOf = (cell: string | undefined): string => plainName(cell ?? "")

type Words = ReadonlyMap<string, Verdict | undefined>

const wordsOf = new Map<ServiceName, Words>(
  Object.entries(importTables).map(([service, { words }]) => [
    service as ServiceName,
    new Map(
      Object.entries(words).map(([word, verdict]) => [
        word.split(" ").map(plainName).join(" "),
        verdict
      ])
    )
  ])
)

/** Cells of a column of verdicts that may have other words: states of rows that were not verified. */
const otherWordsMax = 0.1

const hasVerdicts = (rows: Rows, column: number, words: Words): boolean => {
  const filled = rows.map((row) => wordOf(row[column])).filter((word) => word !== "")
  const known = filled.filter((word) => words.has(word)).length
  return known > 0 && known >= filled.length * (1 - otherWordsMax)
}

interface Candidate {
  readonly service: ServiceName
  readonly column: number
  /** How well it fits, the most important first. */
  readonly fit: readonly [isOwn: number, marks: number]
}

const candidatesOf = (
  service: ServiceName,
  names: ReadonlyArray<string>,
  rows: Rows,
  isAsked: boolean
): ReadonlyArray<Candidate> => {
  const { ownNames, commonNames, marks } = importTables[service]
  const found = marks.filter((mark) => names.includes(mark)).length
  return names.flatMap((name, column) => {
    const isOwn = ownNames.includes(name)
    const isNamed = isOwn || (commonNames.includes(name) && (isAsked || found > 0))
    if (!isNamed && !isAsked) return []
    if (!hasVerdicts(rows, column, wordsOf.get(service)!)) return []
    return [{ service, column, fit: [isOwn ? 2 : isNamed ? 1 : 0, found] }]
  })
}

const isBetter = ({ fit: one }: Candidate, { fit: other }: Candidate): boolean =>
  one[0] > other[0] || (one[0] === other[0] && one[1] > other[1])

const columnOf = (names: ReadonlyArray<string>, wanted: ReadonlyArray<string>) => {
  const found = wanted.find((name) => names.includes(name))
  return found === undefined ? undefined : names.indexOf(found)
}

const importsAt = (
  { service, column }: Candidate,
  names: ReadonlyArray<string>,
  on: string | undefined
): Imports => {
  const { reasonNames, flags = {} }: ImportTable = importTables[service]
  const reason = columnOf(names, reasonNames)
  const date = columnOf(names, dateNames)
  const flagged = Object.keys(flags).filter((name) => names.includes(name))
  return {
    service,
    status: column,
    ...(reason !== undefined && { reason }),
    ...(date !== undefined && { date }),
    ...(flagged.length > 0 && {
      flags: Object.fromEntries(flagged.map((name) => [name, names.indexOf(name)]))
    }),
    ...(on !== undefined && { on })
  }
}

/** `undefined`: the list has none, or it is not clear of which service they are. */
export const findImports = (
  columns: ReadonlyArray<string>,
  rows: Rows,
  { service, on }: ImportOptions = {}
): Imports | undefined => {
  if (service === "none") return undefined
  const names = columns.map(plainName)
  const services =
    service === undefined ? (Object.keys(serviceNames) as Array<ServiceName>) : [service]
  const [first, ...others] = services.flatMap((one) =>
    candidatesOf(one, names, rows, service !== undefined)
  )
  if (first === undefined) return undefined
  const best = others.reduce((best, one) => (isBetter(one, best) ? one : best), first)
  const isClear = [first, ...others].every(
    (one) => one.service === best.service || isBetter(best, one)
  )
  return isClear ? importsAt(best, names, on) : undefined
}

const day = /^(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/

/**
 * The beginning of a day, in milliseconds. Only a date that begins with its year is clear; `undefined`: it is none, or
 * in the future.
 */
export const dayOf = (text: string, now: number): number | undefined => {
  const [, year, month, date] = day.exec(text.trim()) ?? []
  const iso = `${year}-${month}-${date}`
  const at = Date.parse(`${iso}T00:00:00Z`)
  const isDay = !Number.isNaN(at) && at <= now && new Date(at).toISOString().startsWith(iso)
  return isDay ? at : undefined
}

const isTrue = (cell: string | undefined): boolean => /^(?:true|yes|1)$/i.test(cell?.trim() ?? "")

const verdictOf = (cells: CsvRecord, { service, status, reason, flags = {} }: Imports) => {
  const words = wordsOf.get(service)!
  const word = wordOf(cells[status])
  const precise = reason === undefined ? "" : `${word} ${wordOf(cells[reason])}`
  const verdict = words.has(precise) ? words.get(precise) : words.get(word)
  if (verdict?.status !== "risky" || verdict.subStatus !== "low_score") return verdict
  const table: ImportTable = importTables[service]
  const flag = Object.entries(table.flags ?? {}).find(
    ([name]) => flags[name] !== undefined && isTrue(cells[flags[name]])
  )
  return flag === undefined ? verdict : { ...verdict, subStatus: flag[1] }
}

/** The verdict of a row; `undefined`: it has none that counts. */
const importedOf = (cells: CsvRecord, imports: Imports, now: number): Imported | undefined => {
  const verdict = verdictOf(cells, imports)
  const { service, date, on } = imports
  const own = date === undefined ? undefined : cells[date]?.trim()
  const at = dayOf(own || (on ?? ""), now)
  return verdict === undefined || at === undefined
    ? undefined
    : { service, verdict, checkedAt: new Date(at).toISOString() }
}

/** The verdicts of the rows of a chunk that are verified, by address. */
export const importedIn = (
  chunk: CsvChunk,
  imports: Imports | undefined,
  now: number
): ReadonlyMap<string, Imported> => {
  if (imports === undefined) return new Map()
  const start = chunk.number * chunkRecordsMax
  return new Map(
    rowsToVerify(chunk).flatMap(([row, email]) => {
      const imported = importedOf(chunk.records[row - start]!, imports, now)
      return imported === undefined ? [] : [[email, imported] as const]
    })
  )
}

/** Compares the results that a customer downloads with what the lab defines, row by row. */
import { parse } from "csv-parse/sync"

import { header } from "./labList.ts"
import type { Expected, ListRow } from "./labList.ts"

export interface ComparedRow {
  /** From 0, in the order of the file; -1: the file as a whole. */
  readonly row: number
  /**
   * `inconclusive`: the check was made and found nothing out, or not all, and said so at the price of that.
   * Never wrong, but only to be excused where a node was stopped in the middle of a check.
   */
  readonly is: "as expected" | "inconclusive" | "different"
  readonly creditsUsed: number
  /** The row, and what differs. */
  readonly text: string
}

type Cells = Readonly<Record<string, string | undefined>>

/** `sub_status` of a check that found nothing out, and its price (the table of prices of the interface). */
const inconclusive: Readonly<Record<string, string>> = { dns_error: "0", mailbox_unverified: "1" }

const differences = (found: Cells, expected: Readonly<Record<string, string>>): string =>
  Object.entries(expected)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name} "${found[name]}" and not "${value}"`)
    .join(", ")

const isInconclusive = (found: Cells, expected: Expected): boolean => {
  const price = inconclusive[found["sub_status"] ?? ""]
  // A repeat costs nothing, whatever the first of its address has cost.
  return (
    price !== undefined && found["credits_used"] === (expected.credits_used === "0" ? "0" : price)
  )
}

/** Of facts that take points off: what was not learnt takes none, and is empty. */
const facts = ["has_spf", "has_dmarc"]

/** All is as expected but the score, and not all was learnt that the score is made of. */
const isIncomplete = (found: Cells, expected: Expected): boolean =>
  differences({ ...found, verification_score: expected.verification_score }, { ...expected }) ===
    "" && facts.some((name) => found[name] === "")

const compareRow = (
  head: ReadonlyArray<string>,
  record: ReadonlyArray<string>,
  { cells, expected }: ListRow
): Omit<ComparedRow, "row"> => {
  const own = record.slice(0, header.length)
  const added = record.slice(header.length)
  const found: Cells = Object.fromEntries(head.map((name, at) => [name, record[at]]))
  const creditsUsed = Number(found["credits_used"] ?? 0)
  const report = (is: ComparedRow["is"], what: string) => {
    return { is, creditsUsed, text: `${cells.join()}: ${what}` }
  }
  if (own.join("\0") !== cells.join("\0")) return report("different", `came back as ${own.join()}`)
  if (expected === undefined)
    return added.every((cell) => cell === "")
      ? report("as expected", "")
      : report("different", `has results, and no address: ${added.join()}`)
  const what = differences(found, { ...expected })
  if (what === "") return report("as expected", "")
  const isExcused = isInconclusive(found, expected) || isIncomplete(found, expected)
  return report(isExcused ? "inconclusive" : "different", what)
}

/** `text`: the download of a list of these rows. Returns each row, and what is wrong with the whole. */
export const compareList = (
  text: string,
  lines: ReadonlyArray<ListRow>
): ReadonlyArray<ComparedRow> => {
  const [head = [], ...records] = parse(text, { bom: true }) as ReadonlyArray<ReadonlyArray<string>>
  const rows = lines.map((line, row) => ({ row, ...compareRow(head, records[row] ?? [], line) }))
  const isWhole = records.length === lines.length && header.every((name, at) => head[at] === name)
  if (isWhole) return rows
  const whole = `${records.length} rows for ${lines.length}, with the columns ${head.join()}`
  return [...rows, { row: -1, is: "different", creditsUsed: 0, text: whole }]
}

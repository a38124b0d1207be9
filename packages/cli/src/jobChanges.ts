/** What is different since a list was verified before, as text for people. */
import type { JobChanges } from "@rcpt/api/Jobs"

import { minuteOf, printable } from "./report.ts"
import { tableText } from "./rows.ts"
import type { Column } from "./rows.ts"

type Change = readonly [what: string, addresses: number]

const columns: ReadonlyArray<Column<Change>> = [
  ["what", ([what]) => what],
  ["addresses", ([, addresses]) => String(addresses)]
]

const rowsOf = ({ changes, added, removed, same }: JobChanges): ReadonlyArray<Change> => [
  ...changes.map(({ from, to, rows }) => [`${from} → ${to}`, rows] as const),
  ["new", added],
  ["gone", removed],
  ["same", same]
]

export const changesText = (changes: JobChanges, width: number): string => {
  if (changes.since === null) return "No earlier job of this list was found."
  const { id, filename, created_at: at } = changes.since
  const earlier = `Since job ${id}\n${printable(filename)}, ${minuteOf(at)}`
  return `${earlier}\n\n${tableText(rowsOf(changes), columns, width)}`
}

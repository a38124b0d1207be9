/** Repairs the cells of a list before it is priced, by the code of the dashboard, and shows what it did. */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { decodeFile } from "@rcpt/api/decodeStart"
import { guessLayout, startOf } from "@rcpt/api/listLayout"
import type { ListLayout } from "@rcpt/api/listLayout"
import { shownCell } from "@rcpt/api/repairCell"
import { repairList } from "@rcpt/api/repairList"
import type { RepairedList } from "@rcpt/api/repairList"
import { Option } from "effect"

import { counted, printable } from "./report.ts"

interface Unrepaired {
  readonly file: string
  readonly name: string
  /** The name of the column, or its number from 1. */
  readonly column: Option.Option<string>
  readonly noHeader: boolean
  readonly encoding: Option.Option<string>
}

const layoutOf = (text: string, list: Unrepaired): ListLayout | undefined => {
  const whole = { text, isCut: false }
  const hasHeader = !list.noHeader
  const column = Option.getOrUndefined(list.column)
  if (column === undefined)
    return hasHeader
      ? guessLayout(whole)
      : { column: startOf(whole, false)?.emailColumn ?? -1, hasHeader }
  const named = startOf(whole, hasHeader)?.header.indexOf(column) ?? -1
  return { column: named < 0 && /^\d+$/.test(column) ? Number(column) - 1 : named, hasHeader }
}

/** `undefined` if nothing is to be repaired; the server says what is wrong with a list that cannot be read. */
export const repairUpload = async (list: Unrepaired): Promise<RepairedList | undefined> => {
  const bytes = await readFile(list.file)
  const encoding = Option.getOrUndefined(list.encoding)
  try {
    const text = await decodeFile(bytes, encoding)
    const layout = text === undefined ? undefined : layoutOf(text, list)
    if (layout === undefined) return undefined
    return await repairList(new File([bytes], list.name), layout, encoding)
  } catch (error) {
    // The name of an encoding that there is not.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The preview: how many cells were repaired, and the first of them. */
export const repairsText = ({ repaired, added, examples }: RepairedList): string => {
  const rows = added === 0 ? "" : `, ${counted(added, "row")} added`
  const shown = examples.map(
    ({ before, after }) => `  ${printable(shownCell(before))} → ${printable(after.join(", "))}`
  )
  const more = repaired - examples.length
  return [
    `${counted(repaired, "cell")} repaired${rows}:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : [])
  ].join("\n")
}

/** Writes the repaired list into the folder, and returns its path. */
export const keepRepaired = async ({ file }: RepairedList, folder: string): Promise<string> => {
  const path = join(folder, "repaired.csv")
  await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
  return path
}

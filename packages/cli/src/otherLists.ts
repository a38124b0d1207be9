/** Lists that are no CSV, which `rcpt bulk` reads as the dashboard does: workbooks, contacts, JSON, lines of addresses. */
import { openAsBlob } from "node:fs"
import { stat, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { fileKindWords } from "@rcpt/api/fileKindWords"
import { ListUnreadable } from "@rcpt/api/ListUnreadable"
import type { UnreadableReason } from "@rcpt/api/ListUnreadable"
import { readListFile } from "@rcpt/api/readListFile"
import type { ReadList } from "@rcpt/api/readListFile"

import { printable } from "./report.ts"

const sentences: Partial<Record<UnreadableReason, (detail: number | string) => string>> = {
  damaged: () => "the file is damaged, or not what its name says",
  tooLarge: () => "the workbook is too large to be read here: save it as CSV",
  tooManyColumns: (max) => `the sheet has more than ${max} columns`,
  emptySheet: () => "the workbook has no sheet with a row",
  noSuchSheet: (sheets) => `the workbook has no such sheet: --sheet is one of ${sheets}`,
  noAddress: () => "the file has no email address"
}

/** Why a file cannot be read; `undefined`: the error is about something else. */
export const unreadableText = (error: unknown): string | undefined => {
  if (!(error instanceof ListUnreadable)) return undefined
  const { reason, detail } = error
  if (reason in fileKindWords)
    return `this is ${fileKindWords[reason as keyof typeof fileKindWords]}`
  return sentences[reason]?.(detail) ?? "it is not a list"
}

const kinds: Partial<Record<NonNullable<ReadList["kind"]>, string>> = {
  vcard: "Read from a vCard file: one row for each address.",
  ldif: "Read from an LDIF file: one row for each address.",
  json: "Read from JSON: one row for each object.",
  members: "Read from lines of names and addresses: one row for each address."
}

/** What was read of the file, for a person. */
const readText = ({ kind, sheet = "", sheets = [] }: ReadList): string => {
  if (sheets.length === 0) return kinds[kind ?? "members"] ?? ""
  const others = sheets.filter((name) => name !== sheet).map(printable)
  const more = others.length === 0 ? "" : ` --sheet takes another: ${others.join(", ")}.`
  return `Read from the sheet ${printable(sheet)}.${more}`
}

interface ReadHere {
  readonly path: string
  readonly name: string
  readonly said: string
}

/** The list as a CSV in the folder; `undefined`: it is sent as it is. */
export const readHere = async (
  list: { readonly file: string; readonly name: string },
  sheet: string | undefined,
  folder: () => Promise<string>
): Promise<ReadHere | undefined> => {
  // Its error says that there is no such file; that of a blob does not.
  await stat(list.file)
  const read = await readListFile(new File([await openAsBlob(list.file)], list.name), sheet)
  if (read.kind === undefined) return undefined
  const path = join(await folder(), "list.csv")
  await writeFile(path, new Uint8Array(await read.file.arrayBuffer()), { mode: 0o600 })
  return { path, name: read.file.name, said: readText(read) }
}

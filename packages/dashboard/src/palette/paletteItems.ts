/**
 * The offers of the palette for a text: pages and lists whose names contain it, the receipt or list that
 * has it as its id, and the check of an address.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { uuid } from "@rcpt/domain/limits"
import { heldFor } from "@rcpt/domain/prices"

import { isSandbox } from "../api/sandbox.ts"
import { statusLabel } from "../parts/StatusBadge.tsx"
import type { VerifyRequest } from "../verify/verifyRequest.ts"
import { englishCommands, words } from "../words/palette.tsx"

/** The action of a chosen item. */
type Act =
  | { readonly href: string; readonly outside?: boolean }
  | { readonly verify: VerifyRequest }
  | { readonly open: "shortcuts" }

export interface PaletteItem {
  readonly key: string
  readonly group: keyof typeof words.groups
  readonly label: string
  /** The text beside the label: the price, or the state of a list. */
  readonly note?: string
  readonly act: Act
}

export interface PalettePage {
  readonly href: string
  readonly label: string
  /** Other words that people look for it by. */
  readonly words?: string
  readonly outside?: boolean
}

interface PaletteSources {
  readonly pages: ReadonlyArray<PalettePage>
  readonly jobs: ReadonlyArray<Pick<BulkJob, "id" | "filename" | "status">>
}

/** Lists in the palette. More would have to be scrolled; a longer text finds them. */
const listsMax = 8

/** Whether the text is the id of an entry: its commit and the position in it, such as `4711-1`. */
const isEntryId = (text: string): boolean => /^\d+-\d+$/.test(text)

const { fast, deep } = englishCommands

/** Modes by the words that ask for them. */
const modeOf: ReadonlyMap<string, VerifyRequest["mode"]> = new Map([
  ...[...fast, ...words.commands.fast].map((word) => [word, "fast"] as const),
  ...[...deep, ...words.commands.deep].map((word) => [word, "deep"] as const)
])

/**
 * The check that a text asks for. "verify ann@acme.test" and "deep ann@acme.test" name an address with a
 * mode.
 */
const askedIn = (text: string): VerifyRequest => {
  const [, word = "", address = ""] = /^(\S+)\s+(\S+@.*)$/.exec(text) ?? []
  const mode = modeOf.get(word.toLowerCase())
  return mode === undefined ? { email: text, mode: "fast" } : { email: address, mode }
}

const checkItems = (text: string): ReadonlyArray<PaletteItem> => {
  const { email, mode } = askedIn(text)
  if (!/^\S+@\S+$/.test(email)) return []
  const item = (mode: VerifyRequest["mode"]): PaletteItem => ({
    key: `verify ${mode}`,
    group: "check",
    label: words.verify[mode](email),
    note: isSandbox(email) ? words.sandbox : words.price(mode, heldFor[mode]),
    act: { verify: { email, mode } }
  })
  const both = [item("fast"), item("deep")]
  return mode === "deep" ? both.toReversed() : both
}

const idItems = (text: string): ReadonlyArray<PaletteItem> => {
  if (isEntryId(text))
    return [
      {
        key: "receipt",
        group: "open",
        label: words.receipt(text),
        act: { href: `/ledger/${text}` }
      }
    ]
  if (!uuid.test(text)) return []
  const id = text.toLowerCase()
  return [
    { key: "job", group: "open", label: words.list, act: { href: `/jobs/${id}` } },
    {
      key: "job receipts",
      group: "open",
      label: words.listReceipts,
      act: { href: `/ledger?job=${id}` }
    }
  ]
}

/** Whether every word of the text is in the name, in any order. */
const hasWords = (name: string, text: string): boolean => {
  const lower = name.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

const shortcuts: PaletteItem = {
  key: "shortcuts",
  group: "pages",
  label: words.shortcuts.title,
  note: "?",
  act: { open: "shortcuts" }
}

export const paletteItems = (
  query: string,
  { pages, jobs }: PaletteSources
): ReadonlyArray<PaletteItem> => {
  const text = query.trim()
  const pageItems = pages
    .filter(({ label, words: also = "" }) => hasWords(`${label} ${also}`, text))
    .map(({ href, label, outside = false }): PaletteItem => ({
      key: href,
      group: "pages",
      label,
      act: { href, outside }
    }))
  const jobItems = jobs
    .filter(({ filename, id }) => hasWords(filename, text) || id === text.toLowerCase())
    .slice(0, listsMax)
    .map(({ id, filename, status }): PaletteItem => ({
      key: id,
      group: "lists",
      label: filename,
      note: statusLabel(status),
      act: { href: `/jobs/${id}` }
    }))
  return [
    ...checkItems(text),
    ...idItems(text),
    ...pageItems,
    ...(hasWords(shortcuts.label, text) ? [shortcuts] : []),
    ...jobItems
  ]
}

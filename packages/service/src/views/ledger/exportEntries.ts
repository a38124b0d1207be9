/**
 * Streams an account's ledger as CSV (RFC 4180, UTF-8 with byte order mark, CRLF), newest entry first.
 * It is read page by page, only as fast as the client takes it.
 */
import type { LedgerEntry, LedgerPage } from "@rcpt/api/Ledger"
import { Effect, Option, Stream } from "effect"

import { safeCell } from "../../jobs/csv/resultColumns.ts"
import { quoted } from "../../jobs/csv/writeCsv.ts"
import type { ViewReader } from "../awaitAccount.ts"
import { findEntries } from "./findEntries.ts"
import type { UnknownCursor, Wanted } from "./findEntries.ts"

/** Entries per page: about 20 ms and 200 kB. */
const entriesAtOnce = 1_000

interface Column {
  readonly name: string
  readonly of: (entry: LedgerEntry) => string | number | undefined
}

/** The order of the columns is part of the contract: new ones go to the end. */
const columns: ReadonlyArray<Column> = [
  { name: "entry", of: ({ id }) => id },
  { name: "created_at", of: ({ created_at }) => created_at },
  { name: "type", of: ({ type }) => type },
  { name: "credits", of: ({ credits }) => credits },
  { name: "change", of: ({ change }) => change },
  { name: "balance", of: ({ balance }) => balance },
  { name: "kind", of: (entry) => entry.for?.kind },
  { name: "mode", of: (entry) => entry.for?.mode },
  { name: "job", of: (entry) => entry.for?.job },
  { name: "hold_id", of: ({ hold_id }) => hold_id },
  { name: "reason", of: ({ reason }) => reason }
]

/** Without this mark, Excel decodes UTF-8 in the code page of the machine. */
const byteOrderMark = "\ufeff"

const lineOf = (cells: ReadonlyArray<string>): string => `${cells.map(quoted).join(",")}\r\n`

export const csvHeader = byteOrderMark + lineOf(columns.map(({ name }) => name))

export const csvLines = (entries: ReadonlyArray<LedgerEntry>): string =>
  entries
    .map((entry) => lineOf(columns.map(({ of }) => safeCell(String(of(entry) ?? "")))))
    .join("")

export type Filter = Pick<Wanted, "type" | "job" | "month" | "upTo">

const pageOf = (account: string, filter: Filter, cursor?: string) =>
  findEntries(account, { ...filter, cursor, limit: entriesAtOnce })

type Pages = Stream.Stream<ReadonlyArray<LedgerEntry>, UnknownCursor, ViewReader>

/** All entries that the filter lets through, newest first; the first page is read already. */
export const entryPages = (
  account: string,
  filter: Filter
): Effect.Effect<Pages, UnknownCursor, ViewReader> =>
  Effect.map(pageOf(account, filter), (first) =>
    Stream.paginate(first, ({ next, entries }) =>
      next === null
        ? Effect.succeed([[entries], Option.none<LedgerPage>()] as const)
        : Effect.map(
            pageOf(account, filter, next),
            (following) => [[entries], Option.some(following)] as const
          )
    )
  )

/** The first page is read before the response begins, so that an error gets its status. */
export const exportEntries = (
  account: string,
  filter: Filter
): Effect.Effect<Stream.Stream<Uint8Array, UnknownCursor, ViewReader>, UnknownCursor, ViewReader> =>
  Effect.map(entryPages(account, filter), (pages) =>
    Stream.make(csvHeader).pipe(Stream.concat(Stream.map(pages, csvLines)), Stream.encodeText)
  )

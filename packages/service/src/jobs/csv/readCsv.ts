/**
 * Parses an upload: encoding, what stands before the header, delimiter, header, records, repeats. It streams: it
 * holds the start, a slice, a chunk and the distinct addresses, and fails at the first error.
 *
 * A file without a row with an address fails only at its end, after parts were emitted.
 */
import type { Guess } from "@rcpt/api/fileEncoding"
import { textKind } from "@rcpt/api/fileKind"
import { rowReader } from "@rcpt/api/listRows"
import type { AddressOfRow } from "@rcpt/api/listRows"
import { byHeader, otherMarkOf, readListStart } from "@rcpt/api/listStart"
import type { Layout, ListStart } from "@rcpt/api/listStart"
import { areMembers } from "@rcpt/api/textLists"
import { columnsMax, fileOctetsMax } from "@rcpt/domain/limits"
import type { Stream as Streams } from "effect"
import { Effect, Result, Semaphore, Stream } from "effect"

import { findImports } from "../imports/findImports.ts"
import type { ImportOptions } from "../imports/findImports.ts"
import type { CsvHeader, CsvPart } from "./CsvPart.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import {
  columnBeyond,
  columnIsName,
  columnNeeded,
  columnNotFound,
  empty,
  headerTooLong,
  noImports,
  notCsv,
  notNamed,
  otherSeparator,
  quoteNotClosed,
  tooLarge,
  tooManyColumns
} from "./CsvRefused.ts"
import { headerOctetsMax, sliceOctetsMax, startOctetsMax } from "./limits.ts"
import { RecordParser } from "./RecordParser.ts"
import type { CsvRecord } from "./RecordParser.ts"
import { nothing, through } from "./StreamStage.ts"
import type { StreamStage } from "./StreamStage.ts"
import { toParts } from "./toParts.ts"
import type { ListHead } from "./toParts.ts"
import { toUtf8 } from "./toUtf8.ts"

/** How the sender wants its file to be read. */
export interface ReadOptions {
  readonly layout?: Layout
  /** Overrules what the octets say. */
  readonly encoding?: string | undefined
  readonly imports?: ImportOptions | undefined
}

export const readCsv = <E, R>(
  file: Streams.Stream<Uint8Array, E, R>,
  { layout = byHeader, encoding, imports }: ReadOptions = {}
): Streams.Stream<CsvPart, E | CsvRefused, R> =>
  Stream.suspend(() => {
    let head: ListHead | undefined
    let found: Guess = { encoding: "utf-8", others: [] }
    return file.pipe(
      through(cutSlices),
      through(() => toUtf8(encoding, (guess) => (found = guess))),
      through(() =>
        parseRecords(
          { layout, imports },
          () => found,
          (one) => (head = one)
        )
      ),
      through(() => toParts(() => head))
    )
  })

/** Cuts the input into slices, however it arrives; fails at the first octet beyond the limit. */
export const cutSlices = (): StreamStage<Uint8Array, Buffer> => {
  let octets = 0
  return {
    push: (bytes) => {
      octets += bytes.length
      return octets > fileOctetsMax ? Effect.fail(tooLarge) : Effect.succeed(slicesOf(bytes))
    },
    end: nothing
  }
}

const slicesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const slices: Array<Buffer> = []
  for (let at = 0; at < bytes.length; at += sliceOctetsMax)
    slices.push(bytes.subarray(at, at + sliceOctetsMax))
  return slices
}

/**
 * All uploads of a process parse in turns, one slice in each round of the event loop: however many
 * there are, other requests wait for one slice. Parsing it blocks the event loop.
 */
const turns = Semaphore.makeUnsafe(1)
const awaitTurn = turns.withPermit(Effect.yieldNow)

// The header of an upload by the start of its file, or the reason for which it is refused.

/** A column given by digits alone, so a header that is called "2" can be chosen by its position alone. */
const position = /^\d+$/

const headerOf = (
  { columns, found }: Pick<ListStart, "columns" | "found">,
  { column = "", hasHeader }: Layout
): Result.Result<Pick<CsvHeader, "columns" | "emailColumn" | "because">, CsvRefused> => {
  switch (found._tag) {
    case "Column":
      return Result.succeed({ columns, emailColumn: found.column, because: found.because })
    case "NotNamed":
      return Result.fail(hasHeader ? notNamed(found.likely) : columnNeeded)
    case "NotFound":
      return Result.fail(
        position.test(column) ? columnBeyond(found.columns) : columnNotFound(column)
      )
    case "NameWithoutHeader":
      return Result.fail(columnIsName)
  }
}

/** Cells of the column that show people that it is the right one. */
const examplesMax = 3

const examplesOf = (rows: ListStart["rows"], addressOf: AddressOfRow): ReadonlyArray<string> =>
  rows.flatMap((row) => addressOf(row) || []).slice(0, examplesMax)

const startOf = (
  start: ListStart,
  { layout = byHeader, imports: wanted }: ReadOptions,
  { encoding, others }: Guess
): Result.Result<ListHead, CsvRefused> =>
  Result.flatMap(headerOf(start, layout), (header) => {
    const addressOf = rowReader(start, header.emailColumn)
    // Columns without names could be anybody's.
    const imports = layout.hasHeader ? findImports(start.columns, start.rows, wanted) : undefined
    const asked = wanted?.service
    if (imports === undefined && asked !== undefined && asked !== "none")
      return Result.fail(noImports(asked))
    return Result.succeed({
      header: {
        _tag: "Header",
        ...header,
        format: {
          delimiter: start.delimiter,
          encoding,
          // Blank lines before a header are no text of anybody.
          preamble: start.preamble.trim() === "" ? "" : start.preamble,
          ...(imports && { imports })
        },
        examples: examplesOf(start.rows, addressOf),
        otherEncodings: others
      },
      addressOf
    })
  })

const breaksIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/**
 * Records of a file in UTF-8, without the header. Holds back the start until it is known what the file is like:
 * `onHead` is called then. An octet that ends files of DOS (Ctrl-Z) is no record.
 */
const parseRecords = (
  options: ReadOptions & { readonly layout: Layout },
  encoding: () => Guess,
  onHead: (head: ListHead) => void
): StreamStage<Buffer, ReadonlyArray<CsvRecord>> => {
  const { layout } = options
  let start: Buffer = Buffer.alloc(0)
  let parser: RecordParser | undefined
  let isHeld = false

  const begin = (isCut: boolean) =>
    Effect.gen(function* () {
      // As many octets in whatever pieces they arrive, so that each reading finds the same.
      const text = start.subarray(0, startOctetsMax).toString()
      const kind = textKind(text)
      if (kind !== undefined) return yield* Effect.fail(notCsv(kind))
      const read = readListStart({ text, isCut, layout })
      if (read === undefined) return yield* Effect.fail(refusalOf(start, isCut))
      if (layout.hasHeader && read.found._tag === "NotNamed" && areMembers(text, isCut))
        return yield* Effect.fail(notCsv("members"))
      const mark = layout.column === undefined ? otherMarkOf(read) : undefined
      if (mark !== undefined) return yield* Effect.fail(otherSeparator(mark))
      const headerText = text.slice(read.preamble.length, read.preamble.length + read.headerLength)
      const headerOctets = Buffer.byteLength(headerText)
      if (headerOctets > headerOctetsMax) return yield* Effect.fail(headerTooLong)
      if (read.columns.length > columnsMax) {
        return yield* Effect.fail(tooManyColumns(1 + breaksIn(read.preamble)))
      }
      onHead(yield* Effect.fromResult(startOf(read, options, encoding())))
      const before = read.preamble + headerText
      const begun = (parser = new RecordParser(read.delimiter, 1 + breaksIn(before)))
      const slices = slicesOf(start.subarray(Buffer.byteLength(before)))
      start = Buffer.alloc(0)
      return yield* Effect.forEach(slices, (slice) => Effect.andThen(awaitTurn, begun.write(slice)))
    })

  return {
    push: Effect.fnUntraced(function* (all) {
      yield* awaitTurn
      const slice = isHeld ? Buffer.concat([endOfFile, all]) : all
      isHeld = slice.at(-1) === endOfFile[0]
      const text = isHeld ? slice.subarray(0, -1) : slice
      if (parser) return [yield* parser.write(text)]
      start = Buffer.concat([start, text])
      return start.length > startOctetsMax ? yield* begin(true) : []
    }),
    end: Effect.gen(function* () {
      const records = parser ? [] : yield* begin(false)
      return parser ? [...records, yield* parser.end()] : records
    })
  }
}

const endOfFile = Buffer.of(0x1a)

/** Why there is no record in the start of a file. */
const refusalOf = (start: Buffer, isCut: boolean): CsvRefused => {
  if (start.toString().trim() === "") return empty
  return isCut ? headerTooLong : quoteNotClosed(1)
}

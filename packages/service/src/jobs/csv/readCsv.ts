/**
 * Parses an upload: encoding, delimiter, header, records, repeats. It streams: it holds a slice, a chunk
 * and the distinct addresses, and fails at the first error.
 *
 * A file without a row with an address fails only at its end, after parts were emitted.
 */
import { parse } from "csv-parse/sync"
import type { Stream } from "effect"
import { Effect, Semaphore, Result } from "effect"

import type { CsvPart } from "./CsvPart.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { tooLarge, headerTooLong, quoteNotClosed } from "./CsvRefused.ts"
import { byHeader, provesDelimiter } from "./layout.ts"
import type { Layout } from "./layout.ts"
import { fileOctetsMax, headerOctetsMax, sliceOctetsMax } from "./limits.ts"
import { RecordParser, delimiters, recordOptions } from "./RecordParser.ts"
import type { CsvRecord, Delimiter } from "./RecordParser.ts"
import { nothing, through } from "./StreamStage.ts"
import type { StreamStage } from "./StreamStage.ts"
import { toParts } from "./toParts.ts"
import { toUtf8 } from "./toUtf8.ts"

// Finds the delimiter of a file from its first record alone, since rows may contain any delimiter. One
// under which a column is named exactly "email" beats one that yields more columns: `Name (last, first,
// title);Email`. So does one under which a column has the name that was asked for, or, without a header,
// an address.

interface Candidate {
  readonly delimiter: Delimiter
  readonly isExact: boolean
  readonly columns: number
}

/** `start`: more than `headerOctetsMax` octets of a file in UTF-8, or the whole file. */
const findDelimiter = (start: Buffer, layout: Layout): Result.Result<Delimiter, CsvRefused> => {
  const isProof = provesDelimiter(layout)
  const blank = blankLines.exec(start.toString("latin1"))![0].length
  const candidates = delimiters.flatMap((delimiter) =>
    candidate(start.subarray(blank), delimiter, { isProof, octetsMax: headerOctetsMax - blank })
  )
  const best = candidates.reduce(better, noCandidate)
  // Any wrong delimiter yields one column, even if the right one fails on a quote that is not closed.
  const isProven = candidates.length === delimiters.length || best.isExact || best.columns > 1
  if (isProven) return Result.succeed(best.delimiter)
  return Result.fail(start.length > headerOctetsMax ? headerTooLong : quoteNotClosed(1))
}

/**
 * Lines that come before the header and are no row (toParts.ts): empty lines, and an empty quoted cell alone
 * on its line.
 */
const blankLines = /^(?:(?:"")?(?:\r\n|\r|\n))*/

const noCandidate: Candidate = { delimiter: ",", isExact: false, columns: 0 }

const better = (one: Candidate, other: Candidate): Candidate => {
  if (one.isExact !== other.isExact) return one.isExact ? one : other
  return other.columns > one.columns ? other : one
}

interface CandidateOptions {
  readonly isProof: (cell: string) => boolean
  readonly octetsMax: number
}

/** Empty: the header line is too long or has a quote that is not closed. */
const candidate = (
  start: Buffer,
  delimiter: Delimiter,
  { isProof, octetsMax }: CandidateOptions
): ReadonlyArray<Candidate> => {
  // Zero: there is no record in it.
  let end = 0
  const read = Result.try(() =>
    parse(start, {
      ...recordOptions,
      delimiter,
      to: 1,
      on_record: (record: Array<string>, { bytes }) => {
        end = bytes
        return record
      }
    })
  )
  if (Result.isFailure(read) || (end > 0 && end > octetsMax)) return []
  const header = read.success[0] ?? []
  return [{ delimiter, isExact: header.some(isProof), columns: header.length }]
}

export const readCsv = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>,
  layout: Layout = byHeader
): Stream.Stream<CsvPart, E | CsvRefused, R> =>
  file.pipe(
    through(cutSlices),
    through(toUtf8),
    through(() => parseRecords(layout)),
    through(() => toParts(layout))
  )

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

/** Records of a file in UTF-8, the header first. Holds back the start until the delimiter is known. */
const parseRecords = (layout: Layout = byHeader): StreamStage<Buffer, ReadonlyArray<CsvRecord>> => {
  let start: Buffer = Buffer.alloc(0)
  let parser: RecordParser | undefined

  const begin = Effect.gen(function* () {
    const delimiter = yield* Effect.fromResult(findDelimiter(start, layout))
    const begun = (parser = new RecordParser(delimiter))
    const slices = slicesOf(start)
    start = Buffer.alloc(0)
    return yield* Effect.forEach(slices, (slice) => Effect.andThen(awaitTurn, begun.write(slice)))
  })

  return {
    push: Effect.fnUntraced(function* (slice) {
      yield* awaitTurn
      if (parser) return [yield* parser.write(slice)]
      start = Buffer.concat([start, slice])
      return start.length > headerOctetsMax ? yield* begin : []
    }),
    end: Effect.gen(function* () {
      const records = parser ? [] : yield* begin
      return parser ? [...records, yield* parser.end()] : records
    })
  }
}

/**
 * Parses an upload: encoding, delimiter, header, records, repeats. It streams: it holds a slice, a chunk
 * and the distinct addresses, and fails at the first error.
 *
 * A file without a row with an address fails only at its end, after parts were emitted.
 */
import type { Stream } from "effect"
import { Effect, Semaphore } from "effect"

import type { CsvPart } from "./CsvPart.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { tooLarge } from "./CsvRefused.ts"
import { findDelimiter } from "./findDelimiter.ts"
import { byHeader } from "./layout.ts"
import type { Layout } from "./layout.ts"
import { fileOctetsMax, headerOctetsMax, sliceOctetsMax } from "./limits.ts"
import { RecordParser } from "./RecordParser.ts"
import type { CsvRecord } from "./RecordParser.ts"
import { nothing, through } from "./StreamStage.ts"
import type { StreamStage } from "./StreamStage.ts"
import { toParts } from "./toParts.ts"
import { toUtf8 } from "./toUtf8.ts"

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
export const parseRecords = (
  layout: Layout = byHeader
): StreamStage<Buffer, ReadonlyArray<CsvRecord>> => {
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

/**
 * Records of a file in UTF-8, the header first. Waits for the header line, to know the delimiter.
 */
import { Effect } from "effect"

import { findDelimiter } from "./findDelimiter.ts"
import { headerOctetsMax } from "./limits.ts"
import { RecordParser } from "./RecordParser.ts"
import type { CsvRecord } from "./RecordParser.ts"
import type { Stage } from "./Stage.ts"

export const parseRecords = (): Stage<Buffer, ReadonlyArray<CsvRecord>> => {
  let start: Buffer = Buffer.alloc(0)
  let parser: RecordParser | undefined

  const begin = Effect.suspend(() =>
    Effect.flatMap(Effect.fromResult(findDelimiter(start)), (delimiter) => {
      parser = new RecordParser(delimiter)
      return parser.write(start)
    })
  )

  return {
    push: Effect.fnUntraced(function* (slice) {
      // A slice keeps the thread busy for a while: let others have it in between.
      yield* Effect.yieldNow
      if (parser) return [yield* parser.write(slice)]
      start = Buffer.concat([start, slice])
      return start.length > headerOctetsMax ? [yield* begin] : []
    }),
    end: Effect.gen(function* () {
      const records = parser ? [] : yield* begin
      return parser ? [records, yield* parser.end()] : [records]
    })
  }
}

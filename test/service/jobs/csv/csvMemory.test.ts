import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { readCsv } from "@rcpt/service/jobs/csv/readCsv"
import { writeCsv } from "@rcpt/service/jobs/csv/writeCsv"
import { writeWorkbook } from "@rcpt/service/jobs/csv/writeWorkbook"
import { Effect, Stream } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { jobRow } from "./csvRows.ts"

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

const mib = 1024 * 1024

/** Live memory in MiB, without garbage that is not yet collected. */
const liveMib = (): number => {
  // Buffers of the first collection are swept in the background; the second waits for that.
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / mib
}

/** A file that is never in memory as a whole; `address` is that of row n. */
const fileOf = (octetsMax: number, address: (n: number) => string): Stream.Stream<Uint8Array> => {
  const pieces = function* () {
    let octets = 0
    for (let n = 0; ;) {
      const lines = Array.from({ length: 1_000 }, () => `${address(n++)},Ann\r\n`).join("")
      const piece = Buffer.from(octets === 0 ? `email,name\r\n${lines}` : lines)
      octets += piece.length
      if (octets > octetsMax) return
      yield piece
    }
  }
  return Stream.fromIterable({ [Symbol.iterator]: pieces }, { chunkSize: 1 })
}

/** Growth is counted from the first sample: before it, code is loaded and compiled. */
const reading = (file: Stream.Stream<Uint8Array>) =>
  Effect.gen(function* () {
    const live: Array<number> = []
    const rss = process.memoryUsage.rss() / mib
    let [rssMax, rows] = [0, 0]
    yield* Stream.runForEach(readCsv(file), (part) =>
      Effect.sync(() => {
        if (part._tag === "Totals") rows = part.rows
        if (part._tag === "Chunk" && part.number % 150 === 50) live.push(liveMib())
        rssMax = Math.max(rssMax, process.memoryUsage.rss() / mib)
      })
    )
    return { rows, liveGrowth: live.at(-1)! - live[0]!, rssGrowth: rssMax - rss }
  })

describe("Reading", () => {
  it.live("keeps no memory of rows that it has emitted", function* () {
    const file = fileOf(20 * mib, (n) => `person${n % 1_000}@example${n % 7}.com`)
    const { rows, liveGrowth } = yield* reading(file)
    assert.isAbove(rows, 700_000)
    assert.isBelow(liveGrowth, 16)
  })

  it.live("of 32 MB takes no more memory than its distinct addresses", function* () {
    const file = fileOf(32 * mib, (n) => `person${n}@example${n % 50_000}.com`)
    const { rows, liveGrowth, rssGrowth } = yield* reading(file)
    assert.isAbove(rows, 900_000)
    assert.isBelow(liveGrowth, 90)
    // A wide bound, since the collector decides when it frees memory.
    assert.isBelow(rssGrowth, 400)
  })
})

describe("Writing", () => {
  const table = {
    mode: "fast",
    columns: ["email", "name"],
    format: { delimiter: ",", preamble: "" },
    width: 2
  } as const
  const writers = [
    ["a CSV", writeCsv(table)],
    ["a workbook", writeWorkbook(table)]
  ] as const
  for (const [what, write] of writers)
    it.live(`${what} keeps no memory of rows that it has written`, function* () {
      const rows = Array.from({ length: 1_000 }, (_, n) => {
        return { cells: [`person${n}@example.com`, "Ann"], result: jobRow() }
      })
      let [batches, liveMax] = [0, 0]
      const chunks = Stream.range(1, 200).pipe(
        Stream.rechunk(1),
        Stream.map(() => {
          if (++batches % 50 === 0) liveMax = Math.max(liveMax, liveMib())
          return rows
        }),
        Stream.flattenIterable
      )
      const live = liveMib()
      let octets = 0
      yield* Stream.runForEach(write(chunks), ({ length }) => Effect.sync(() => (octets += length)))
      assert.isAbove(octets, 500_000)
      assert.strictEqual(batches, 200)
      assert.isBelow(liveMax - live, 16)
    })
})

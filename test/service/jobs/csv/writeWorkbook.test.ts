import type { ResultsRow, ResultsTable } from "@rcpt/service/jobs/csv/writeCsv"
import { writeWorkbook } from "@rcpt/service/jobs/csv/writeWorkbook"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"
import { fullRow, jobRow } from "./csvRows.ts"
import { cellsOf, partsOf } from "./workbookCells.ts"

const format = { delimiter: ",", preamble: "" } as const

const workbook = (table: Partial<ResultsTable>, rows: ReadonlyArray<ResultsRow>) =>
  Stream.fromIterable(rows).pipe(
    writeWorkbook({ mode: "fast", columns: ["email"], format, width: 1, ...table }),
    Stream.runCollect,
    Effect.map((pieces) => Buffer.concat(pieces))
  )

const sheet = (...args: Parameters<typeof workbook>) => Effect.map(workbook(...args), cellsOf)

describe("A results workbook", () => {
  it.effect("has text as text, numbers as numbers and flags as booleans", function* () {
    const rows = yield* sheet({ mode: "deep", columns: ["email", "zip"], width: 2 }, [
      { cells: ["info@x.org", "01234"], result: fullRow }
    ])
    assert.deepStrictEqual(rows[0]?.slice(0, 4), [
      "email",
      "zip",
      "verification_status",
      "verification_score"
    ])
    assert.strictEqual(rows[0]?.at(-1), "mailbox_exists")
    assert.strictEqual(
      JSON.stringify(rows[1]),
      '["info@x.org","01234","risky",70,"role_based","info@x.org","info@y.org",' +
        "false,true,false,false,true,true,false,true,false," +
        '700,"Someone, Inc.",5,"2026-11-21T10:00:00.000Z","send_with_care",85,"deliverable","yes"]'
    )
  })

  it.effect("puts results after the widest row, and leaves empty cells out", function* () {
    const rows = yield* sheet({ columns: ["email", "n"], width: 3, hasErased: true }, [
      { cells: ["a@x.org"], result: jobRow() },
      { cells: ["", "1", "2"], result: undefined, isErased: true }
    ])
    assert.deepStrictEqual(rows[1]?.slice(0, 5), ["a@x.org", undefined, undefined, "valid", 95])
    assert.deepStrictEqual(rows[2]?.slice(0, 3), [undefined, "1", "2"])
    assert.strictEqual(rows[2]?.[23], true)
    assert.strictEqual(rows[0]?.[23], "erased")
  })

  it.effect(
    "has no generated cell that runs as a formula, and original cells unchanged",
    function* () {
      const address = "=cmd|'/c calc'!a0@x.org"
      const [, row] = yield* sheet({}, [
        { cells: [address], result: jobRow({ normalizedEmail: address }) }
      ])
      assert.deepStrictEqual([row?.[0], row?.[4]], [address, `'${address}`])
    }
  )

  it.effect(
    "begins with the lines before the header, but for that about the delimiter",
    function* () {
      const rows = yield* sheet(
        { format: { delimiter: ";", preamble: 'sep=;\r\n"Our; list";2026\r\n\r\n' } },
        [{ cells: ["a@x.org"], result: undefined }]
      )
      assert.deepStrictEqual(rows[0], ["Our; list", "2026"])
      assert.strictEqual(rows[1]?.[0], "email")
      assert.deepStrictEqual(rows[2], ["a@x.org"])
    }
  )

  it.effect("is the same bytes each time, in any zone", function* () {
    const rows = [{ cells: ["a@x.org"], result: jobRow() }]
    const first = yield* workbook({}, rows)
    const zone = process.env["TZ"]
    process.env["TZ"] = "Asia/Tokyo"
    const second = yield* workbook({}, rows)
    if (zone === undefined) delete process.env["TZ"]
    else process.env["TZ"] = zone
    assert.isTrue(first.equals(second))
    assert.sameMembers(
      [...partsOf(first).keys()],
      [
        "[Content_Types].xml",
        "_rels/.rels",
        "xl/workbook.xml",
        "xl/_rels/workbook.xml.rels",
        "xl/worksheets/sheet1.xml"
      ]
    )
  })

  it.effect("breaks off where its rows do", function* () {
    const rows = Stream.concat(
      Stream.make({ cells: ["a@x.org"], result: undefined }),
      Stream.fail("gone" as const)
    )
    const table = { mode: "fast", columns: ["email"], format, width: 1 } as const
    const exit = yield* rows.pipe(writeWorkbook(table), Stream.runDrain, Effect.exit)
    assert.strictEqual(exit._tag, "Failure")
  })
})

/** Pieces that are escaped, look escaped, or become so beside each other. */
const pieces = fc.oneof(
  fc.constantFrom(
    "_x0041_",
    "_x0041",
    "_",
    "x000D_",
    "_xd800_",
    "\r",
    "\n",
    "\r\n",
    "\t",
    " ",
    "=1+1"
  ),
  fc.constantFrom(
    "\0",
    "\u0001",
    "\u001f",
    "\ufffe",
    "\uffff",
    "\ud83d",
    "\ude00",
    "😀",
    "&amp;",
    "<t>",
    "]]>"
  ),
  fc.string({ unit: "binary" })
)
const cell = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(""))

describe("A cell of a workbook", () => {
  it.effect("comes back value for value, whatever characters it has", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(cell, { minLength: 30, maxLength: 30 }), {
            minLength: 5,
            maxLength: 5
          }),
          async (records) => {
            const rows = await Effect.runPromise(
              sheet(
                { columns: records[0]!, width: 30 },
                records.map((cells) => ({ cells, result: undefined }))
              )
            )
            assert.deepStrictEqual(
              rows.slice(1).map((row) => Array.from({ length: 30 }, (_, at) => row[at] ?? "")),
              records
            )
          }
        ),
        { numRuns: 30 }
      )
    )
  )
})

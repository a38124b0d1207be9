import { safeCell } from "@rcpt/service/jobs/csv/resultColumns"
import { writeCsv } from "@rcpt/service/jobs/csv/writeCsv"
import type { ResultsRow, ResultsTable } from "@rcpt/service/jobs/csv/writeCsv"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"
import { fullRow as full, jobRow } from "./csvRows.ts"

const format = { delimiter: ",", preamble: "" } as const

const results = (table: Partial<ResultsTable>, rows: ReadonlyArray<ResultsRow>) =>
  Stream.fromIterable(rows).pipe(
    writeCsv({ mode: "fast", columns: ["email"], format, width: 1, ...table }),
    Stream.runCollect,
    Effect.map((pieces) => Buffer.concat(pieces).toString())
  )

const fastNames =
  "verification_status,verification_score,sub_status,normalized_email,did_you_mean,is_disposable," +
  "is_role_based,is_free_provider,is_relay,is_catch_all,has_mx,has_spf,has_dmarc,is_blacklisted," +
  "domain_age_days,mx_provider,credits_used,checked_at,recommendation,catch_all_confidence"

describe("A results CSV", () => {
  it.effect(
    "has the result columns after the original ones, those of deep mode last",
    function* () {
      const line =
        "risky,70,role_based,info@x.org,info@y.org,false,true,false,false,true,true,false,true,false," +
        '700,"Someone, Inc.",5,2026-11-21T10:00:00.000Z,send_with_care,85'
      const rows = [{ cells: ["info@x.org", "a"], result: full }]
      const columns = ["email", "note"]
      assert.strictEqual(
        yield* results({ columns, width: 2 }, rows),
        `\ufeffemail,note,${fastNames}\r\ninfo@x.org,a,${line}\r\n`
      )
      assert.strictEqual(
        yield* results({ columns, width: 2, mode: "deep" }, rows),
        `\ufeffemail,note,${fastNames},smtp_status,mailbox_exists\r\n` +
          `info@x.org,a,${line},deliverable,yes\r\n`
      )
    }
  )

  it.effect(
    "leaves cells empty that were not determined, and all results of a blank row",
    function* () {
      const file = yield* results({}, [
        { cells: ["a@x.org"], result: jobRow() },
        { cells: [""], result: undefined }
      ])
      const [, row, blank] = file.split("\r\n")
      assert.strictEqual(row, "a@x.org,valid,95,,,,,,,,,,,,,,,1,2026-11-21T10:00:00.000Z,send,")
      assert.strictEqual(blank, ",".repeat(20))
    }
  )

  it.effect("pads short rows, and the header if a row is longer", function* () {
    const file = yield* results({ columns: ["email", "n"], width: 3 }, [
      { cells: ["a@x.org"], result: undefined },
      { cells: ["b@x.org", "1", "2"], result: undefined }
    ])
    const lines = file.split("\r\n")
    assert.isTrue(lines[0]?.startsWith("\ufeffemail,n,,verification_status"))
    assert.deepStrictEqual(lines.slice(1, 3), [
      `a@x.org,,${",".repeat(20)}`,
      `b@x.org,1,2${",".repeat(20)}`
    ])
  })

  it.effect("quotes what RFC 4180 requires, and nothing else", function* () {
    const cells = ["a,b", 'a "b"', "a\nb", "a\rb", " a ", "a;b", "ä", "=1+1"]
    const file = yield* results({ columns: cells, width: cells.length }, [])
    assert.isTrue(
      file.startsWith('\ufeff"a,b","a ""b""","a\nb","a\rb", a ,a;b,ä,=1+1,verification_status')
    )
  })

  it.effect("prefixes a column name with rcpt_ until the file does not have it", function* () {
    const columns = ["email", " Sub_Status ", "checked_at", "rcpt_checked_at"]
    const names = (yield* results({ columns, width: 4 }, [])).trim().split(",").slice(4)
    assert.strictEqual(
      names.join(","),
      fastNames
        .replace("sub_status", "rcpt_sub_status")
        .replace("checked_at", "rcpt_rcpt_checked_at")
    )
  })

  it.effect(
    "has no generated cell that runs as a formula, and original cells unchanged",
    function* () {
      const address = "=cmd|'/c calc'!a0@x.org"
      const file = yield* results({}, [
        { cells: [address], result: jobRow({ normalizedEmail: address, didYouMean: "+1+1@x.org" }) }
      ])
      assert.strictEqual(
        file.split("\r\n")[1],
        `${address},valid,95,,'${address},'+1+1@x.org,,,,,,,,,,,,1,2026-11-21T10:00:00.000Z,send,`
      )
    }
  )
})

describe("A generated cell", () => {
  const cells: ReadonlyArray<[text: string, safe: string]> = [
    ["=1", "'=1"],
    ["@sum", "'@sum"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["+a", "'+a"],
    ["-a", "'-a"],
    ["-1+2", "'-1+2"],
    ["+", "'+"],
    ["+49", "+49"],
    ["-1.5", "-1.5"],
    ["a=b", "a=b"],
    ["", ""]
  ]
  for (const [text, safe] of cells) {
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(safe)}`, () =>
      assert.strictEqual(safeCell(text), safe))
  }

  it("never starts a formula, and is otherwise unchanged", () =>
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom("=", "@", "\t", "\r", "+", "-", "", "1"), fc.string()),
        ([start, rest]) => {
          const text = start + rest
          const safe = safeCell(text)
          assert.isTrue(safe === text || safe === `'${text}`)
          assert.isTrue(/^[^=@\t\r+-]/.test(safe) || safe === "" || Number.isFinite(Number(safe)))
        }
      )
    ))
})

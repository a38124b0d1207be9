import { randomBytes } from "node:crypto"

import { AddressIndex, halfSipHash } from "@rcpt/service/jobs/csv/AddressIndex"
import { writeCsv } from "@rcpt/service/jobs/csv/writeCsv"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"
import { jobRow } from "./csvRows.ts"
import { charactersOf, csvOf, cut, encoded, encodings, refusalOf, upload } from "./csvWorld.ts"
import type { Encoding } from "./csvWorld.ts"

const check = <A>(arbitrary: fc.Arbitrary<A>, law: (value: A) => Effect.Effect<void, unknown>) =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(arbitrary, (value) => Effect.runPromise(law(value))),
      { numRuns: 150 }
    )
  )

/** Characters that are special in CSV or in spreadsheets. */
const awkward = fc.constantFrom(
  '"',
  '""',
  ",",
  ";",
  "\t",
  "|",
  "\n",
  "\r",
  "\r\n",
  " ",
  "'",
  "=1+1"
)
const characters: Record<"windows-1252" | "unicode", fc.Arbitrary<string>> = {
  "windows-1252": fc.constantFrom(...charactersOf("windows-1252")),
  unicode: fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    fc.constantFrom("é", "ß", "Ω", "漢", "🦆", "\u00a0", "\ufeff", "\u2028")
  )
}

const cellsOf = (character: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(fc.oneof(awkward, character, character), { maxLength: 6 }).map((parts) => parts.join(""))

interface Table {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly lineEnd: string
  readonly records: ReadonlyArray<ReadonlyArray<string>>
  readonly cuts: ReadonlyArray<number>
}

/** csvRead.test.ts covers UTF-16 without byte order mark. */
const tables: fc.Arbitrary<Table> = fc
  .constantFrom<Encoding>(
    "UTF-8",
    "UTF-8 with byte order mark",
    "UTF-16 LE with byte order mark",
    "UTF-16 BE with byte order mark",
    "Windows-1252"
  )
  .chain((encoding) => {
    const cells = cellsOf(characters[encoding === "Windows-1252" ? "windows-1252" : "unicode"])
    return fc.record({
      encoding: fc.constant(encoding),
      delimiter: fc.constantFrom(",", ";", "\t", "|"),
      lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
      records: fc
        .tuple(
          fc.array(cells, { maxLength: 3 }),
          fc.array(fc.array(cells, { minLength: 1, maxLength: 6 }))
        )
        .map(([names, rows]) => [["email", "Größe", ...names], ["ann@x.org", "ä"], ...rows]),
      cuts: fc.array(fc.nat(), { maxLength: 8 })
    })
  })

/** Any characters tell no encoding apart from others of eight bits, so the sender says it. */
const readAs = ({ encoding }: Pick<Table, "encoding">) =>
  encoding === "Windows-1252" ? { encoding } : {}

const uploadOf = (table: Table) => {
  const text = csvOf(table.records, table)
  return upload(cut(encodings[table.encoding](text), table.cuts), readAs(table))
}

describe("A table of any cells", () => {
  it.live("is read unchanged, in any encoding, with any delimiter and in any pieces", () =>
    check(tables, (table) =>
      Effect.map(uploadOf(table), ({ header, records }) =>
        assert.deepStrictEqual([header.columns, ...records], table.records)
      )
    )
  )

  it.live("is unchanged in the results, with lines of equal width", () =>
    check(tables, (table) =>
      Effect.gen(function* () {
        const { header, records, totals } = yield* uploadOf(table)
        const rows = records.map((cells, n) => ({
          cells,
          result: n % 2 === 0 ? jobRow() : undefined
        }))
        const file = yield* Stream.fromIterable(rows).pipe(
          writeCsv({
            mode: "deep",
            columns: header.columns,
            format: header.format,
            width: totals.width
          }),
          Stream.runCollect
        )
        const results = yield* upload(file)
        assert.deepStrictEqual(results.records.length, records.length)
        for (const [n, original] of [header.columns, ...records].entries()) {
          const line = n === 0 ? results.header.columns : results.records[n - 1]!
          const filled = Array.from({ length: totals.width }, (_, at) => original[at] ?? "")
          assert.deepStrictEqual(line.slice(0, totals.width), filled)
          assert.strictEqual(line.length, totals.width + 22)
        }
      })
    )
  )
})

describe("In each encoding of other alphabets", () => {
  const labels = [
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "iso-8859-2",
    "koi8-r",
    "ibm866",
    "shift_jis",
    "euc-jp",
    "gbk",
    "big5",
    "euc-kr"
  ]
  it.live("a cell comes back value for value, in any pieces", () =>
    check(
      fc.constantFrom(...labels).chain((label) =>
        fc.record({
          label: fc.constant(label),
          cells: fc.array(
            fc.string({ unit: fc.constantFrom(...charactersOf(label)), maxLength: 8 }),
            {
              minLength: 1,
              maxLength: 6
            }
          ),
          cuts: fc.array(fc.nat(), { maxLength: 8 })
        })
      ),
      ({ label, cells, cuts }) =>
        Effect.gen(function* () {
          const records = [["email", "x"], ...cells.map((cell) => ["ann@x.org", cell])]
          const file = encoded(label, csvOf(records))
          const { header, records: read } = yield* upload(cut(file, cuts), { encoding: label })
          assert.deepStrictEqual([header.columns, ...read], records)
        })
    )
  )
})

/** Runs of blank lines, one before each record and one at the end. */
const blankRuns = fc.array(
  fc.array(fc.constantFrom("\n", "\r", "\r\n"), { maxLength: 40 }).map((run) => run.join("")),
  { minLength: 1, maxLength: 12 }
)

describe("Blank lines", () => {
  it.live("anywhere between records change nothing that is read", () =>
    check(fc.tuple(tables, blankRuns), ([table, runs]) =>
      Effect.gen(function* () {
        const { encoding, records, cuts } = table
        const lines = records.map((record) => csvOf([record], table))
        const text = ["", ...lines].map((line, n) => line + runs[n % runs.length]!).join("")
        const { header, ...read } = yield* upload(
          cut(encodings[encoding](text), cuts),
          readAs(table)
        )
        assert.deepStrictEqual([header.columns, ...read.records], records)
        const without = yield* upload(encodings[encoding](lines.join("")), readAs(table))
        assert.deepStrictEqual({ header, ...read }, without)
      })
    )
  )

  it.live("of a carriage return alone hide no header, whatever its cells have", function* () {
    const { header } = yield* upload([Buffer.from('\remail,note,"\n{"\nann@x.org,,\n')])
    assert.deepStrictEqual(header.columns, ["email", "note", "\n{"])
  })

  it.live("do not change the line that an error names", () =>
    check(fc.tuple(blankRuns, fc.array(fc.nat(), { maxLength: 8 })), ([runs, cuts]) =>
      Effect.gen(function* () {
        const rows = ["email,b", "a@x.org,", '"a\r\nb",', "c@x.org", '"never closed']
        const text = rows.map((row, n) => `${runs[n % runs.length]!}\n${row}\n`).join("")
        const before = text.slice(0, text.lastIndexOf('"'))
        const line = before.match(/\r\n|\r|\n/g)!.length + 1
        assert.strictEqual(
          yield* refusalOf(cut(Buffer.from(text), cuts)),
          `file must close every quote: the row that starts at line ${line} does not`
        )
      })
    )
  )
})

describe("Any octets", () => {
  it.live("are read alike in any pieces", () =>
    check(
      fc.tuple(
        fc.constantFrom("email\n", "email,ä\n", "\xff\xfee\0m\0a\0i\0l\0\n\0"),
        fc.array(
          fc.oneof(
            fc.integer({ min: 1, max: 255 }),
            fc.constantFrom(10, 13, 34, 44, 64, 0xc3, 0xe2)
          ),
          { maxLength: 60 }
        ),
        fc.array(fc.nat(), { maxLength: 8 })
      ),
      ([header, octets, cuts]) =>
        Effect.gen(function* () {
          const file = Buffer.concat([Buffer.from(header, "latin1"), Buffer.from(octets)])
          const whole = yield* Effect.result(upload(file))
          assert.deepStrictEqual(yield* Effect.result(upload(cut(file, cuts))), whole)
        })
    )
  )
})

describe("First rows", () => {
  it("are those that a Map of strings finds", () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: "grapheme" })), {
          maxLength: 200
        }),
        fc.integer({ min: 1, max: 40 }),
        (addresses, times) => {
          const rows = new AddressIndex()
          const expected = new Map<string, number>()
          for (let row = 0; row < addresses.length * times; row++) {
            // Half the addresses of each round are new, so the table grows while it is searched.
            const round = Math.floor(row / addresses.length)
            const address = `${addresses[row % addresses.length]}${row % 2 === 0 ? round : ""}`
            const key = address.toLowerCase()
            if (!expected.has(key)) expected.set(key, row)
            assert.strictEqual(rows.firstRowOf(address, row), expected.get(key))
          }
          assert.strictEqual(rows.count, expected.size)
        }
      )
    ))

  it("of many long addresses are distinct, also with equal hashes", () => {
    const rows = new AddressIndex()
    // Of so many 32-bit hashes, about ten collide.
    const addresses = Array.from({ length: 300_000 }, (_, n) => `${"x".repeat(n % 60)}${n}@x.org`)
    for (const offset of [0, addresses.length]) {
      const wrong = addresses.filter((address, n) => rows.firstRowOf(address, offset + n) !== n)
      assert.deepStrictEqual(wrong, [])
    }
    assert.strictEqual(rows.count, addresses.length)
  })
})

describe("HalfSipHash", () => {
  // First of `vectors_hsip32` in the reference implementation: key 00..07, messages 00, 00 01, …
  const vectors = [
    "a9359f5b",
    "27475ab8",
    "fa62a603",
    "8afee704",
    "2a6e4689",
    "c5fab669",
    "5863fc23"
  ]
  const bytes = Uint8Array.from({ length: 8 }, (_, n) => n)
  const key = { k0: 0x03020100, k1: 0x07060504 }

  it("agrees with the reference", () => {
    for (const [length, vector] of vectors.entries()) {
      const hash = Buffer.alloc(4)
      hash.writeUInt32LE(halfSipHash(key, bytes, 0, length))
      assert.strictEqual(hash.toString("hex"), vector)
    }
  })

  it("depends on the key", () => {
    const k0 = randomBytes(4).readInt32LE() || 1
    assert.notStrictEqual(
      halfSipHash({ k0, k1: 1 }, bytes, 0, 8),
      halfSipHash({ k0, k1: 2 }, bytes, 0, 8)
    )
  })
})

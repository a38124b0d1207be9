import { rowsToVerify, packChunk, unpackChunk } from "@rcpt/service/jobs/csv/CsvPart"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { csvOf, eachOctet, encodings, upload } from "./csvWorld.ts"
import type { Encoding } from "./csvWorld.ts"

describe("The email column", () => {
  const headers: ReadonlyArray<[header: string, column: number]> = [
    ["email", 0],
    ["Name,Email", 1],
    ["Name, E-Mail ", 1],
    ["work email,EMAIL_ADDRESS", 1],
    ["email opt in,email", 1],
    ["Name,Work Email,Private Email", 1],
    ["id,emails", 1],
    ["First Name,E-mail Address", 1],
    ["email,email", 0],
    ['"email"', 0]
  ]
  for (const [header, column] of headers) {
    it.effect(`of ${header} is number ${column}`, function* () {
      const { header: found } = yield* upload(`${header}\na@x.org,b@x.org,c@x.org\n`)
      assert.strictEqual(found.emailColumn, column)
    })
  }
})

describe("The delimiter", () => {
  const files: ReadonlyArray<[file: string, columns: ReadonlyArray<string>]> = [
    ["a,email\n1,a@x.org", ["a", "email"]],
    ["a;email\n1,5;a@x.org", ["a", "email"]],
    ["a\temail\n1;2;3\ta@x.org", ["a", "email"]],
    ["a|email\n1,2|a@x.org", ["a", "email"]],
    ['"a,b,c";email\n1;a@x.org', ["a,b,c", "email"]],
    ['"a\n,,,,,b";email\n1;a@x.org', ["a\n,,,,,b", "email"]],
    ["Name (last, first, title);Email\nLee;a@x.org", ["Name (last, first, title)", "Email"]],
    ["email\na@x.org;b", ["email"]],
    ['""\n\r\n""\rname;email\n1,5;a@x.org', ["name", "email"]]
  ]
  for (const [file, columns] of files) {
    it.effect(`is found in ${JSON.stringify(file)}`, function* () {
      const { header } = yield* upload(file)
      assert.deepStrictEqual(header.columns, columns)
    })
  }
})

describe("A record", () => {
  const bodies: ReadonlyArray<[what: string, body: string, records: ReadonlyArray<string[]>]> = [
    ["keeps white space", " a@x.org , x ", [[" a@x.org ", " x "]]],
    ["keeps a quoted line break unchanged", '"a\r\nb\rc\nd",x', [["a\r\nb\rc\nd", "x"]]],
    ["unescapes a doubled quote", '"a ""b"" c",x', [['a "b" c', "x"]]],
    ["keeps a quote within an unquoted cell", 'Ann "Annie" Lee,x', [['Ann "Annie" Lee', "x"]]],
    ["keeps a quoted part before other text", '"ann lee"@x.org,x', [['"ann lee"@x.org', "x"]]],
    ["may have too few cells", "a\nb,c", [["a"], ["b", "c"]]],
    [
      "may have too many cells",
      "a,b,c,\nd,e",
      [
        ["a", "b", "c", ""],
        ["d", "e"]
      ]
    ],
    [
      "is not an empty line",
      "a,b\n\nc,d\n\n",
      [
        ["a", "b"],
        ["c", "d"]
      ]
    ],
    ["may be white space or an empty quoted cell", ' \n""\n', [[" "], [""]]],
    ["keeps blank lines within a quoted cell", '"\n\n\n\r\r",\n', [["\n\n\n\r\r", ""]]],
    [
      "may end with CRLF, LF or CR",
      "a,b\r\nc,d\ne,f\rg,h",
      [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
        ["g", "h"]
      ]
    ],
    ["keeps a formula", "=1+1,@x", [["=1+1", "@x"]]]
  ]
  for (const [what, body, records] of bodies) {
    it.effect(what, function* () {
      const file = Buffer.from(`email,b\nann@x.org,\n${body}`)
      for (const pieces of [[file], eachOctet(file)])
        assert.deepStrictEqual((yield* upload(pieces)).records, [["ann@x.org", ""], ...records])
    })
  }

  // csv-parse creates one with its stack for each such row, unless its record count is reset.
  it.effect("creates no Error when it is shorter or longer than the header", function* () {
    const captureStackTrace = Error.captureStackTrace.bind(Error)
    let created = 0
    Error.captureStackTrace = (target, constructor) => {
      created += constructor?.name === "CsvError" ? 1 : 0
      captureStackTrace(target, constructor)
    }
    yield* Effect.ensuring(
      upload(`email,b\n${"a@x.org\na@x.org,,\n".repeat(100)}`),
      Effect.sync(() => {
        Error.captureStackTrace = captureStackTrace
      })
    )
    assert.strictEqual(created, 0)
  })

  it.effect(
    "follows the header; blank lines before and after the header are ignored",
    function* () {
      const { header, records } = yield* upload("\r\n\r\nemail\r\n\r\na@x.org\r\n")
      assert.deepStrictEqual(header.columns, ["email"])
      assert.deepStrictEqual(records, [["a@x.org"]])
    }
  )
})

describe("A file", () => {
  const table = [
    ["email", "Größe", "Prénom"],
    ["ann@x.org", "„groß“", "Zoë"],
    ["bob@x.org", "", "François"]
  ]
  for (const encoding of Object.keys(encodings) as ReadonlyArray<Encoding>) {
    it.effect(`in ${encoding} is read in any pieces`, function* () {
      const file = encodings[encoding](csvOf(table))
      for (const pieces of [[file], eachOctet(file)]) {
        const { header, records } = yield* upload(pieces)
        assert.deepStrictEqual([header.columns, ...records], table)
      }
    })
  }

  it.effect(
    "in UTF-16 without byte order mark, mostly not ASCII, is detected by its NULs",
    function* () {
      const text = "Имя;email;Город\nАнна;anna@x.org;Тверь\n"
      for (const encoding of ["UTF-16 LE", "UTF-16 BE"] as const) {
        const { records } = yield* upload(encodings[encoding](text))
        assert.deepStrictEqual(records, [["Анна", "anna@x.org", "Тверь"]])
      }
    }
  )

  it.effect(
    "is Windows-1252 if its first character beyond ASCII says so, however late",
    function* () {
      const rows = "ann@x.org,Ann\n".repeat(20_000)
      const { records } = yield* upload(
        encodings["Windows-1252"](`email,n\n${rows}b@x.org,„Spaß“ ä\n`)
      )
      assert.deepStrictEqual(records.at(-1), ["b@x.org", "„Spaß“ ä"])
    }
  )

  it.effect("in UTF-8 with invalid octets reads those as Windows-1252", function* () {
    const proof = "ann@x.org,Zoë\n".repeat(10_000)
    const file = [
      Buffer.from(`email,n\n${proof}`),
      encodings["Windows-1252"]("bob@x.org,Zoë\n"),
      Buffer.from("eve@x.org,Zoë Ω 🦆\n"),
      Buffer.from([0xc3])
    ]
    const { records } = yield* upload(Buffer.concat(file))
    assert.deepStrictEqual(records.slice(-4), [
      ["ann@x.org", "Zoë"],
      ["bob@x.org", "Zoë"],
      ["eve@x.org", "Zoë Ω 🦆"],
      ["Ã"]
    ])
  })
})

describe("The rows of a file", () => {
  it.effect("are counted without rows that have no address", function* () {
    const { totals, chunks } = yield* upload(
      "name,email\nAnn,a@x.org\nBob, \n,\nEve\nJoe,j@x.org,\n"
    )
    assert.deepStrictEqual(totals, {
      _tag: "Totals",
      records: 5,
      noData: 0,
      several: { cells: 0, addresses: 0 },
      rows: 2,
      distinct: 2,
      chunks: 1,
      width: 3,
      longestCell: 7
    })
    assert.deepStrictEqual(chunks[0]?.emails, ["a@x.org", "", "", "", "j@x.org"])
    assert.deepStrictEqual(chunks[0]?.firstRows, [0, -1, -1, -1, 4])
  })

  it.effect("refer to the first row with the same address, in any case and chunk", function* () {
    const others = Array.from({ length: 999 }, (_, n) => `user${n}@x.org\n`).join("")
    const { totals, chunks } = yield* upload(
      `email\nAnn@x.org\n${others} ANN@X.ORG \nnew@x.org\nuser7@x.org\n`
    )
    assert.deepStrictEqual(
      chunks.map(({ number, records }) => [number, records.length]),
      [
        [0, 1_000],
        [1, 3]
      ]
    )
    const [first, second] = chunks
    assert.deepStrictEqual(
      first?.firstRows,
      Array.from({ length: 1_000 }, (_, row) => row)
    )
    assert.deepStrictEqual(second?.firstRows, [0, 1_001, 8])
    assert.deepStrictEqual(rowsToVerify(second!), [[1_001, "new@x.org"]])
    assert.deepStrictEqual([totals.rows, totals.distinct], [1_003, 1_001])
  })

  it.effect("are unchanged after packing and unpacking", function* () {
    const rows = Array.from({ length: 1_500 }, (_, n) => `"${n % 7}\n""x""",u${n % 1_100}@x.org,\t`)
    const { header, chunks } = yield* upload(`id,email\n${rows.join("\n,\n")}`)
    assert.isAbove(chunks.length, 2)
    for (const chunk of chunks) {
      const { emailColumn } = header
      assert.deepStrictEqual(
        unpackChunk(packChunk(chunk), { number: chunk.number, emailColumn }),
        chunk
      )
    }
  })
})

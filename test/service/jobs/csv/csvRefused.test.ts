import { deflateRawSync } from "node:zlib"

import { cutSlices } from "@rcpt/service/jobs/csv/readCsv"
import { through } from "@rcpt/service/jobs/csv/StreamStage"
import { Stream } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { encodings, eachOctet, refusalOf, streamOf, upload } from "./csvWorld.ts"

const noEmailColumn = 'file must have a column whose name contains "email"'
const noRows = "file must have at least one row with an email address"
const nulBytes = "file must be a CSV: it must not contain NUL bytes"
const recordTooLarge = (line: number) =>
  "file must have rows of at most 1,048,576 bytes: " +
  `the row that starts at line ${line.toLocaleString("en")} is longer, or a quote in it is not closed`

const octets = (...parts: ReadonlyArray<string | ReadonlyArray<number>>): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part)))
  )

const archive = "an archive, such as ZIP or gzip: unpack it and send the list in it"

describe("An invalid file", () => {
  const files: ReadonlyArray<[what: string, file: string | Uint8Array, sentence: string]> = [
    ["is empty", "", "file must not be empty"],
    ["has nothing but a byte order mark", "\ufeff", "file must not be empty"],
    ["has nothing but line breaks", "\n\r\n\r", "file must not be empty"],
    [
      "has no email column",
      "name,mail\nAnn,a@x.org\n",
      `${noEmailColumn}: column 2, "mail", looks like one: send column=2`
    ],
    ["has no column of addresses", "name,mail\nAnn,Lee\n", noEmailColumn],
    [
      "has one address of an owner in all rows, and none where the name promises them",
      "Email,Owner\n,a@x.org\n,a@x.org\n",
      `${noEmailColumn}: column 2, "Owner", looks like one: send column=2`
    ],
    [
      "has no address in the named column",
      "id,email\n1,call her\n2,ask Ann\n",
      'file must have email addresses in column 2, "email": no cell has an @ (its first cell is "call her"). If another column has them, send its number as column'
    ],
    [
      "has several addresses in each cell",
      'id,email\n1,"a@x.org;b@x.org"\n2,"c@x.org, d@x.org"\n',
      'file must have one address in each cell: 2 cells of column 2, "email" have 4, and each needs a row. The dashboard and `rcpt bulk --repair` split them'
    ],
    [
      "separates its columns in another way",
      "name~email\nAnn~a@x.org\n",
      'file must separate its columns by a comma, semicolon, tab or |: its first line has "~"'
    ],
    [
      "is a printed table",
      "EMAIL        NAME\na@x.org      Ann\n",
      "file must separate its columns by a comma, semicolon, tab or |: its first line has two blanks"
    ],
    [
      "is a printed table with a line of dashes",
      "email                name\n-------------------- ----\nann@x.org            Ann Lee\n",
      "file must separate its columns by a comma, semicolon, tab or |: its first line has two blanks"
    ],
    [
      "has a word behind each address",
      "ann@x.org:word\nbob@x.org:word\n",
      'file must separate its columns by a comma, semicolon, tab or |: its first line has ":"'
    ],
    [
      "has a name behind each address",
      "ann@x.org Ann\nbob@x.org Bob\n",
      "file must separate its columns by a comma, semicolon, tab or |: its first line has a blank"
    ],
    [
      "is an email",
      "From: Ann <ann@x.org>\r\nTo: bob@x.org\r\nSubject: Hello\r\n\r\nHello\r\n",
      "file must be a CSV: this is an email or a folder of them: copy its addresses into a spreadsheet and save that as CSV"
    ],
    [
      "is a dump of a database",
      "INSERT INTO users (email) VALUES ('ann@x.org');\n",
      "file must be a CSV: this is a database file: export a table as CSV"
    ],
    [
      "is a web page",
      "<html><table><tr><td>Email</td></tr></table>",
      "file must be a CSV: this is a web page, which a spreadsheet can open and save as CSV"
    ],
    [
      "is JSON",
      '{"email":"a@x.org","b":1}\n{"email":"b@x.org","b":2}\n',
      "file must be a CSV: this is JSON: send one line for each address, or use what reads it: the dashboard and `rcpt bulk`"
    ],
    [
      "is a picture",
      Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
      "file must be a CSV: this is a picture or film: only text can be read"
    ],
    [
      "is a workbook",
      Buffer.from("PK\x03\x04xxxxxx[Content_Types].xml yy xl/workbook.xml", "latin1"),
      "file must be a CSV: this is an Excel workbook, which can be saved as CSV, and which the dashboard and `rcpt bulk` read"
    ],
    [
      "is contacts",
      "BEGIN:VCARD\r\nFN:Ann\r\nEMAIL:a@x.org\r\nEND:VCARD\r\n",
      "file must be a CSV: this is a vCard file of contacts, which the dashboard and `rcpt bulk` read"
    ],
    [
      "is a line of a mail program",
      "Ann <a@x.org>; Bob <b@x.org>\n",
      "file must be a CSV: this is lines of names and addresses, which the dashboard and `rcpt bulk` read; a CSV has a header and one address in each row"
    ],
    [
      "has no header",
      "info@emailshop.org\nb@x.org\n",
      `${noEmailColumn}: its first line has an address in column 1: send header=false for a list without a header`
    ],
    ["has a header only", "email,name", noRows],
    ["has only rows without an address", "email,name\n,Ann\n  ,Bob\n\n", noRows],
    ["has a NUL byte", "email\na@x.org\nb\0@x.org\n", nulBytes],
    ["has a NUL byte late", `email\n${"a@x.org\n".repeat(9_000)}\0`, nulBytes],
    ["has a NUL character in UTF-16", encodings["UTF-16 LE"]("email\na\0@x.org\n"), nulBytes],
    [
      "is a ZIP archive",
      octets([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0], [...deflateRawSync("email\na@x.org\n")]),
      `file must be a CSV: this is ${archive}`
    ],
    [
      "is binary",
      Buffer.from(Uint8Array.from({ length: 9_000 }, (_, n) => (n * 37) % 256)),
      nulBytes
    ],
    [
      "is a PDF",
      "%PDF-1.7\nemail\n",
      "file must be a CSV: this is a PDF: copy its addresses into a spreadsheet and save that as CSV"
    ],
    [
      "is UTF-16 and cut off within a character",
      encodings["UTF-16 BE with byte order mark"]("email\na@x.org\n").subarray(0, -1),
      "file must be complete: its UTF-16 text ends in the middle of a character"
    ],
    [
      "ends within a quote",
      'email,note\na@x.org,"x\r\ny"\nb@x.org,"never closed\nc@x.org,\n',
      "file must close every quote: the row that starts at line 4 does not"
    ],
    [
      "ends within a quote of the header",
      'email,"note\na@x.org\n',
      "file must close every quote: the row that starts at line 1 does not"
    ],
    [
      "has a row that is too long",
      `email,note\na@x.org,"1\r\n2"\nb@x.org,${"x".repeat(4 * 1_048_576)}\n`,
      recordTooLarge(4)
    ],
    [
      "has a row of a million cells",
      `email\na@x.org\n${",".repeat(1_500_000)}\n`,
      recordTooLarge(3)
    ],
    [
      "has a quote that is not closed before many rows",
      `email\n"a@x.org\n${"b@x.org\n".repeat(200_000)}`,
      recordTooLarge(2)
    ],
    [
      "has a quote that is not closed before many blank lines",
      ["email\na@x.org\n", "\n".repeat(3_000_000), '"', "\n".repeat(3_000_000)].join(""),
      recordTooLarge(3_000_003)
    ],
    [
      "has a million columns",
      `email${",x".repeat(1_000_000)}\na@x.org\n`,
      "file must be a CSV: its header line must be at most 65,536 bytes"
    ],
    [
      "is one line",
      "email".repeat(100_000),
      "file must be a CSV: its header line must be at most 65,536 bytes"
    ]
  ]
  for (const [what, file, sentence] of files) {
    it.effect(what, function* () {
      assert.strictEqual(yield* refusalOf(file), sentence)
      const bytes = Buffer.from(file)
      if (bytes.length < 200) assert.strictEqual(yield* refusalOf(eachOctet(bytes)), sentence)
    })
  }
})

describe("A limit", () => {
  const columns = (count: number) => `email${",x".repeat(count - 1)}`

  it.effect("of 1,000 columns holds for the header", function* () {
    assert.strictEqual((yield* upload(`${columns(1_000)}\na@x.org\n`)).totals.width, 1_000)
    assert.strictEqual(
      yield* refusalOf(`${columns(1_001)}\na@x.org\n`),
      "file must have at most 1,000 columns: line 1 has more"
    )
  })

  it.effect("of 1,000 columns holds for every row", function* () {
    const file = (count: number) => `email\n"a\n\r\n@x.org"\n${columns(count)}\nb@x.org\n`
    assert.strictEqual((yield* upload(file(1_000))).totals.width, 1_000)
    assert.strictEqual(
      yield* refusalOf(file(1_001)),
      "file must have at most 1,000 columns: line 5 has more"
    )
  })

  it.effect("of 1 MiB holds for every row with its line break", function* () {
    const file = (length: number) => `email,x\nb@x.org,${"x".repeat(length)}\na@x.org\n`
    const most = 1_048_576 - "b@x.org,\n".length
    assert.strictEqual((yield* upload(file(most))).totals.rows, 2)
    assert.strictEqual(yield* refusalOf(file(most + 1)), recordTooLarge(2))
  })

  it.effect("of 1 MiB for a row does not count the blank lines before it", function* () {
    const file = (length: number) =>
      `email,x\nb@x.org,\n${"\n".repeat(2_000_000)}a@x.org,${"x".repeat(length)}\n`
    const most = 1_048_576 - "a@x.org,\n".length
    assert.strictEqual((yield* upload(file(most))).totals.rows, 2)
    assert.strictEqual(yield* refusalOf(file(most + 1)), recordTooLarge(2_000_003))
  })

  it.effect(
    "of 100,000 holds for rows in which every cell is blank, and for no others",
    function* () {
      const file = (blanks: number, line = ", \n") => `email,name\na@x.org,\n${line.repeat(blanks)}`
      assert.strictEqual((yield* upload(file(100_000))).totals.records, 100_001)
      assert.strictEqual(
        yield* refusalOf(file(100_001)),
        "file must have at most 100,000 rows in which every cell is blank"
      )
      assert.strictEqual((yield* upload(file(100_001, ",Ann\n"))).totals.records, 100_002)
    }
  )

  it.effect("of 64 KiB holds for the header line", function* () {
    const file = (length: number) => `email,${"x".repeat(length)}\na@x.org\n`
    const most = 65_536 - "email,\n".length
    assert.strictEqual((yield* upload(file(most))).totals.rows, 1)
    assert.strictEqual(
      yield* refusalOf(file(most + 1)),
      "file must be a CSV: its header line must be at most 65,536 bytes"
    )
  })

  it.effect("of 32 MB holds for the file", function* () {
    const most = Buffer.alloc(33_554_432, "email\na@x.org\n")
    const slices = yield* streamOf(most).pipe(through(cutSlices), Stream.runCollect)
    assert.isTrue(Buffer.concat(slices).equals(most))
    assert.strictEqual(
      yield* refusalOf(Buffer.concat([most, Buffer.from("\n")])),
      "file must be at most 32 MB (33,554,432 bytes)"
    )
  })
})

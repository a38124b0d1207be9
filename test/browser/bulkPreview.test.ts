/**
 * Compares the dashboard's preview of a list with how the service reads the same bytes: the column that is
 * marked must be the column that is verified.
 */
import { decodeStart } from "@rcpt/api/decodeStart"
import { guessLayout, startOf } from "@rcpt/api/listLayout"
import type { ListLayout } from "@rcpt/api/listLayout"
import { fileOctetsMax } from "@rcpt/domain/limits"
import { readCsv } from "@rcpt/service/jobs/csv/readCsv"
import { Effect, Result, Stream } from "effect"
import * as fc from "fast-check"

import { refusalOf } from "../../packages/dashboard/src/bulk/listFile.ts"
import { assert, describe, it } from "../support/vitest.ts"

const rowsShown = 5

interface ListStart {
  readonly header: ReadonlyArray<string>
  readonly emailColumn: number
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const readByService = (bytes: Uint8Array, hasHeader = true): Effect.Effect<ListStart | undefined> =>
  Stream.runCollect(readCsv(Stream.make(bytes), { layout: { column: undefined, hasHeader } })).pipe(
    Effect.result,
    Effect.map((result) => {
      if (Result.isFailure(result)) return undefined
      const parts = [...result.success]
      const header = parts.find(({ _tag }) => _tag === "Header")
      if (header?._tag !== "Header") return undefined
      const rows = parts.flatMap((part) => (part._tag === "Chunk" ? part.records : []))
      return {
        header: header.columns,
        emailColumn: header.emailColumn,
        rows: rows.slice(0, rowsShown)
      }
    })
  )

const readByPage = async (bytes: Uint8Array, hasHeader = true): Promise<ListStart | undefined> => {
  const decoded = await decodeStart(bytes, false)
  const start = decoded && startOf({ ...decoded, isCut: false }, hasHeader)
  if (!start) return undefined
  const { delimiter: _, preamble: __, because: ___, ...shown } = start
  return shown
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const utf16 = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !isBigEndian)
  return bytes
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))

const list = "Name;E-Mail\r\nJürgen;ann@acme.test\r\n"

const files: ReadonlyArray<readonly [name: string, bytes: Uint8Array]> = [
  ["a plain list", utf8("email\nann@acme.test\nbob@acme.test\n")],
  ["UTF-8 with a byte order mark", utf8(`\uFEFF${list}`)],
  ["UTF-16 as Excel writes it", utf16(`\uFEFF${list}`, false)],
  ["big-endian UTF-16 without a byte order mark", utf16(list, true)],
  ["Windows-1252", latin1(list)],
  ["tabs", utf8("id\tEmail address\tcity\n1\tann@acme.test\tBonn\n")],
  ["bars", utf8("id|email\n1|ann@acme.test\n")],
  ["quoted line breaks and quotes", utf8('name,email\n"Ann\r\n""A""",ann@acme.test\n')],
  ["another delimiter in the header", utf8("Name (last, first, title);Email\nA;ann@acme.test\n")],
  ["an exact name after an inexact one", utf8("email opt-in,email\nyes,ann@acme.test\n")],
  ["Outlook's column name", utf8("Name,E-mail Address\nAnn,ann@acme.test\n")],
  ["a blank record first", utf8('""\n\n""\r\nname;email\nAnn;ann@acme.test\n')],
  ["blank lines first, rows of any length", utf8("\n\nemail,a\nann@acme.test\nb@acme.test,1,2\n")],
  ["no line break at the end", utf8("a,email\n1,ann@acme.test")],
  ["an empty last cell at the end", utf8("email,a\nann@acme.test,")],
  ["a carriage return alone", utf8("email\rann@acme.test\r")]
]

const guesses: ReadonlyArray<readonly [what: string, text: string, layout: ListLayout]> = [
  ["a header as in the contract", "id,email\n1,a@x.test\n", { column: 1, hasHeader: true }],
  ["another name", "id,Kontakt\n1,a@x.test\n", { column: 1, hasHeader: true }],
  ["no header", "1;a@x.test\n2;b@x.test\n", { column: 1, hasHeader: false }],
  [
    "no header, at a domain with email in it",
    "a@email.test\nb@x.test\n",
    { column: 0, hasHeader: false }
  ],
  [
    "the column with most addresses",
    "a,b\n-,a@x.test\nb@x.test,c@x.test\n",
    { column: 1, hasHeader: true }
  ],
  [
    "a named column without addresses",
    "email opt-in,b\nyes,a@x.test\n",
    { column: 1, hasHeader: true }
  ],
  ["a named column whose addresses come later", "email,b\n,-\n", { column: 0, hasHeader: true }],
  ["no address at all", "a,b\n1,2\n", { column: -1, hasHeader: true }]
]

describe("The preview of a list", () => {
  for (const [name, bytes] of files)
    it.effect(`shows the rows and the column that the service reads: ${name}`, function* () {
      const service = yield* readByService(bytes)
      assert.isDefined(service)
      assert.deepStrictEqual(yield* Effect.promise(() => readByPage(bytes)), service)
    })

  it.effect("agrees with the service on every list that the service accepts", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("a", "@", "email", '"', '"', ",", ";", "\n", "\r\n", "\t"), {
            maxLength: 40
          }),
          async (tokens) => {
            const bytes = utf8(`x,email\n${tokens.join("")}\n1,ann@acme.test\n`)
            const service = await Effect.runPromise(readByService(bytes))
            if (service !== undefined) assert.deepStrictEqual(await readByPage(bytes), service)
            const bare = await Effect.runPromise(readByService(bytes.subarray(8), false))
            if (bare !== undefined)
              assert.deepStrictEqual(await readByPage(bytes.subarray(8), false), bare)
          }
        ),
        {
          numRuns: 300,
          // A blank record before the first row says nothing about the delimiter.
          examples: [[['"', '"', "\n", "a", "@", "a", "\t"]]]
        }
      )
    )
  )

  for (const [what, text, layout] of guesses)
    it(`guesses the column of the addresses, and whether there is a header: ${what}`, () => {
      assert.deepStrictEqual(guessLayout({ text, isCut: false }), layout)
    })

  it("leaves out a partial row at the end", () => {
    const start = startOf({ text: "email,name\nann@acme.test,Ann\nbob@ac", isCut: true }, true)
    assert.deepStrictEqual(start?.rows, [["ann@acme.test", "Ann"]])
  })

  it("shows nothing of a file that is not text", async () => {
    const archive = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 8, 1, 2, 0, 3)
    assert.isUndefined(await decodeStart(archive, false))
  })
})

describe("A file", () => {
  it("is refused before it is sent if it is empty or one byte over the limit", () => {
    assert.isUndefined(refusalOf({ name: "a.csv", size: fileOctetsMax }))
    assert.match(refusalOf({ name: "a.csv", size: fileOctetsMax + 1 })?.title ?? "", /32 MB/)
    assert.match(refusalOf({ name: "a.csv", size: 0 })?.title ?? "", /empty/)
  })
})

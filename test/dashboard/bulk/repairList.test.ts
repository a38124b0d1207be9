/** Whole lists: what is repaired before the upload, and lists made of pasted text. */
import { repairList } from "@rcpt/api/repairList"
import { Effect } from "effect"

import { pastedList } from "../../../packages/dashboard/src/bulk/listFile.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], "list.csv")

const textOf = async (file: File | undefined): Promise<string | undefined> => {
  const bytes = await file?.arrayBuffer()
  return bytes && Buffer.from(bytes).toString("utf8")
}

const messy =
  'id;Mail;note\r\n1;mailto:ann@x.test;"a;b"\n2;bob@y.test, cat@y.test;"says ""hi"""\n\n3;dan@z.test;\n4;;blank\n'

describe("The repair of a list", () => {
  it.effect("repairs the chosen column alone, and repeats a row for each of its addresses", () =>
    Effect.promise(async () => {
      const list = await repairList(fileOf(messy), { column: 1, hasHeader: true })
      assert.strictEqual(
        await textOf(list?.file),
        '\uFEFFid;Mail;note\r\n1;ann@x.test;"a;b"\r\n2;bob@y.test;"says ""hi"""\r\n' +
          '2;cat@y.test;"says ""hi"""\r\n3;dan@z.test;\r\n4;;blank\r\n'
      )
      assert.deepInclude(list, { repaired: 2, added: 1 })
      assert.deepStrictEqual(list?.examples, [
        { before: "mailto:ann@x.test", after: ["ann@x.test"] },
        { before: "bob@y.test, cat@y.test", after: ["bob@y.test", "cat@y.test"] }
      ])
    })
  )

  it.effect("repairs the first row too, if it is no header", () =>
    Effect.promise(async () => {
      const list = await repairList(fileOf("<ann@x.test>\nbob@x.test\n"), {
        column: 0,
        hasHeader: false
      })
      assert.strictEqual(await textOf(list?.file), "\uFEFFann@x.test\r\nbob@x.test\r\n")
    })
  )

  it.effect("keeps the letters of a file in Windows-1252", () =>
    Effect.promise(async () => {
      const bytes = Uint8Array.from(Buffer.from("Name;Mail\nJürg;<j@x.test>\n", "latin1"))
      const list = await repairList(fileOf(bytes), { column: 1, hasHeader: true })
      assert.strictEqual(await textOf(list?.file), "\uFEFFName;Mail\r\nJürg;j@x.test\r\n")
    })
  )

  it.effect(
    "leaves a file alone that needs no repair, that is no text, or that the service refuses",
    () =>
      Effect.promise(async () => {
        const layout = { column: 0, hasHeader: true }
        assert.isUndefined(await repairList(fileOf("email\nann@x.test\nnobody\n"), layout))
        assert.isUndefined(await repairList(fileOf("email\n<ann@x.test>\nb\0\n"), layout))
        // An open quote takes the rest of the file with it.
        assert.isUndefined(
          await repairList(fileOf('email\n<ann@x.test>\n"bob@x.test\ncat@x.test\n'), layout)
        )
        assert.isUndefined(await repairList(fileOf(""), layout))
      })
  )
})

const at = new Date(2026, 0, 31, 9, 5)

const pasted: ReadonlyArray<readonly [what: string, text: string, csv: string]> = [
  ["one address per line", "ann@x.test\n\nbob@x.test\n", "email\r\nann@x.test\r\nbob@x.test\r\n"],
  [
    "commas",
    "ann@x.test, bob@x.test,cat@x.test",
    "email\r\nann@x.test\r\nbob@x.test\r\ncat@x.test\r\n"
  ],
  [
    "semicolons of a mail program",
    "Ann <ann@x.test>; Bob <bob@x.test>;",
    "email\r\nAnn <ann@x.test>\r\nBob <bob@x.test>\r\n"
  ],
  ["a column with its name", "Mail\r\nann@x.test\r\n", "email\r\nann@x.test\r\n"],
  ["a name with a comma", '"Doe, Ann" <ann@x.test>', 'email\r\n"""Doe, Ann"" <ann@x.test>"\r\n'],
  ["cells of a sheet", "Name\tMail\nAnn\tann@x.test\n", "Name\tMail\nAnn\tann@x.test\n"],
  ["CSV", "name,email\nAnn,ann@x.test\n", "name,email\nAnn,ann@x.test\n"]
]

describe("Pasted text", () => {
  for (const [what, text, csv] of pasted)
    it.effect(`becomes a list: ${what}`, () =>
      Effect.promise(async () => {
        const file = pastedList(text, at)
        assert.strictEqual(await textOf(file), `\uFEFF${csv}`)
        assert.strictEqual(file?.name, "pasted-2026-01-31-0905.csv")
      })
    )

  it("without an @ is no list", () => {
    assert.isUndefined(pastedList("hello", at))
  })
})

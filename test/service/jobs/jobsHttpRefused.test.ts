/** Invalid upload forms: each is answered 400 with a sentence that says what is wrong. */

import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import {
  formOf,
  isProblem,
  layer as world,
  list,
  mode,
  send,
  upload,
  World
} from "./jobsHttpWorld.ts"
import type { Part } from "./jobsHttpWorld.ts"

const csv = "email\nann@acme.test\n"
const modes = 'mode must be "fast" or "deep"'
const outer = "the body must be multipart/form-data, from its first boundary to its last"
const tooLong =
  "parts other than the file must have at most 16,384 bytes, and the file must be sent with a file name"

/** Forms and the sentence of their 400. */
const refused: ReadonlyArray<
  readonly [what: string, parts: ReadonlyArray<Part>, error: string | RegExp]
> = [
  ["no parts", [], "file is required"],
  ["no file", [mode("fast")], "file is required"],
  ["two files", [list(csv), list(csv)], "file must be given only once"],
  ["two modes", [mode("fast"), mode("fast"), list(csv)], "mode must be given only once"],
  ["an unknown mode, first", [mode("quick"), list(csv)], modes],
  ["an unknown mode, last", [list(csv), mode("FAST")], modes],
  ["an empty mode", [mode(""), list(csv)], modes],
  [
    "a mode that is a file",
    [{ name: "mode", filename: "mode", content: "fast" }, list(csv)],
    modes
  ],
  ["a long mode", [mode("x".repeat(16_385)), list(csv)], tooLong],
  [
    "another name for the file",
    [{ name: "csv", filename: "a.csv", content: csv }],
    'the list must be sent as "file", and not as "csv"'
  ],
  [
    "a name in capitals",
    [list(csv), { name: "Mode", content: "deep" }],
    'the form has no part "Mode": did you mean mode?'
  ],
  [
    "a slip of a name",
    [{ name: "modus", content: "deep" }, list(csv)],
    'the form has no part "modus": did you mean mode?'
  ],
  [
    "parts without end",
    [...Array.from({ length: 64 }, (_, n) => ({ name: `x-${n}`, content: "" })), list(csv)],
    "the form must have at most 64 parts"
  ],
  [
    "a file sent as a text field",
    [{ name: "file", content: csv }],
    "file must be sent as a file, with a file name"
  ],
  [
    "a long file sent as a text field",
    [{ name: "file", content: csv + "x".repeat(20_000) }],
    tooLong
  ],
  ["an empty file", [list("")], "file must not be empty"],
  ["a header only", [list("email\n")], "file must have at least one row with an email address"],
  ["no address", [list("email\n\n,\n")], "file must have at least one row with an email address"],
  ["no email column", [list("name\nAnn\n")], 'file must have a column whose name contains "email"'],
  [
    "a NUL byte",
    [list("email\nann\0@acme.test\n")],
    "file must be a CSV: it must not contain NUL bytes"
  ],
  ["a ZIP", [list("PK\x03\x04xxxxxx")], /an archive, such as ZIP or gzip: unpack it/],
  ["an open quote", [list('email\n"ann@acme.test\n')], /must close every quote/]
]

layer(world(), live)("An upload", (it) => {
  for (const [what, parts, error] of refused)
    it.effect(`is refused with ${what}`, function* () {
      const { running } = yield* World
      const answer = yield* upload(running, parts)
      assert.strictEqual(answer.status, 400, answer.text)
      if (typeof error === "string") isProblem(answer, 400, error)
      else assert.match(answer.text, error)
    })

  it.effect("is taken with parts that are not for it, before and after the list", function* () {
    const { running } = yield* World
    const others = ["_token", "csrf", "form", "code", "name", "submit", "company"]
    const parts = others.map((name) => ({ name, content: "x".repeat(2_000) }))
    const note = { name: "note", filename: "note.txt", content: "a file that is no list" }
    const answer = yield* upload(running, [...parts, note, list(csv), note, mode("fast")])
    assert.deepStrictEqual([answer.status, Object(answer.json).total_rows], [201, 1])
  })

  it.effect("is refused when it is not a complete form", function* () {
    const { running } = yield* World
    const form = formOf([list(csv)])
    const json = { headers: { "content-type": "application/json" } }
    const noBoundary = { headers: { "content-type": "multipart/form-data" } }
    isProblem(yield* send(running, Buffer.from("{}"), json), 400, outer)
    isProblem(yield* send(running, form, noBoundary), 400, outer)
    isProblem(yield* send(running, form.subarray(0, -10)), 400, outer)
    isProblem(yield* send(running, Buffer.from("nothing of the kind")), 400, outer)
    isProblem(yield* send(running, Buffer.alloc(0)), 400, outer)
  })
})

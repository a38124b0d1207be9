/** Invalid upload forms: each is answered 400 with a sentence that says what is wrong. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"

import { live } from "../../support/service.ts"
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
  "parts other than the file must have at most 1,024 bytes, and the file must be sent with a file name"

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
  ["a long mode", [mode("x".repeat(1_025)), list(csv)], tooLong],
  [
    "another name for the file",
    [{ name: "csv", filename: "a.csv", content: csv }],
    'the form has no part "csv": the list must be sent as "file"'
  ],
  [
    "an unknown part",
    [list(csv), { name: "Mode", content: "deep" }],
    'the form has no part "Mode": the list must be sent as "file"'
  ],
  [
    "a file sent as a text field",
    [{ name: "file", content: csv }],
    "file must be sent as a file, with a file name"
  ],
  [
    "a long file sent as a text field",
    [{ name: "file", content: csv + "x".repeat(9_000) }],
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
  ["a ZIP", [list("PK\x03\x04xxxxxx")], /ZIP archive or an Excel workbook/],
  ["an open quote", [list('email\n"ann@acme.test\n')], /must close every quote/]
]

describe("An upload", () => {
  layer(
    world(),
    live
  )((it) => {
    for (const [what, parts, error] of refused)
      it.effect(`is refused with ${what}`, () =>
        Effect.gen(function* () {
          const { running } = yield* World
          const answer = yield* upload(running, parts)
          assert.strictEqual(answer.status, 400, answer.text)
          if (typeof error === "string") isProblem(answer, 400, error)
          else assert.match(answer.text, error)
        })
      )

    it.effect("is refused when it is not a complete form", () =>
      Effect.gen(function* () {
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
    )
  })
})

/** The parts `column` and `header` of an upload: which cells are verified, and what is refused. */

import { live } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, jobOf, layer as world, list, mode, upload, World } from "./jobsHttpWorld.ts"
import type { Part } from "./jobsHttpWorld.ts"

const column = (content: string): Part => ({ name: "column", content })
const header = (content: string): Part => ({ name: "header", content })
const encoding = (content: string): Part => ({ name: "encoding", content })

const contacts = "id;Kontakt;email\n1;ann@acme.test;old@acme.test\n2;bob@acme.test;\n"
const bare = "1;ann@acme.test;Ann, the first\n2;bob@acme.test;Bob\n"

/** Forms, and how many rows have an address in the chosen column. */
const accepted: ReadonlyArray<readonly [what: string, parts: ReadonlyArray<Part>, rows: number]> = [
  ["a name, in any case", [column(" kontakt "), list(contacts)], 2],
  ["a number from 1", [column("2"), list(contacts)], 2],
  ["a number whose column has a blank cell", [column("3"), list(contacts)], 1],
  ["header=true", [header("true"), list(contacts)], 1],
  ["header=false: the first line is a row", [header("false"), list(bare)], 2],
  ["header=false and a number", [header("false"), column("2"), list(bare)], 2],
  ["header=false on a list of addresses alone", [header("false"), list("ann@acme.test\n")], 1],
  ["an encoding", [encoding("windows-1251"), list(contacts)], 1],
  ["all parts", [mode("fast"), column("2"), header("false"), encoding("utf-8"), list(bare)], 2]
]

const refused: ReadonlyArray<readonly [what: string, parts: ReadonlyArray<Part>, error: string]> = [
  [
    "a column that the file does not have",
    [column("Mail"), list(contacts)],
    'column must be in the header line, which has no column named "Mail"'
  ],
  [
    "a number beyond the columns",
    [column("4"), list(contacts)],
    "column must be at most 3: the first line has no more columns"
  ],
  [
    "zero",
    [column("0"), list(contacts)],
    "column must be the name of a column, or its number from 1"
  ],
  [
    "a blank column",
    [column(" "), list(contacts)],
    "column must be the name of a column, or its number from 1"
  ],
  ["two columns", [column("1"), column("2"), list(contacts)], "column must be given only once"],
  [
    "a column after the file",
    [list(contacts), column("1")],
    "column must come before the file in the form"
  ],
  ["another header", [header("no"), list(bare)], 'header must be "true" or "false"'],
  [
    "a header after the file",
    [list(contacts), header("false")],
    "header must come before the file in the form"
  ],
  [
    "a name without a header",
    [header("false"), column("email"), list(bare)],
    "column must be a number from 1 if header is false: there are no names"
  ],
  [
    "no header, no column, no address in the first line",
    [header("false"), list("id;name\n1;ann@acme.test\n")],
    "column must be given if header is false: no cell of the first line is an email address"
  ],
  [
    "an encoding that nobody knows",
    [encoding("klingon"), list(contacts)],
    'encoding must be one that browsers know, such as utf-8, windows-1251 or shift_jis: "klingon" is none'
  ],
  [
    "an encoding after the file",
    [list(contacts), encoding("utf-8")],
    "encoding must come before the file in the form"
  ],
  [
    "no header that names an address",
    [list("Name,Courriel\nAnn,ann@acme.test\n")],
    'file must have a column whose name contains "email": column 2, "Courriel", looks like one: send column=2'
  ],
  [
    "six parts",
    [mode("fast"), column("2"), header("false"), list(bare), mode("fast"), mode("fast")],
    "mode must be given only once"
  ]
]

layer(world(), live)("The layout of an upload", (it) => {
  for (const [what, parts, rows] of accepted)
    it.effect(`can be told: ${what}`, function* () {
      const { running } = yield* World
      const job = yield* jobOf(yield* upload(running, parts), 201)
      assert.strictEqual(job.total_rows, rows)
      const dry = yield* upload(running, parts, { query: "?dry_run=true" })
      assert.deepInclude(dry.json, { total_rows: rows })
    })

  for (const [what, parts, error] of refused)
    it.effect(`is refused with ${what}, also by a dry run`, function* () {
      const { running } = yield* World
      isProblem(yield* upload(running, parts), 400, error)
      isProblem(yield* upload(running, parts, { query: "?dry_run=true" }), 400, error)
    })

  it.effect("decides what an Idempotency-Key belongs to", function* () {
    const { running } = yield* World
    const headers = { "idempotency-key": "one-layout" }
    const first = yield* jobOf(
      yield* upload(running, [column("2"), list(contacts)], { headers }),
      201
    )
    const again = yield* jobOf(
      yield* upload(running, [column("2"), list(contacts)], { headers }),
      201
    )
    assert.strictEqual(again.id, first.id)
    const other = yield* upload(running, [column("3"), list(contacts)], { headers })
    assert.strictEqual(other.status, 422, other.text)
  })
})

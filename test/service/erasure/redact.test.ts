import { erasedPersonOf } from "@rcpt/service/erasure/ErasedPerson"
import { redactChunk } from "@rcpt/service/erasure/redactChunk"
import { redactReply } from "@rcpt/service/erasure/redactReply"
import type { CsvChunk } from "@rcpt/service/jobs/csv/CsvPart"
import { packChunk, unpackChunk } from "@rcpt/service/jobs/csv/CsvPart"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const email = "ann@acme.test"

/** Of an upload with the address in its first column, as it is read. */
const chunkOf = (records: ReadonlyArray<ReadonlyArray<string>>): CsvChunk => {
  const emails = records.map(([first = ""]) => first.trim())
  const rows = new Map<string, number>()
  const firstRows = emails.map((text, at) => {
    const known = rows.get(text.toLowerCase()) ?? at
    rows.set(text.toLowerCase(), known)
    return text === "" ? -1 : known
  })
  return { _tag: "Chunk", number: 0, records, emails, firstRows }
}

const address = fc.constantFrom(
  email,
  "ANN@acme.test",
  "Ann <ann@acme.test>",
  "bob@acme.test",
  "joann@acme.test",
  ""
)
const remark = fc.constantFrom("likes cats", `ask ${email}`, "see bob@acme.test", "")
const chunks = fc.array(fc.tuple(address, fc.constantFrom("Ann", "Bob"), remark)).map(chunkOf)

describe("A thousand records", () => {
  it("lose the person and keep everything else, and each record its result", () => {
    fc.assert(
      fc.property(chunks, (chunk) => {
        const subject = erasedPersonOf(email)
        const redacted = redactChunk(chunk, subject)
        const left = redacted?.chunk ?? chunk
        assert.isFalse(left.records.flat().some((cell) => subject.isNamedBy(cell)))
        assert.deepStrictEqual(left.firstRows, chunk.firstRows)
        const rows = new Set(redacted?.rows)
        let cells = 0
        for (const [at, record] of chunk.records.entries()) {
          assert.strictEqual(rows.has(at), subject.isNamedBy(chunk.emails[at]!))
          if (rows.has(at)) assert.deepStrictEqual(left.records[at], [])
          else
            for (const [n, cell] of record.entries()) {
              cells += subject.isIn(cell) ? 1 : 0
              assert.strictEqual(left.records[at]![n], subject.isIn(cell) ? "" : cell)
            }
        }
        assert.strictEqual(redacted?.cells ?? 0, cells)
        assert.isUndefined(redactChunk(left, subject))
      })
    )
  })

  it("come back from storage as they were, erased records with their results", () => {
    fc.assert(
      fc.property(chunks, (chunk) => {
        const left = redactChunk(chunk, erasedPersonOf(email))?.chunk ?? chunk
        assert.deepStrictEqual(unpackChunk(packChunk(left), { number: 0, emailColumn: 0 }), left)
      })
    )
  })
})

const replies: ReadonlyArray<readonly [says: string, reply: unknown, left: unknown]> = [
  [
    "a check",
    {
      email: "ANN@acme.test",
      status: "risky",
      score: 80,
      checks: { role: false },
      mode: "fast",
      credits_used: 1,
      normalized_email: email,
      mx_records: ["mx.acme.test"],
      reasons: ["The name ann is short."],
      smtp: { checked: true, response_code: 550, text: "no ann here" }
    },
    {
      email: "",
      status: "risky",
      score: 80,
      checks: { role: false },
      mode: "fast",
      credits_used: 1,
      smtp: { checked: true, response_code: 550 },
      erased: true
    }
  ],
  [
    "one of a batch",
    {
      results: [
        { email, result: { email, status: "valid", did_you_mean: "x" } },
        { email: "bob@acme.test", result: { email: "bob@acme.test", status: "valid" } },
        { email, error: "email must not be blank" }
      ],
      count: 3
    },
    {
      results: [
        { email: "", result: { status: "valid" }, erased: true },
        { email: "bob@acme.test", result: { email: "bob@acme.test", status: "valid" } },
        { email: "", error: "email must not be blank", erased: true }
      ],
      count: 3
    }
  ],
  [
    "the name of a file",
    { id: "1", filename: `${email}.csv`, total_rows: 2 },
    { id: "1", filename: "", total_rows: 2 }
  ]
]

describe("A stored reply", () => {
  for (const [says, reply, left] of replies)
    it(`of ${says} keeps the verdict and the price, and nobody's address`, () =>
      assert.deepStrictEqual(
        JSON.parse(redactReply(JSON.stringify(reply), erasedPersonOf(email)) ?? "null"),
        left
      ))

  it("about others is left as it is, octet by octet", () => {
    const others = JSON.stringify({ email: "joann@acme.test", reasons: ["ann@acme.test.example"] })
    assert.isUndefined(redactReply(others, erasedPersonOf(email)))
  })

  it("that is no JSON is left out as a whole", () =>
    assert.strictEqual(redactReply(`no JSON: ${email}`, erasedPersonOf(email)), '{"erased":true}'))
})

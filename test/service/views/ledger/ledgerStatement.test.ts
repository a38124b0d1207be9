/** The statement of a month, checked by what a reader can compute. */
import { createHash } from "node:crypto"

import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import { extractText, getDocumentProxy } from "unpdf"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"

const key = Buffer.alloc(checkpoint.seedOctets, "statement").toString("base64")

const path = "/api/v1/ledger/statements"

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/** What a PDF reader shows of it, without line breaks. */
const textOf = async (base: string, headers: Record<string, string>) => {
  const month = monthOf(new Date())
  const response = await fetch(`${base}${path}/${month}/pdf`, { headers })
  const type = response.headers.get("content-type")
  const named = response.headers.get("content-disposition")
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const { text } = await extractText(document, { mergePages: true })
  return { type, named, text: text.replace(/\s+/gu, " ") }
}

layer(service.layer({ lab: true, credits: 1_000, env: { RCPT_LEDGER_KEY: key } }), service.live)(
  "The statement of a month",
  (it) => {
    it.effect(
      "has what came and went, the digest of its file, and a checkpoint that covers its entries",
      function* () {
        const { apiKey, base, get } = yield* service.Service
        yield* get("/api/v1/verify?email=ann@acme.test")
        yield* get("/api/v1/verify?email=ann@servfail.test")
        const month = monthOf(new Date())
        const statement = Object((yield* get(`${path}/${month}`)).json)
        assert.deepInclude(statement.totals, {
          balance_before: 0,
          granted: 1_000,
          charged: 1,
          balance_after: 999
        })
        assert.strictEqual(statement.is_over, false)

        const file = yield* Effect.promise(async () => {
          const response = await fetch(`${base}/api/v1/ledger.csv?month=${month}`, {
            headers: { "x-api-key": apiKey }
          })
          return Buffer.from(await response.arrayBuffer())
        })
        const digest = createHash("sha256").update(file).digest("hex")
        assert.strictEqual(statement.csv_sha256, digest)

        const { keys } = Object((yield* get("/api/v1/ledger/checkpoints")).json)
        const { note, size } = statement.checkpoint
        assert.isTrue(checkpoint.isSignedBy(note, checkpoint.parseVerifier(keys[0])!))
        const { entries } = Object((yield* get("/api/v1/ledger?limit=1")).json)
        const proof = Object((yield* get(`/api/v1/ledger/${entries[0].id}/proof`)).json)
        assert.isBelow(proof.inclusion.index, size)
      }
    )

    it.effect("is new with every entry, and its lines say where the credits went", function* () {
      const { get } = yield* service.Service
      const month = monthOf(new Date())
      const read = Effect.map(get(`${path}/${month}`), ({ json }) => Object(json))
      const before = yield* read
      yield* get("/api/v1/verify?email=ann@acme.test")
      const after = yield* read
      assert.notStrictEqual(after.csv_sha256, before.csv_sha256)
      assert.strictEqual(after.totals.charged, before.totals.charged + 1)
      assert.deepStrictEqual(yield* read, after)
      const charged = after.lines.map(Object).map((line: { charged: number }) => line.charged)
      assert.strictEqual(
        charged.reduce((sum: number, one: number) => sum + one, 0),
        after.totals.charged
      )
      const date = new Date().toISOString().slice(0, 10)
      assert.deepInclude(after.lines[0], { date, what: "grant", change: 1_000 })
    })

    it.effect(
      "is also a PDF, with the address of the account for who is signed in alone",
      function* () {
        const { apiKey, base, get } = yield* service.Service
        const month = monthOf(new Date())
        const statement = Object((yield* get(`${path}/${month}`)).json)
        const { type, named, text } = yield* Effect.promise(() =>
          textOf(base, { "x-api-key": apiKey })
        )
        assert.strictEqual(type, "application/pdf")
        assert.strictEqual(named, `attachment; filename="statement-${month}.pdf"`)
        assert.include(text, statement.csv_sha256)
        assert.include(text, statement.checkpoint.note.split("\n")[2])
        assert.match(text, /Granted \+1,000 /)
        assert.match(text, /Single checks, fast /)
        assert.match(text, /The month goes on/)
        assert.notMatch(text, /@/)
      }
    )

    it.effect("stands in the list of months, the newest first", function* () {
      const { get } = yield* service.Service
      const month = monthOf(new Date())
      const { totals } = Object((yield* get(`${path}/${month}`)).json)
      const list = (query: string) => Effect.map(get(`${path}${query}`), ({ json }) => json)
      assert.deepStrictEqual(yield* list(""), {
        statements: [{ month, is_over: false, totals }],
        next: null
      })
      assert.deepStrictEqual(yield* list(`?before=${month}`), { statements: [], next: null })
      assert.strictEqual((yield* get(`${path}?before=2026`)).status, 400)
    })

    it.effect(
      "of a time before the first entry has nothing, and none is of the future",
      function* () {
        const { get } = yield* service.Service
        const { status, json } = yield* get(`${path}/2020-01`)
        assert.strictEqual(status, 200)
        const { totals, is_over, checkpoint } = Object(json)
        assert.deepStrictEqual([is_over, checkpoint], [true, undefined])
        assert.deepInclude(totals, { balance_before: 0, granted: 0, balance_after: 0 })
        const answers = yield* Effect.forEach(["2999-01", "2026-13", "x"], (month) =>
          get(`${path}/${month}`)
        )
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [404, 400, 400]
        )
      }
    )
  }
)

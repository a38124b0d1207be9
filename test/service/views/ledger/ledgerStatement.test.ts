/** The statement of a month, checked by what a reader can compute. */
import { createHash } from "node:crypto"

import { assert, describe, layer } from "@effect/vitest"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"

import * as service from "../../../support/service.ts"

const key = Buffer.alloc(checkpoint.seedOctets, "statement").toString("base64")

const path = "/api/v1/ledger/statements"

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

describe("The statement of a month", () => {
  layer(
    service.layer({ lab: true, credits: 1_000, env: { RCPT_LEDGER_KEY: key } }),
    service.live
  )((it) => {
    it.effect(
      "has what came and went, the digest of its file, and a checkpoint that covers its entries",
      () =>
        Effect.gen(function* () {
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
        })
    )

    it.effect("of a time before the first entry has nothing, and none is of the future", () =>
      Effect.gen(function* () {
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
      })
    )
  })
})

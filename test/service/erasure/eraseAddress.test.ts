import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { verifyProof } from "../../../packages/store/verifier/verifyProof.ts"
import { rcpt } from "../../cli/rcpt.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import {
  counts,
  erase,
  ledgerKey,
  live,
  mailbox,
  receiptOf,
  resultsOf,
  startService,
  traces,
  typed
} from "./erasureWorld.ts"
import { placesOf } from "./scanDatabase.ts"

const events = (databaseUrl: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly data: object }>`
      select data from es.event where type = 'AddressErased' order by commit_id`
  ).pipe(Effect.provide(Layer.fresh(Database.layer(Redacted.make(databaseUrl)))))

describe("A person who has been through every feature", () => {
  it.live("is nowhere in the database after the erasure, and the ledger is as it was", () =>
    Effect.gen(function* () {
      const running = yield* startService()
      const url = running.databaseUrl!
      const { fast, deep, entry } = yield* live(running)
      const proofPath = `/api/v1/ledger/${entry}/proof`
      const { json: proof } = yield* running.get(proofPath)
      const { json: signed } = yield* running.get("/api/v1/ledger/checkpoints")
      const vkey: string = Object(signed).keys[0]

      const before = yield* placesOf(url, traces)
      assert.includeMembers(
        [...before.keys()],
        [
          "es.reply.body",
          "public.job.filename",
          "public.job.format",
          "public.job_chunk.packed",
          "public.job_result.result",
          "public.job_search.addresses",
          "public.schedule_change.email",
          "public.schedule_change.key",
          "public.webhook_delivery.body"
        ]
      )
      assert.deepStrictEqual(
        [...before.keys()].filter((place) => place.startsWith("sample")),
        []
      )

      const { requestId, ...receipt } = yield* Effect.map(erase(running, typed), (answer) => ({
        ...receiptOf(answer),
        requestId: answer.headers.get("x-request-id")
      }))
      assert.deepStrictEqual([...(yield* placesOf(url, traces)).entries()], [])
      assert.isTrue(receipt.found)
      assert.deepInclude(counts(receipt), {
        job_rows: 5,
        job_cells: 1,
        job_names: 2,
        stored_replies: 5,
        webhook_messages: 1,
        feedback_reports: 1,
        schedule_contacts: 2,
        rules: 2
      })
      assert.isNotEmpty(receipt.kept)

      const [event, ...more] = yield* events(url)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(event!.data, { erasureId: receipt.id, counts: counts(receipt) })
      assert.match(Object(event!.data).digest, /^[\da-f]{32}$/)
      assert.strictEqual(Object(event!.data).from.requestId, requestId)

      const page = yield* resultsOf(running, fast)
      assert.deepStrictEqual(
        page.results.map(({ email, erased = false, verification_status: status }) => [
          email,
          erased,
          status !== undefined
        ]),
        [
          ["", true, true],
          ["bob@acme.test", false, true],
          ["", true, true],
          ["eve@acme.test", false, true],
          ["", true, true],
          ["BOB@acme.test", false, true]
        ]
      )
      const { results: found } = yield* resultsOf(running, fast, "&search=zykowski")
      assert.deepStrictEqual(found, [])
      const { text: csv } = yield* running.get(`/api/v1/jobs/${fast}/download`)
      const [header, first, second, , fourth] = csv.replace("\ufeff", "").split("\r\n")
      assert.match(
        header!,
        /^name,email,remark,verification_status,.*,recommendation,catch_all_confidence,erased$/
      )
      assert.match(first!, /^,,,(?:valid|risky),\d+,.*,true$/)
      assert.match(second!, /^Bob,bob@acme\.test,brother,.*,$/)
      assert.match(fourth!, /^Eve,eve@acme\.test,,valid,.*,$/)
      const { json: job } = yield* running.get(`/api/v1/jobs/${fast}`)
      assert.deepInclude(Object(job), { filename: "erased.csv", total_rows: 6, erased_rows: 3 })
      assert.strictEqual((yield* resultsOf(running, deep)).results.length, 2)

      const again = receiptOf(yield* erase(running, mailbox))
      assert.deepStrictEqual([again.found, again.id, again.erased], [false, null, []])
      assert.strictEqual((yield* events(url)).length, 1)

      const repeated = yield* running.get(
        `/api/v1/verify?email=${encodeURIComponent(typed)}&explain=true`,
        { headers: { "idempotency-key": "fast" } }
      )
      assert.strictEqual(repeated.headers.get("idempotent-replay"), "true")
      assert.deepInclude(Object(repeated.json), { email: "", erased: true, credits_used: 1 })

      assert.match(verifyProof(proof, vkey), /^Credits\w+ \{/)
      const { json: proofNow } = yield* running.get(proofPath)
      assert.match(verifyProof(proofNow, vkey), /^Credits\w+ \{/)
      const env = { RCPT_DATABASE_URL: url, RCPT_LEDGER_KEY: ledgerKey }
      const verified = yield* rcpt(["ledger", "verify"], env)
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
    }).pipe(Effect.scoped)
  )
})

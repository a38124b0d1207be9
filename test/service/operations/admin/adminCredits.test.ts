import { randomUUID } from "node:crypto"

import { Posted } from "@rcpt/api/Admin"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem } from "../../accounts/keysWorld.ts"
import { aDayPasses, isReplay } from "../../ledger/idempotency/keyed.ts"
import { creditsOf, customer, entriesOf, posted, sqlIn } from "../../views/ledger/ledgerWorld.ts"

const decodePosted = Schema.decodeUnknownEffect(Posted, { onExcessProperty: "error" })

const events = (running: Running, stream: string) =>
  sqlIn(
    running,
    SqlClient.SqlClient.use(
      (sql) => sql<{ readonly type: string; readonly data: Record<string, unknown> }>`
        select type, data from es.event where stream_id = ${stream} order by version`
    )
  )

const grantLimits = "credits must be a whole number from 1 to 1000000000000"
const adjustLimits =
  "credits must be a whole number from -1000000000000 to 1000000000000, and not 0"
const reasonLimits = "reason must be 1 to 200 visible characters"

const refusedCredits: ReadonlyArray<readonly [credits: string, isAdjustment: boolean]> = [
  ["-5", true],
  ["0", false],
  ["1.5", false],
  ["1000000000001", false],
  ["1000000000000000000", false],
  ["1e400", false],
  ['"5"', false],
  ["null", false],
  ["[5]", false]
]
const refusedReasons = ["", "  ", "x".repeat(201), "two\nlines", "a\u202eb", "nul\0"]

layer(service.layer({ lab: true, env: { RCPT_RATE_LIMIT: "off" } }), service.live)(
  "An owner of the service",
  (it) => {
    it.effect(
      "gives credits once, however often and from how many sides it is asked",
      function* () {
        const running = yield* service.Service
        const ann = yield* openAccount(running.databaseUrl!)
        const key = randomUUID()
        const body = { credits: 10, reason: " invoice 17 " }
        const grant = posted(running, ann.account, "grants", body, { key })
        const answers = yield* Effect.all(
          Array.from({ length: 8 }, () => grant),
          { concurrency: "unbounded" }
        )
        const done = answers.filter(({ status }) => status === 201)
        assert.isAbove(done.length, 0)
        assert.isTrue(answers.every(({ status }) => status === 201 || status === 409))
        assert.strictEqual(new Set(done.map(({ text }) => text)).size, 1)
        const again = yield* grant
        assert.isTrue(isReplay(again))
        const told = yield* decodePosted(again.json)
        assert.deepInclude(told, { account_id: ann.account, credits: 10, reason: "invoice 17" })
        assert.strictEqual(yield* creditsOf(running, ann), 10)

        const [entry] = yield* entriesOf(running, ann)
        assert.deepInclude(entry, { type: "grant", reason: "invoice 17", balance: 10 })
        const { json } = yield* running.get("/api/v1/admin/accounts")
        const by = Object(json).accounts.at(-1).id
        const [event] = yield* events(running, `ledger-${ann.account}`)
        assert.include(event!.data, { grantId: told.id, by })
      }
    )

    it.effect("gives them once also after the day for which an answer is kept", function* () {
      const running = yield* service.Service
      const ann = yield* openAccount(running.databaseUrl!)
      const bob = yield* openAccount(running.databaseUrl!)
      const key = randomUUID()
      const grant = (credits: number, account = ann.account) =>
        posted(running, account, "grants", { credits, reason: "r" }, { key })
      const first = yield* grant(10)
      yield* sqlIn(running, aDayPasses)
      const second = yield* grant(10)
      assert.deepStrictEqual([second.status, second.text], [201, first.text])
      yield* sqlIn(running, aDayPasses)
      const reused = "this Idempotency-Key was used for a different request"
      isProblem(yield* grant(11), 422, reused)
      isProblem(yield* grant(10, bob.account), 422, reused)
      assert.strictEqual(yield* creditsOf(running, ann), 10)
      assert.strictEqual(yield* creditsOf(running, bob), 0)
    })

    for (const [credits, isAdjustment] of refusedCredits)
      it.effect(`cannot give ${credits} credits`, function* () {
        const running = yield* service.Service
        const ann = yield* openAccount(running.databaseUrl!)
        const send = (what: "grants" | "adjustments") =>
          posted(running, ann.account, what, {}, { body: `{"credits":${credits},"reason":"r"}` })
        isProblem(yield* send("grants"), 400, grantLimits)
        if (!isAdjustment) isProblem(yield* send("adjustments"), 400, adjustLimits)
        assert.deepStrictEqual(yield* events(running, `ledger-${ann.account}`), [])
      })

    it.effect("says why, in words that can be read in a line", function* () {
      const running = yield* service.Service
      const ann = yield* openAccount(running.databaseUrl!)
      for (const reason of refusedReasons) {
        const answer = yield* posted(running, ann.account, "grants", { credits: 1, reason })
        isProblem(answer, 400, reasonLimits)
      }
      const none = yield* posted(running, ann.account, "grants", { credits: 1 })
      isProblem(none, 400, "reason is required")
      const body = '{"credits":1,"reason":"r"}'
      const headers = { "content-type": "application/json" }
      const keyless = yield* posted(running, ann.account, "grants", {}, { headers, body })
      isProblem(keyless, 400, "Idempotency-Key is required")
      assert.strictEqual(yield* creditsOf(running, ann), 0)
    })

    it.effect("corrects credits up and down, never below nothing nor over the limit", function* () {
      const running = yield* service.Service
      const ann = yield* customer(running, 10)
      const adjust = (credits: number) =>
        posted(running, ann.account, "adjustments", { credits, reason: "a correction" })
      assert.strictEqual((yield* adjust(-4)).status, 201)
      isProblem(yield* adjust(-7), 400, "credits must be -6 or more: the account has only 6")
      assert.strictEqual((yield* adjust(-6)).status, 201)
      isProblem(yield* adjust(-1), 400, "credits must be 0 or more: the account has only 0")
      assert.strictEqual((yield* adjust(3)).status, 201)
      assert.strictEqual(yield* creditsOf(running, ann), 3)
      const full = { credits: 1_000_000_000_000, reason: "all there is" }
      const limit = "credits must be 999999999997 or less: no account has over 1000000000000"
      isProblem(yield* posted(running, ann.account, "grants", full), 400, limit)
      assert.deepStrictEqual(yield* sqlIn(running, contradictions), [])
    })
  }
)

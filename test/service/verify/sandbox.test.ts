import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { batch, bulk, emails, lineOf, single, timeless } from "./sandboxWorld.ts"

/** On no lab: where nobody answers DNS, and port 25 leads nowhere. */
const anywhere = service.layer({
  credits: 1_000,
  env: { RCPT_RATE_LIMIT: "off", RCPT_DNS_SERVERS: "127.0.0.1:9", RCPT_RDAP_URL: "off" }
})

/** Batches have at most a hundred. */
const mixed = emails.map((email, place) => (place % 2 === 0 ? email : email.toUpperCase()))

const accountOf = ({ get }: Running) =>
  Effect.map(get("/api/v1/account"), ({ json }) => {
    const { credits, usage } = Object(json)
    return { credits, checks: usage.total_checks }
  })

const ask = (running: Running, statement: string) =>
  SqlClient.SqlClient.use((sql) => sql.unsafe<Record<string, unknown>>(statement)).pipe(
    Effect.provide(sqlOf(running)),
    Effect.orDie
  )

const invariantsHold = (running: Running) =>
  Effect.map(Effect.provide(contradictions, sqlOf(running)), (found) =>
    assert.deepStrictEqual(found, [])
  )

layer(anywhere, service.live)("The sandbox of a service that reaches nobody", (it) => {
  for (const mode of ["fast", "deep"] as const)
    it.effect(
      `answers every row alike in single, batch and bulk in ${mode} mode, for nothing`,
      function* () {
        const running = yield* service.Service
        const before = yield* accountOf(running)
        const singles = yield* Effect.forEach(emails, (email) => single(running, email, mode), {
          concurrency: 8
        })
        for (const result of singles) {
          assert.strictEqual(result.credits_used, 0, result.email)
          assert.match(result.reasons.join(" "), /sandbox/)
        }

        const { results, credits_used, truncated } = yield* batch(running, emails, mode)
        assert.deepInclude({ credits_used, truncated }, { credits_used: 0, truncated: false })
        assert.deepStrictEqual(
          results.map(({ result }) => timeless(result!)),
          singles.map(timeless)
        )

        const { job, lines } = yield* bulk(running, [...emails, ...mixed], mode)
        assert.deepInclude(job, { total_rows: emails.length * 2 })
        singles.map(lineOf).forEach((line, at) => assert.deepInclude(lines[at], line))

        assert.deepStrictEqual(yield* accountOf(running), before)
        yield* invariantsHold(running)
      }
    )

  it.effect(
    "needs no balance, alone and in a batch, and leaves no trace in the ledger",
    function* () {
      const running = yield* service.Service
      const { account, apiKey } = yield* openAccount(running.databaseUrl!)
      const one = yield* single(running, "mailbox_full@sandbox.rcpt.test", "deep", apiKey)
      assert.deepInclude(one, { sub_status: "mailbox_full", credits_used: 0 })
      const many = yield* batch(running, emails, "deep", apiKey)
      assert.deepInclude(many, { count: emails.length, credits_used: 0, truncated: false })
      const events = `select from es.event where stream_id = 'ledger-${account}'`
      assert.deepStrictEqual(yield* ask(running, events), [])
    }
  )

  it.effect(
    "stands in a batch beside addresses that are paid for, until one cannot be",
    function* () {
      const running = yield* service.Service
      const { apiKey } = yield* openAccount(running.databaseUrl!)
      const asked = [emails[0]!, emails[1]!, "ann@@acme.test", emails[2]!]
      const poor = yield* batch(running, asked, "fast", apiKey)
      assert.deepInclude(poor, { count: 2, credits_used: 0, truncated: true })
      const rich = yield* batch(running, asked, "fast")
      assert.deepInclude(rich, { count: 4, credits_used: 1, truncated: false })
      const used = rich.results.map(({ result }) => result?.credits_used)
      assert.deepStrictEqual(used, [0, 0, 1, 0])
      yield* invariantsHold(running)
    }
  )

  it.effect("stands in a job beside rows that are paid for and counted", function* () {
    const running = yield* service.Service
    const before = yield* accountOf(running)
    const { job, lines } = yield* bulk(running, [emails[0]!, "ann@@acme.test"], "deep")
    assert.strictEqual(job.credits_reserved, 10)
    assert.deepStrictEqual(
      lines.map((line) => line["credits_used"]),
      ["0", "1"]
    )
    const after = yield* accountOf(running).pipe(
      Effect.repeat({
        until: ({ checks }) => checks > before.checks,
        schedule: Schedule.spaced(50)
      })
    )
    const expected = { credits: before.credits - 1, checks: before.checks + 1 }
    assert.deepStrictEqual(after, expected)
    yield* invariantsHold(running)
  })

  it.effect("is answered again under an Idempotency-Key, word for word", function* () {
    const { get } = yield* service.Service
    const path = "/api/v1/verify?email=timeout@sandbox.rcpt.test&mode=deep"
    const request = { headers: { "idempotency-key": "sandbox" } }
    const [first, again] = [yield* get(path, request), yield* get(path, request)]
    assert.strictEqual(first.status, 200)
    assert.strictEqual(again.text, first.text)
    assert.strictEqual(again.headers.get("idempotent-replay"), "true")
    const other = yield* get("/api/v1/verify?email=valid@sandbox.rcpt.test", request)
    assert.strictEqual(other.status, 422)
  })

  it.effect("is told from what was charged: a row that only says so breaks I6", function* () {
    const running = yield* service.Service
    yield* bulk(running, [emails[0]!], "fast")
    const found = yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update job_result set is_sandbox = not is_sandbox`
      return yield* Effect.flip(Effect.flatMap(contradictions, Effect.fail))
    }).pipe(
      Effect.flatMap((broken) => Effect.fail({ broken })),
      (tampering) => SqlClient.SqlClient.use((sql) => sql.withTransaction(tampering)),
      Effect.flip,
      Effect.provide(sqlOf(running))
    )
    assert.include(JSON.stringify(found), '"I6"')
  })
})

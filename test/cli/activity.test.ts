import { ActivityDetail, ActivityRow } from "@rcpt/api/Activity"
import { Effect, Schema } from "effect"

import { activityReport, activityTable } from "../../packages/cli/src/activity.ts"
import { sent, verifyPath } from "../service/activity/activityWorld.ts"
import { json } from "../service/erasure/erasureWorld.ts"
import { describeWith, terminal } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"
import { linesOf, openTerminal } from "./terminal.ts"

const decodeRow = Schema.decodeUnknownEffect(Schema.fromJsonString(ActivityRow))
const decodeDetail = Schema.decodeUnknownEffect(Schema.fromJsonString(ActivityDetail))

const columnsMax = 80

const settings = Effect.map(service.Service, ({ base, apiKey }) => ({
  RCPT_URL: base,
  RCPT_API_KEY: apiKey
}))

const run = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(settings, (env) => rcpt(["activity", ...args], env))

/** Without the requests of the command itself. */
const rowsOf = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { code, stdout, stderr } = yield* run(...args)
    assert.deepStrictEqual([code, stderr], [0, ""])
    const lines = stdout.split("\n").filter((line) => line !== "")
    return yield* Effect.forEach(lines, (line) => decodeRow(line))
  })

layer(service.layer({ credits: 500 }), service.live)("rcpt activity", (it) => {
  it.effect("lists checks and requests, and shows one with its answer", function* () {
    const running = yield* service.Service
    const [check] = (yield* sent(running, verifyPath("valid@sandbox.rcpt.test"))).rows
    yield* sent(running, "/api/v1/jobs?limit=0")
    const refused = yield* rowsOf("--http-status", "4xx", "--limit", "1")
    assert.strictEqual(refused[0]?.path, "/jobs")
    assert.strictEqual(refused.length, 1)

    assert.deepStrictEqual(yield* rowsOf("--request-id", check!.request_id), [check])
    assert.strictEqual(check!.email, "v***@sandbox.rcpt.test")
    const shown = yield* run(check!.id)
    assert.strictEqual((yield* decodeDetail(shown.stdout)).result?.status, "valid")
    assert.strictEqual((yield* run(check!.request_id, "--json")).stdout, shown.stdout)
  })

  it.effect("takes the filters of the API, each by its name", function* () {
    const running = yield* service.Service
    const risky = "risky@sandbox.rcpt.test"
    const [{ rows }, other] = [
      yield* sent(running, verifyPath(risky)),
      yield* sent(running, verifyPath("invalid@sandbox.rcpt.test"))
    ]
    const [row] = rows
    const after = new Date(Date.parse(row!.created_at) + 1).toISOString()
    for (const args of [
      ["--email", risky],
      ["--status", "risky", "--what", "check"],
      ["--key", row!.key_id!, "--status", "risky"],
      ["--until", after, "--limit", "1"]
    ])
      assert.deepStrictEqual(yield* rowsOf(...args), [row], args.join(" "))
    const later = yield* rowsOf("--since", after, "--what", "check")
    assert.deepStrictEqual(later, [...other.rows])
    assert.deepStrictEqual(yield* rowsOf("--email", "nobody@sandbox.rcpt.test"), [])
  })

  it.effect("reads as many pages as it takes", function* () {
    const running = yield* service.Service
    const emails = Array.from({ length: 60 }, (_, at) => `valid+${at}@sandbox.rcpt.test`)
    const post = json({ emails })
    yield* sent(running, "/api/v1/verify/batch", post, 61)
    yield* sent(running, "/api/v1/verify/batch", post, 61)
    const rows = yield* rowsOf("--limit", "110", "--what", "batch_item")
    assert.strictEqual(new Set(rows.map(({ id }) => id)).size, 110)
  })

  it.effect("says in one sentence what is wrong", function* () {
    const id = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01"
    for (const [args, sentence] of [
      [[id], /\(404\): activity not found\.\n$/],
      [["--limit", "0"], /\(400\): limit must be a whole number from 1 to 100\.\n$/],
      [["--key", "mine"], /\(400\): key must be the id of a key, a UUID\.\n$/],
      [[id, "--what", "check"], /^Filters are for the list: leave them or the id out\.\n$/]
    ] as const) {
      const { code, stdout, stderr } = yield* run(...args)
      assert.deepStrictEqual([code, stdout], [64, ""])
      assert.match(stderr, sentence)
    }
  })
})

describeWith(terminal, "rcpt activity on a terminal", () => {
  layer(
    service.layer({ credits: 50 }),
    service.live
  )((it) => {
    const lines = (...args: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const env = yield* settings
        const opened = yield* openTerminal(["activity", ...args], env, columnsMax)
        assert.strictEqual(yield* opened.ended, 0, opened.output())
        return linesOf(opened.output())
      })

    it.effect("has two lines for each row, and the answer under one", function* () {
      const running = yield* service.Service
      const { rows } = yield* sent(running, verifyPath("valid@sandbox.rcpt.test"))
      const { request_id: request, key_id: key } = rows[0]!
      const table = yield* lines("--what", "check")
      assert.match(table[0]!, /^time \(UTC\) +what +answer +mode +credits +ms$/)
      assert.match(table[2]!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}v\*\*\*@sandbox.* valid +fast /)
      assert.strictEqual(table[3], `  ${request}  ${key}`)
      const one = yield* lines(request)
      assert.match(one.join("\n"), /\n\nvalid, score 100 of 100\nvalid@sandbox\.rcpt\.test\n/)
    })
  })
})

const row: ActivityRow = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01",
  created_at: "2026-11-21T08:30:07.123Z",
  what: "check",
  email: `a***@${"long.".repeat(40)}test`,
  status: "unknown",
  mode: "deep",
  credits: 5,
  via: "api_key",
  key_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c02",
  request_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c03",
  duration_ms: 60_000
}

const request: ActivityRow = {
  ...row,
  what: "request",
  method: "DELETE",
  path: "/webhook/endpoints/{id}",
  error_code: "webhook_endpoint_not_found",
  http_status: 404
}

describe("The table of activity", () => {
  it("fits 80 columns with whole ids, whatever was asked", () => {
    const { email: _, status: __, mode: ___, ...asked } = request
    const { key_id: ____, ...session } = { ...asked, via: "dashboard" } as const
    const { http_status: _____, error_code: ______, ...gone } = session
    const lines = activityTable([row, asked, gone, { ...row, replay: true }], columnsMax).split(
      "\n"
    )
    for (const line of lines) assert.isAtMost(line.length, columnsMax, line)
    assert.strictEqual(lines[3], `  ${row.request_id}  ${row.key_id}`)
    assert.match(lines[4]!, /DELETE \/web.* {2}404 .* {2}–/)
    assert.strictEqual(lines[7], `  ${row.request_id}  dashboard`)
    assert.match(lines[6]!, / no answer /)
    assert.match(lines[8]!, / unknown again /)
  })

  it("has under one row what only its answer has", () => {
    const shown = { width: columnsMax, canColor: false }
    const detail = { ...row, ledger_entry: "4711-1", items: 3 }
    const lines = activityReport(detail, shown).split("\n").slice(4)
    assert.deepStrictEqual(lines, ["addresses: 3", "ledger entry: 4711-1"])
  })
})

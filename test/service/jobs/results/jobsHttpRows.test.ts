/** Rows of a finished job: downloaded by recommendation, and verified again as a new job. */
import { Effect } from "effect"

import { live } from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import {
  isProblem,
  jobOf,
  layer as world,
  list,
  nothingIsLeft,
  priceOf,
  upload,
  World
} from "../jobsHttpWorld.ts"
import { emails, job } from "./facetsWorld.ts"
import type { Own } from "./facetsWorld.ts"

/** Of facetsWorld.ts: one valid, four risky (one a repeat), one invalid, one unknown. */
const csv = ["id,email,note", ...emails.map((email, n) => `${n},${email},"a ""b"" ${n}"`)].join(
  "\n"
)

const download = ({ get }: Running, { id, apiKey }: Own, query: string) =>
  Effect.map(get(`/api/v1/jobs/${id}/download?${query}`, { apiKey }), ({ text, headers }) => ({
    rows: text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[1]),
    etag: headers.get("etag")
  }))

const again = (
  { get }: Running,
  { id, apiKey }: Own,
  body: object,
  { query = "", headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {}
) =>
  get(`/api/v1/jobs/${id}/verify${query}`, {
    method: "POST",
    apiKey,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

layer(world(), live)("The rows of a finished job", (it) => {
  it.effect("can be downloaded by recommendation", function* () {
    const { running } = yield* World
    const own = yield* job(csv)
    const send = yield* download(running, own, "recommendation=send")
    assert.deepStrictEqual(send.rows, [emails[0]])
    const care = yield* download(running, own, "recommendation=send_with_care")
    assert.deepStrictEqual(
      care.rows,
      [1, 3, 4, 5].map((n) => emails[n])
    )
    assert.notStrictEqual(care.etag, send.etag)
    const both = yield* download(running, own, "recommendation=do_not_send,ask_again")
    assert.deepStrictEqual(both.rows, [emails[2], emails[6]])
    const none = yield* download(running, own, "recommendation=send&status=risky")
    assert.deepStrictEqual(none.rows, [])
    const wrong = `/api/v1/jobs/${own.id}/download?recommendation=maybe`
    isProblem(
      yield* running.get(wrong, { apiKey: own.apiKey }),
      400,
      'recommendation must be a comma-separated list of "send", "send_with_care", "do_not_send", "ask_again"'
    )
  })

  it.effect(
    "become a deep job with all their columns, for a price that is known before",
    function* () {
      const { running } = yield* World
      const own = yield* job(csv)
      const price = yield* priceOf(
        yield* again(running, own, { status: ["risky"] }, { query: "?dry_run=true" })
      )
      assert.deepInclude(price, {
        total_rows: 4,
        distinct_rows: 3,
        mode: "deep",
        credits_reserved: 20
      })
      const made = yield* jobOf(yield* again(running, own, { status: ["risky"] }), 201)
      assert.deepInclude(made, {
        filename: "list (risky, deep).csv",
        mode: "deep",
        status: "pending",
        total_rows: 4,
        credits_reserved: 20
      })
      yield* running.get(`/api/v1/jobs/${made.id}`, { method: "DELETE", apiKey: own.apiKey })
      const ofReason = { status: ["risky"], sub_status: "role_based" }
      const third = yield* jobOf(yield* again(running, own, ofReason), 201)
      assert.deepInclude(third, {
        filename: "list (risky, role_based, deep).csv",
        total_rows: 3
      })
      yield* running.get(`/api/v1/jobs/${third.id}`, { method: "DELETE", apiKey: own.apiKey })
      // The column of the addresses and the others are those of the file.
      const fast = { mode: "fast", recommendation: ["send", "ask_again"] }
      const second = yield* jobOf(yield* again(running, own, fast), 201)
      assert.deepInclude(second, {
        filename: "list (send, ask_again, fast).csv",
        total_rows: 2,
        credits_reserved: 2
      })
    }
  )

  it.effect("keep a column that was chosen, and generated names", function* () {
    const { running, customer } = yield* World
    const { apiKey } = yield* customer(100)
    const parts = [
      { name: "header", content: "false" },
      { name: "column", content: "2" }
    ]
    const file = list("ann@old.test,ann@acme.test\nbob@old.test,bob@acme.test\n")
    const { id } = yield* jobOf(yield* upload(running, [...parts, file], { apiKey }), 201)
    // It never runs: what is settled is nothing, so no row is taken.
    yield* running.get(`/api/v1/jobs/${id}`, { method: "DELETE", apiKey })
    isProblem(yield* again(running, { id, apiKey }, {}), 400, "the job has no such row")
  })

  it.effect("are created once for one Idempotency-Key", function* () {
    const { running, node } = yield* World
    const own = yield* job(csv)
    const headers = { "idempotency-key": "deep-on-risky" }
    const body = { status: ["risky"] }
    const first = yield* jobOf(yield* again(running, own, body, { headers }), 201)
    const replay = yield* jobOf(yield* again(running, own, body, { headers }), 201)
    assert.strictEqual(replay.id, first.id)
    const other = yield* again(running, own, { status: ["valid"] }, { headers })
    assert.strictEqual(other.status, 422, other.text)
    yield* Effect.provide(nothingIsLeft, node)
  })

  it.effect(
    "are refused with a sentence where there is none, or no credit, or no such job",
    function* () {
      const { running, node, customer } = yield* World
      const own = yield* job(csv)
      isProblem(
        yield* again(running, own, { status: ["risky"], recommendation: ["send"] }),
        400,
        "the job has no such row"
      )
      const status = yield* again(running, own, { status: ["maybe"] })
      assert.strictEqual(status.status, 400)
      assert.match(status.text, /status.* must be one of/)
      const empty = yield* again(running, own, { status: [] })
      assert.match(empty.text, /status must have at least one item/)
      isProblem(yield* again(running, own, { mode: "quick" }), 400, 'mode must be "fast" or "deep"')
      isProblem(yield* again(running, yield* job(csv, 2), {}), 400, "job is not complete")
      const { apiKey } = yield* customer(100)
      isProblem(yield* again(running, { id: own.id, apiKey }, {}), 404, "job not found")
      // 9,994 of 10,000 credits are left: 2,000 rows of 5 are more.
      const many = Array.from({ length: 2_000 }, (_, n) => `n${n}@acme.test`)
      const large = yield* job(["email", ...many].join("\n"), 2_000)
      isProblem(yield* again(running, large, {}), 402, "insufficient credits")
      yield* Effect.provide(nothingIsLeft, node)
    }
  )
})

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { make } from "../accounts/keysWorld.ts"
import { withSession } from "../accounts/security/securityWorld.ts"
import { env, owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { json } from "../erasure/erasureWorld.ts"
import { detail, path, rows, sent, verifyPath, written } from "./activityWorld.ts"

const batchPath = "/api/v1/verify/batch"

layer(service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off" } }), service.live)(
  "Activity",
  (it) => {
    it.effect(
      "has a row for each check, the same by the short way and the general one",
      function* () {
        const running = yield* service.Service
        yield* running.get("/api/v1/account")
        const address = verifyPath("support@acme.test")
        const short = yield* sent(running, address)
        const general = yield* sent(running, `${address}&explain=false`)
        for (const { row, answer, requestId } of [short, general]) {
          const { id, key_id, created_at, duration_ms, ...facts } = row
          assert.deepStrictEqual(facts, {
            what: "check",
            method: "GET",
            path: "/verify",
            email: "s***@acme.test",
            status: Object(answer.json).status,
            sub_status: Object(answer.json).sub_status,
            score: Object(answer.json).score,
            mode: "fast",
            credits: 1,
            via: "api_key",
            request_id: requestId,
            http_status: 200
          })
          assert.isAbove(Date.parse(created_at), Date.now() - 30_000)
          assert.isAtMost(duration_ms, 5_000)
          assert.isString(key_id)
          assert.strictEqual(id, requestId)
        }
      }
    )

    it.effect("keeps the full answer, and leads to the charge and back", function* () {
      const running = yield* service.Service
      const { answer, row, requestId } = yield* sent(running, verifyPath("bob@acme.test"))
      const found = yield* detail(running, row.id)
      assert.deepStrictEqual(found.result, answer.json as never)
      assert.strictEqual(found.email, "bob@acme.test")
      assert.deepStrictEqual(yield* detail(running, requestId), found)
      const receipt = Object((yield* running.get(`/api/v1/ledger/${found.ledger_entry}`)).json)
      assert.strictEqual(receipt.entry.type, "charge")
      assert.strictEqual(receipt.hold.id, row.id)
      assert.strictEqual(receipt.activity, row.id)
    })

    it.effect("has a batch as one row, and one for each of its addresses", function* () {
      const running = yield* service.Service
      const emails = ["ann@acme.test", "ANN@acme.test", "nobody", "valid@sandbox.rcpt.test"]
      const { answer, rows: found } = yield* sent(running, batchPath, json({ emails }), 5)
      const batch = found.find(({ what }) => what === "batch")!
      assert.strictEqual(batch.credits, Object(answer.json).credits_used)
      assert.isUndefined(batch.email)
      const items = found.filter(({ what }) => what === "batch_item")
      const shown = items.map(({ email, credits }) => `${email} ${credits}`)
      assert.sameMembers(shown, [
        "a***@acme.test 1",
        "A***@acme.test 0",
        "n*** 1",
        "v***@sandbox.rcpt.test 0"
      ])
      assert.strictEqual((yield* detail(running, batch.id)).items, 4)
      for (const { id } of items) {
        const { result, ledger_entry } = yield* detail(running, id)
        const { results } = Object(answer.json)
        const sentResult = results.find(
          (one: { email: string }) => one.email === result?.email
        ).result
        assert.deepStrictEqual(result, sentResult)
        assert.strictEqual(ledger_entry !== undefined, sentResult.credits_used === 1)
      }
    })

    it.effect(
      "has other requests of keys with their path as declared, never its query",
      function* () {
        const running = yield* service.Service
        const { row } = yield* sent(running, "/api/v1/jobs/secret@acme.test?email=secret@acme.test")
        assert.deepInclude(row, {
          what: "request",
          method: "GET",
          path: "/jobs/{id}",
          http_status: 404,
          error_code: "job_not_found",
          credits: 0
        })
        assert.notInclude(JSON.stringify(yield* detail(running, row.id)), "secret")
      }
    )

    it.effect("has a check that was refused, with its address and the error", function* () {
      const running = yield* service.Service
      const { row } = yield* sent(running, verifyPath("ann@acme.test", "&mode=slow"))
      assert.deepInclude(row, {
        what: "check",
        email: "a***@acme.test",
        http_status: 400,
        credits: 0
      })
      assert.isUndefined(row.status)
    })

    it.effect("says that an answer was repeated, which cost nothing", function* () {
      const running = yield* service.Service
      const once = { headers: { "idempotency-key": "once" } }
      const first = yield* sent(running, verifyPath("eve@acme.test"), once)
      const second = yield* sent(running, verifyPath("eve@acme.test"), once)
      assert.deepInclude(first.row, { credits: 1 })
      assert.deepInclude(second.row, { credits: 0, replay: true, status: "valid" })
      const { result, ledger_entry } = yield* detail(running, second.row.id)
      assert.deepStrictEqual(result, second.answer.json as never)
      assert.isUndefined(ledger_entry)
    })

    it.effect("has of a session what it checks or changes, not what its pages read", function* () {
      const running = yield* service.Service
      const { cookie } = yield* signIn(running, owner)
      const session = withSession(cookie)
      const read = yield* running.get("/api/v1/account", session)
      const { row } = yield* sent(running, verifyPath("ann@acme.test"), session)
      assert.deepInclude(row, { what: "check", via: "dashboard" })
      assert.isUndefined(row.key_id)
      const requestId = read.headers.get("x-request-id")
      assert.deepStrictEqual(yield* rows(running, `?request_id=${requestId}`), [])
      assert.strictEqual((yield* detail(running, row.id, session)).email, "ann@acme.test")
    })

    it.effect("shows restricted keys no address in clear", function* () {
      const running = yield* service.Service
      const { key: apiKey } = yield* make(running, { name: "reader", scopes: ["read"] })
      const { row } = yield* sent(running, verifyPath("Carol.Smith@acme.test"))
      const found = yield* detail(running, row.id, { apiKey })
      assert.strictEqual(found.email, "C***@acme.test")
      assert.strictEqual(found.result?.email, "C***@acme.test")
      assert.notMatch(JSON.stringify(found), /carol|smith/i)
    })

    it.effect("shows nothing of another account", function* () {
      const running = yield* service.Service
      const { row, requestId } = yield* sent(running, verifyPath("ann@acme.test"))
      const { apiKey } = yield* openAccount(running.databaseUrl!)
      for (const id of [row.id, requestId]) {
        const answer = yield* running.get(`${path}/${id}`, { apiKey })
        assert.deepStrictEqual([answer.status, answer.json], [404, { error: "activity not found" }])
      }
      for (const query of [`request_id=${requestId}`, "email=ann@acme.test", `key=${row.key_id}`])
        assert.deepStrictEqual(
          (yield* rows(running, `?${query}&what=check`, { apiKey })).length,
          0,
          query
        )
      const { headers } = yield* running.get("/api/v1/account", { apiKey })
      const own = headers.get("x-request-id")!
      assert.lengthOf(yield* written(running, own, { request: { apiKey } }), 1)
      assert.deepStrictEqual(yield* rows(running, `?request_id=${own}`), [])
    })
  }
)

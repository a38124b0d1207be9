/**
 * The interfaces of other services over HTTP: what each says of the same addresses, its refusals, its lists, and that keys
 * keep their limits and stay out of everything that is recorded.
 */
import { dropInNames } from "@rcpt/api/otherServices"
import type { DropInName } from "@rcpt/api/otherServices"
import { Effect, Schedule } from "effect"

import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Answer, Running } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { make } from "../../accounts/keysWorld.ts"
import { refusals, rows, single, wordIn } from "./theirWords.ts"

const names = dropInNames

const ask = ({ get }: Running, name: DropInName, key: string, email: string) => {
  const { path, ...request } = single[name](key, email)
  return get(path, { apiKey: null, ...request })
}

const finished = (
  asked: Effect.Effect<Answer, service.NoAnswer>,
  isDone: (json: Readonly<Record<string, unknown>>) => boolean
) =>
  asked.pipe(
    Effect.filterOrFail(
      ({ json }) => isDone(Object(json)),
      () => "not yet" as const
    ),
    Effect.retry(Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "20 seconds" })))
  )

layer(service.layer({ lab: true, credits: 100_000, env: { RCPT_LOG: "trace" } }), service.live)(
  "An interface of another service",
  (it) => {
    for (const { what, email, words } of rows)
      it.effect(`says of ${email} (${what}): ${Object.values(words).join(", ")}`, function* () {
        const running = yield* service.Service
        const said = yield* Effect.forEach(
          names,
          (name) => ask(running, name, running.apiKey, email),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          Object.fromEntries(names.map((name, at) => [name, wordIn(said[at]!.json)])),
          words
        )
      })

    it.effect(
      "refuses a wrong key and an empty balance in the service's own shape, and charges nothing",
      function* () {
        const running = yield* service.Service
        const poor = yield* openAccount(running.databaseUrl!)
        const wrong = `rcpt_live_${"a".repeat(38)}`
        for (const name of names) {
          const { shown, wrongKey, noCredits } = refusals[name]
          const refused = yield* ask(running, name, wrong, "ann@acme.test")
          assert.deepStrictEqual(shown(refused), wrongKey, name)
          const unpaid = yield* ask(running, name, poor.apiKey, "ann@acme.test")
          assert.deepStrictEqual(shown(unpaid), noCredits, name)
          const nothing = yield* ask(running, name, running.apiKey, " ")
          assert.include(nothing.text, "email must not be blank", name)
        }
        const credits = yield* running.get(`/v2/getcredits?api_key=${wrong}`, { apiKey: null })
        assert.deepStrictEqual(credits.json, { Credits: "-1" })
      }
    )

    it.effect(
      "checks in fast mode where it is asked for, and for a key that may do no more",
      function* () {
        const running = yield* service.Service
        const { key } = yield* make(running, { name: "fast", scopes: ["fast"] })
        const path = (apiKey: string, more = "") =>
          running.get(`/v2/verify?email=gone@acme.test&apikey=${apiKey}${more}`, { apiKey: null })
        // Nobody was asked, so the mailbox is not known to be gone; and nobody has accepted it.
        const fast = { result: "deliverable", reason: null }
        assert.deepInclude((yield* path(key)).json, fast)
        assert.deepInclude((yield* path(running.apiKey, "&mode=fast")).json, fast)
      }
    )

    it.effect("keeps the networks and the end of a key", function* () {
      const running = yield* service.Service
      const elsewhere = yield* make(running, { name: "elsewhere", networks: ["192.0.2.0/24"] })
      const answer = yield* ask(running, "emailable", elsewhere.key, "ann@acme.test")
      assert.strictEqual(answer.status, 403, answer.text)
      assert.include(String(Object(answer.json).message), "network")
    })

    it.effect(
      "answers a path with another method 405, and paths of no interface 404",
      function* () {
        const { get } = yield* service.Service
        const wrong = yield* get("/v2/verify", { method: "DELETE" })
        assert.deepStrictEqual([wrong.status, wrong.headers.get("allow")], [405, "GET"])
        for (const path of ["/v2/nothing", "/v3/verify", "/v1", "/v4/single"])
          assert.strictEqual((yield* get(path)).status, 404, path)
      }
    )

    it.effect(
      "names itself in activity, and its keys stand nowhere in it, nor in the log",
      function* () {
        const running = yield* service.Service
        const { apiKey, get } = running
        const checked = yield* ask(running, "zerobounce", apiKey, "ann@acme.test")
        const lost = yield* get(`/v2/nothing?api_key=${apiKey}`, { apiKey: null })
        assert.strictEqual(lost.status, 404)
        const id = checked.headers.get("x-request-id")
        const row = yield* finished(get(`/api/v1/activity/${id}`), ({ path }) => path !== undefined)
        assert.deepInclude(row.json, { path: "/v2/validate", http_status: 200, credits: 5 })
        const list = yield* get("/api/v1/activity?limit=100")
        for (const text of [list.text, row.text, running.output()]) assert.notInclude(text, apiKey)
      }
    )

    it.effect("stands in the ledger and on receipts, and our own does not", function* () {
      const { apiKey: api_key, get } = yield* service.Service
      const post = (path: string, body: object) =>
        get(path, { method: "POST", body: JSON.stringify({ ...body, api_key }) })
      yield* get("/api/v1/verify?email=ann@acme.test")
      yield* post("/v2/validatebatch", { email_batch: [{ email_address: "bea@acme.test" }] })
      const { id: job } = Object((yield* post("/v1/batch", { emails: "ann@acme.test" })).json)
      const { entries } = Object((yield* get("/api/v1/ledger?type=hold&limit=3")).json)
      const { json } = yield* get(`/api/v1/ledger/${entries[0].id}`)
      const list = { kind: "job", mode: "deep", job, interface: "emailable" }
      const batch = { kind: "batch", mode: "deep", interface: "zerobounce" }
      const shown = [Object(json).entry, ...entries].map((entry) => entry.for)
      assert.deepStrictEqual(shown, [list, list, batch, { kind: "verification", mode: "fast" }])
    })

    it.effect(
      "makes lists that the API has too, and gives them back in its own columns",
      function* () {
        const { apiKey, get, base } = yield* service.Service
        const form = new FormData()
        form.append("has_header_row", "true")
        form.append("email_address_column", "2")
        form.append(
          "file",
          new Blob(["name;mail\r\nAnn;ann@acme.test\r\nNo;gone@acme.test\r\n"]),
          "a.csv"
        )
        form.append("api_key", apiKey)
        const sent = yield* Effect.promise(async () =>
          (await fetch(`${base}/v2/sendfile`, { method: "POST", body: form })).json()
        )
        assert.deepInclude(sent, { success: true, file_name: "a.csv" })
        const file = `api_key=${apiKey}&file_id=${sent.file_id}`
        yield* finished(
          get(`/v2/filestatus?${file}`),
          ({ file_status }) => file_status === "Complete"
        )
        const { text } = yield* get(`/v2/getfile?${file}`)
        assert.deepStrictEqual(
          text.split("\r\n").map((line) => line.split(";").slice(0, 4).join(";")),
          [
            "name;mail;ZB Status;ZB Sub Status",
            "Ann;ann@acme.test;valid;",
            "No;gone@acme.test;invalid;mailbox_not_found",
            ""
          ]
        )
        const job = yield* get(`/api/v1/jobs/${sent.file_id}`)
        assert.deepInclude(job.json, { filename: "a.csv", mode: "deep", total_rows: 2 })
        // The same list by the number that other services have for it.
        const { json: found } = yield* get(`/v4/jobs/search?key=${apiKey}&filename=a.csv`)
        const [{ id }] = Object(found).results
        const { json: rows } = yield* get(
          `/v4/jobs/results?key=${apiKey}&job_id=${id}&page=2&items_per_page=1`
        )
        assert.deepInclude(Object(rows).results[0], {
          data: { name: "No", mail: "gone@acme.test" }
        })
        assert.strictEqual(Object(rows).results[0].verification.result, "invalid")
        const other = yield* openAccount((yield* service.Service).databaseUrl!)
        const theirs = yield* get(`/v4/jobs/status?key=${other.apiKey}&job_id=${id}`, {
          apiKey: null
        })
        assert.deepInclude(theirs.json, { status: "general_failure", message: "job not found" })
        assert.deepInclude((yield* get(`/v2/deletefile?${file}`)).json, { message: "File Deleted" })
        assert.strictEqual((yield* get(`/api/v1/jobs/${sent.file_id}`)).status, 404)
      }
    )

    it.effect("repeats an answer by its Idempotency-Key, and charges once", function* () {
      const { apiKey, get } = yield* service.Service
      const credits = Effect.map(get("/api/v1/account"), ({ json }) => Number(Object(json).credits))
      const before = yield* credits
      const path = `/v1/verify?email=ann@acme.test&api_key=${apiKey}`
      const request = { apiKey: null, headers: { "idempotency-key": "once" } }
      const first = yield* get(path, request)
      const second = yield* get(path, request)
      assert.strictEqual(second.text, first.text)
      assert.strictEqual(second.headers.get("idempotent-replay"), "true")
      assert.strictEqual(before - (yield* credits), 5)
    })

    it.effect("checks 150 addresses of one request as two of ours", function* () {
      const { apiKey, get } = yield* service.Service
      const emails = Array.from({ length: 150 }, (_, at) => `n${at}@@acme.test`)
      const body = JSON.stringify({
        api_key: apiKey,
        email_batch: emails.map((email_address) => ({ email_address }))
      })
      const { json } = yield* get("/v2/validatebatch", { method: "POST", apiKey: null, body })
      const { email_batch: said, errors } = Object(json)
      assert.deepStrictEqual(
        said.map(({ address }: { address: string }) => address),
        emails
      )
      assert.deepStrictEqual(errors, [])
    })

    it.effect("refuses what it cannot do, and starts nothing", function* () {
      const { apiKey, get } = yield* service.Service
      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        get(path, { method: "POST", headers, body: JSON.stringify({ key: apiKey, ...body }) })
      const before = (yield* get("/api/v1/jobs")).text
      const input = ["ann@acme.test"]
      const refused = [
        yield* post("/v4/jobs/create", {
          input: "https://x.test/a.csv",
          input_location: "remote_url"
        }),
        yield* post("/v4/jobs/create", { input, callback_url: "https://x.test" }),
        yield* post("/v4/jobs/create", { input, run_sample: 1 }),
        yield* post("/v4.2/poe/confirm", {}),
        yield* post("/v1/bulk", { input, webhook: { on_each_email: { url: "https://x.test" } } }),
        yield* post("/v1/batch", { emails: "ann@acme.test", url: "https://x.test" }),
        yield* post("/v1/batch", { emails: "ann@acme.test", simulate: "timeout" }),
        yield* get("/v2/verify-batch", {
          method: "PUT",
          headers: { "x-kickbox-callback": "https://x.test" },
          body: "ann@acme.test"
        })
      ]
      for (const { text } of refused) assert.include(text, "is not offered", text)
      assert.strictEqual((yield* get("/api/v1/jobs")).text, before)
    })

    it.effect("tells whether a domain is disposable, without a key", function* () {
      const { get } = yield* service.Service
      const asked = (what: string) => get(`/v1/disposable/${what}`, { apiKey: null })
      assert.deepStrictEqual((yield* asked("ann@mailinator.com")).json, { disposable: true })
      assert.deepStrictEqual((yield* asked("gmail.com")).json, { disposable: false })
    })

    it.effect(
      "lets a page check with a browser key as with Emailable's public keys, from its origin alone",
      function* () {
        const running = yield* service.Service
        const origin = "https://shop.test"
        const { key } = yield* make(running, { name: "form", origins: [origin] })
        const from = (headers: Record<string, string>) =>
          running.get(`/v1/verify?email=ann@acme.test&api_key=${key}`, { apiKey: null, headers })
        const allowed = yield* from({ origin })
        assert.deepInclude(allowed.json, { state: "deliverable", email: "ann@acme.test" })
        assert.strictEqual(allowed.headers.get("access-control-allow-origin"), origin)
        assert.strictEqual((yield* from({ origin: "https://other.test" })).status, 403)
        assert.strictEqual((yield* from({})).status, 403)
        const elsewhere = yield* running.get(`/v1/account?api_key=${key}`, {
          apiKey: null,
          headers: { origin }
        })
        assert.strictEqual(elsewhere.status, 403)
      }
    )
  }
)

layer(service.layer({ lab: true, env: { RCPT_DROP_IN: "kickbox,reacher" } }), service.live)(
  "With RCPT_DROP_IN naming some",
  (it) => {
    it.effect("the others are paths that do not exist", function* () {
      const { get, apiKey } = yield* service.Service
      const asked = (path: string) => Effect.map(get(path), ({ status }) => status)
      assert.strictEqual(yield* asked("/v2/balance"), 200)
      assert.strictEqual(yield* asked("/v2/getcredits"), 404)
      assert.strictEqual(yield* asked(`/v1/verify?email=ann@acme.test&api_key=${apiKey}`), 404)
      assert.strictEqual(yield* asked("/v1/bulk/1"), 404)
    })
  }
)

layer(service.layer({ env: { RCPT_RATE_LIMIT: "60/h,burst=1" } }), service.live)(
  "Over the limit",
  (it) => {
    it.effect("each refuses in the service's own shape, and says when to come again", function* () {
      const running = yield* service.Service
      yield* running.get("/api/v1/account")
      for (const name of names) {
        const answer = yield* ask(running, name, running.apiKey, "ann@acme.test")
        assert.deepStrictEqual(refusals[name].shown(answer), refusals[name].overLimit, name)
        assert.isAbove(Number(answer.headers.get("retry-after")), 0, name)
      }
    })
  }
)

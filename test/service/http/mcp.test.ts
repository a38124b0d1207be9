/**
 * An assistant's conversation by the Model Context Protocol: over HTTP, and with `rcpt mcp` over standard
 * input and output. What a tool costs and may is what the endpoint costs and the key may.
 */
import { keyReused } from "@rcpt/api/Problem"
import { Effect, Schedule } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, describe, layer } from "../../support/vitest.ts"
import { make } from "../accounts/keysWorld.ts"
import { overHttp, overStdio } from "./mcpClients.ts"
import type { Connect } from "./mcpClients.ts"
import { exchange } from "./rawHttp.ts"

const begin = (connect: Connect, running: Running, apiKey = running.apiKey) =>
  Effect.gen(function* () {
    const client = yield* connect(running, apiKey)
    const clientInfo = { name: "test", version: "1" }
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }
    const { result } = yield* client.ask("initialize", params)
    assert.deepInclude(result, { protocolVersion: "2025-06-18", capabilities: { tools: {} } })
    yield* client.tell("notifications/initialized")
    const call = (name: string, input: object) =>
      Effect.map(client.ask("tools/call", { name, arguments: input }), ({ result, error }) => {
        const { isError, structuredContent, content } = Object(result)
        return { error, isError, answer: structuredContent, text: content?.[0].text }
      })
    return { ...client, call }
  })

const creditsOf = ({ get }: Running, apiKey: string) =>
  Effect.map(get("/api/v1/account", { apiKey }), ({ json }) => Number(Object(json).credits))

const transports = [
  ["over HTTP", overHttp],
  ["over standard input and output", overStdio]
] as const

describe.each(transports)("An assistant %s", (_, connect) => {
  layer(
    service.layer({ lab: true }),
    service.live
  )((it) => {
    it.effect("lists the tools, with the limits of their arguments", () =>
      Effect.gen(function* () {
        const { ask } = yield* begin(connect, yield* service.Service)
        const { result } = yield* ask("tools/list")
        const tools = Object(result).tools as ReadonlyArray<{ readonly name: string }>
        assert.deepStrictEqual(
          tools.map(({ name }) => name),
          [
            "verify_email",
            "verify_emails",
            "explain_verdict",
            "check_list",
            "job_status",
            "explain_reply",
            "find_charge"
          ]
        )
        const { inputSchema } = Object(tools[1])
        assert.strictEqual(inputSchema.type, "object")
        assert.deepInclude(inputSchema.properties.emails, { type: "array", maxItems: 100 })
        assert.deepStrictEqual(Object(yield* ask("ping")).result, {})
      }).pipe(Effect.scoped)
    )

    it.effect("verifies, is charged as by the API, and finds the charge", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { call } = yield* begin(connect, running)
        const before = yield* creditsOf(running, running.apiKey)
        const one = yield* call("verify_email", { email: "ann@acme.test" })
        assert.deepInclude(one.answer, { status: "valid", credits_used: 1 })
        assert.deepStrictEqual(JSON.parse(one.text), one.answer)
        const list = yield* call("verify_emails", {
          emails: ["ann@acme.test", "ANN@acme.test", "ann@nowhere.test"]
        })
        assert.deepInclude(list.answer, { count: 3, credits_used: 2, truncated: false })
        const explained = yield* call("explain_verdict", { email: "ann@acme.test", mode: "deep" })
        assert.deepInclude(explained.answer, { mode: "deep", credits_used: 5 })
        assert.isNotEmpty(explained.answer.evidence)
        assert.strictEqual(yield* creditsOf(running, running.apiKey), before - 8)

        const { answer } = yield* call("find_charge", { limit: 1 })
        assert.lengthOf(answer.entries, 1)
        assert.deepInclude(answer.entries[0], { type: "charge", credits: 5 })
        const receipt = yield* call("find_charge", { entry: answer.entries[0].id })
        assert.deepInclude(receipt.answer.entry, { id: answer.entries[0].id })
        const unknown = yield* call("find_charge", { entry: "999999-1" })
        assert.deepInclude(unknown, { isError: true, text: "entry not found" })
      }).pipe(Effect.scoped)
    )

    it.effect("checks a list once its price is agreed to, and looks how far it is", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { call } = yield* begin(connect, running)
        const before = yield* creditsOf(running, running.apiKey)
        const emails = ["ann@acme.test", "ann@acme.test", "ann@nowhere.test"]
        const price = yield* call("check_list", { emails })
        assert.deepInclude(price.answer, { total_rows: 3, distinct_rows: 2, credits_maximum: 2 })
        const cheap = yield* call("check_list", { emails, agreed_credits: 1 })
        assert.deepInclude(cheap, {
          isError: true,
          text: "agreed_credits must be at least 2, the price: ask the person first"
        })
        assert.strictEqual(yield* creditsOf(running, running.apiKey), before)
        const idempotency_key = "guests-1"
        const agreed = { emails, agreed_credits: 2, name: "Guests", idempotency_key }
        const list = yield* call("check_list", agreed)
        const again = yield* call("check_list", agreed)
        assert.strictEqual(again.answer.id, list.answer.id)
        const other = yield* call("check_list", { ...agreed, emails: ["bob@acme.test"] })
        assert.deepInclude(other, { isError: true, text: keyReused.error })
        const { answer } = yield* call("job_status", { job_id: list.answer.id }).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("50 millis"),
            until: ({ answer }) => answer.status === "complete"
          })
        )
        assert.deepInclude(answer, { filename: "Guests.csv", total_rows: 3, credits_charged: 2 })
        const missing = yield* call("job_status", {
          job_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d"
        })
        assert.deepInclude(missing, { isError: true, text: "job not found" })
      }).pipe(Effect.scoped)
    )

    it.effect("explains a reply", () =>
      Effect.gen(function* () {
        const { call } = yield* begin(connect, yield* service.Service)
        const explained = yield* call("explain_reply", { reply: "550 5.1.1 User unknown" })
        assert.deepInclude(explained.answer, { code: 550, mailbox_exists: false })
        const none = yield* call("explain_reply", { reply: "hello" })
        assert.isTrue(none.isError)
        assert.match(none.text, /^reply cannot be read/)
      }).pipe(Effect.scoped)
    )

    it.effect("reads what is wrong with arguments, and is charged nothing", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { ask, call } = yield* begin(connect, running)
        const before = yield* creditsOf(running, running.apiKey)
        const rows = [
          ["verify_email", {}, "email is required"],
          ["verify_email", { email: " " }, "email must not be blank"],
          ["verify_email", { email: "a@b.c", mode: "slow" }, 'mode must be "fast" or "deep"'],
          ["verify_emails", { emails: [] }, "emails must be a list of 1 to 100 addresses"],
          [
            "verify_emails",
            { emails: Array.from({ length: 101 }, () => "a@b.c") },
            "emails must be a list of 1 to 100 addresses"
          ],
          ["find_charge", { limit: 101 }, "limit must be a whole number from 1 to 100"],
          ["find_charge", { entry: "x" }, "entry must be the id of an entry, such as 4711-1"]
        ] as const
        for (const [name, input, text] of rows)
          assert.deepInclude(yield* call(name, input), { isError: true, text })
        assert.strictEqual((yield* call("make_coffee", {})).error?.code, -32_602)
        assert.strictEqual((yield* ask("resources/list")).error?.code, -32_601)
        assert.strictEqual(yield* creditsOf(running, running.apiKey), before)
      }).pipe(Effect.scoped)
    )

    it.effect("has the permissions and the credits of its key", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { key: reader } = yield* make(running, { name: "reader", scopes: ["read"] })
        const read = yield* begin(connect, running, reader)
        assert.deepInclude(yield* read.call("verify_email", { email: "ann@acme.test" }), {
          isError: true,
          text: "this API key has no permission to spend credits"
        })
        assert.isFalse((yield* read.call("find_charge", {})).isError)
        const { key: fast } = yield* make(running, { name: "fast", scopes: ["fast"] })
        const shallow = yield* begin(connect, running, fast)
        assert.deepInclude(
          yield* shallow.call("verify_emails", { emails: ["ann@acme.test"], mode: "deep" }),
          { isError: true, text: "this API key has no permission to use deep mode" }
        )
        const { apiKey } = yield* openAccount(running.databaseUrl!)
        const poor = yield* begin(connect, running, apiKey)
        assert.deepInclude(yield* poor.call("verify_email", { email: "ann@acme.test" }), {
          isError: true,
          text: "insufficient credits"
        })
        const list = yield* poor.call("verify_emails", { emails: ["ann@acme.test"] })
        assert.deepInclude(list.answer, { count: 0, truncated: true })
      }).pipe(Effect.scoped)
    )

    it.effect("with a wrong key learns nothing", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { ask } = yield* connect(running, "rcpt_live_wrong")
        const answer = yield* ask("tools/list")
        assert.isUndefined(answer.result)
        assert.match(JSON.stringify(answer.error), /unauthorized/)
      }).pipe(Effect.scoped)
    )
  })
})

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

layer(service.layer({ lab: true }), service.live)("POST /mcp", (it) => {
  const send = (headers: Readonly<Record<string, string>>, body = ping) =>
    service.Service.use(({ get }) =>
      get("/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body
      })
    )

  it.effect("is not for pages of other sites, also by a name that leads to it", function* () {
    const { base, apiKey } = yield* service.Service
    assert.strictEqual((yield* send({ origin: base })).status, 200)
    for (const origin of ["https://evil.test", "null", "http://localhost:1"]) {
      const { status, headers } = yield* send({ origin })
      assert.deepStrictEqual([status, headers.get("x-error-code")], [403, "cross_origin"], origin)
    }
    // The page's own name leads here now, so its origin is the one that the request names.
    const rebound = (host: string) =>
      exchange(base, [
        `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
          `X-API-Key: ${apiKey}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${ping.length}\r\n\r\n${ping}`
      ])
    assert.strictEqual((yield* rebound("evil.test")).status, 403)
    assert.strictEqual((yield* rebound("localhost:8080")).status, 200)
  })

  it.effect("takes messages of JSON-RPC 2.0 in a version that it knows", function* () {
    const { get } = yield* service.Service
    assert.strictEqual((yield* send({ "mcp-protocol-version": "2025-11-25" })).status, 200)
    assert.strictEqual((yield* send({ "mcp-protocol-version": "1999-01-01" })).status, 400)
    for (const body of ["[]", "{", '"x"'])
      assert.strictEqual((yield* send({}, body)).status, 400, body)
    const { json } = yield* send({}, '{"id":1,"method":"ping"}')
    assert.strictEqual(Object(json).error.code, -32_600)
    const { status, headers } = yield* get("/mcp")
    assert.deepStrictEqual([status, headers.get("allow")], [405, "POST"])
  })
})

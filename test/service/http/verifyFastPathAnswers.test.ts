/**
 * A node that exports traces has no short way (`http/verifyFastPath.ts`). So each request is sent to such a
 * node and to one without traces, which share a database, and the answers are the same, byte for byte.
 */
import { randomUUID } from "node:crypto"

import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { sessionEnv } from "./contractSessionRows.ts"
import { exchange } from "./rawHttp.ts"
import { email, path, requests } from "./verifyFastPathRows.ts"
import type { Sent } from "./verifyFastPathRows.ts"

interface Pair {
  readonly short: service.Running
  readonly general: service.Running
  readonly keys: Readonly<Record<string, string>>
  readonly cookie: string
}
class Nodes extends Context.Service<Nodes, Pair>()("test/service/http/verifyFastPath/Nodes") {}

/** Nobody listens there: the spans are lost, but they are made. */
const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }

/** So many tokens that a lease never runs low, and so slow that the busy account gets none. */
const limit = "1/m,burst=100000"

const restricted = (running: service.Running, scope: string) =>
  Effect.map(
    running.get("/api/v1/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: scope, scopes: [scope] })
    }),
    ({ json }) => String(Object(json).key)
  )

const nodes = Layer.effect(
  Nodes,
  Effect.gen(function* () {
    const env = { ...sessionEnv, RCPT_RATE_LIMIT: limit, RCPT_SECRET: "s".repeat(64) }
    const short = yield* service.start({ lab: true, env, isNode: true })
    const { apiKey } = short
    const databaseUrl = short.databaseUrl!
    const general = yield* service.start({
      lab: true,
      isNode: true,
      databaseUrl,
      apiKey,
      env: { ...env, ...traces }
    })
    const { cookie } = yield* signIn(short, owner)
    const [poor, suspended, busy] = yield* Effect.all([1, 2, 3].map(() => openAccount(databaseUrl)))
    yield* short.get(`/api/v1/admin/accounts/${suspended!.account}/suspend`, { method: "POST" })
    yield* SqlClient.SqlClient.use(
      (sql) => sql`insert into rate_bucket values (${busy!.account}, 0, now())`
    ).pipe(Effect.provide(sqlOf(short)), Effect.orDie)
    const keys = {
      owner: apiKey,
      poor: poor!.apiKey,
      suspended: suspended!.apiKey,
      busy: busy!.apiKey,
      fast: yield* restricted(short, "fast"),
      read: yield* restricted(short, "read"),
      unknown: generate(),
      malformed: "letmein"
    }
    return { short, general, keys, cookie }
  })
)

const textOf = (sent: Sent, { keys, cookie }: Pair): string => {
  const { method = "GET", query = "", target = path + query, as = "owner" } = sent
  const filled = (sent.headers ?? "").replace("{cookie}", cookie).replace("{uuid}", randomUUID())
  const more = filled === "" || filled === "{no host}" ? [] : filled.split("|")
  const lines = [
    `${method} ${target} HTTP/${sent.version ?? "1.1"}`,
    ...(filled === "{no host}" ? [] : ["Host: x"]),
    ...(as === null ? [] : [`X-API-Key: ${keys[as]}`]),
    ...more
  ]
  return `${lines.join("\r\n")}\r\n\r\n`
}

/** Different for each request: when, which one, and how many tokens this node knows of. */
const varying = new Set([
  "date",
  "x-request-id",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "retry-after",
  "content-length"
])
const timesIn = /("(?:response_time_ms|latency_ms)":)\d+|("checked_at":")[^"]+/g

/** The second of two such requests: for the first, the key may have to be looked up. */
const answerOf = (running: service.Running, sent: Sent, pair: Pair) =>
  Effect.gen(function* () {
    const { keys } = pair
    const apiKey = keys[sent.as ?? "owner"] ?? null
    yield* running.get("/api/v1/account", { apiKey })
    const { status, headers, body } = yield* exchange(running.base, [textOf(sent, pair)])
    return {
      status,
      headers: Object.entries(headers).map(([name, value]) =>
        varying.has(name) ? [name] : [name, value]
      ),
      body: body.replaceAll(timesIn, "$1$2")
    }
  })

layer(nodes, service.live)("A node with the short way answers as one without", (it) => {
  for (const [says, sent] of Object.entries(requests))
    it.effect(says, function* () {
      const pair = yield* Nodes
      // The first answer fills the caches of domains, for `explain` and times.
      const expected = yield* answerOf(pair.general, sent, pair)
      const actual = yield* answerOf(pair.short, sent, pair)
      assert.deepStrictEqual(actual, expected)
    })

  it.effect("and charges as much", function* () {
    const { short, general } = yield* Nodes
    const left = Effect.map(short.get("/api/v1/account"), ({ json }) => Object(json).credits)
    const costs: Array<number> = []
    for (const running of [short, general]) {
      const before = yield* left
      for (let i = 0; i < 10; i++) yield* running.get(path + email)
      costs.push(before - (yield* left))
    }
    assert.deepStrictEqual(costs, [10, 10])
  })
})

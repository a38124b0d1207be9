/**
 * Every endpoint of both OpenAPI documents under what outages, proxies and odd clients do to it: the database away or
 * silent, escapes that cannot be decoded, fields that nobody knows, numbers that are too large. A new endpoint is
 * tested without a new row: its request is made of the document's examples.
 */
import { randomUUID } from "node:crypto"

import { Context, Effect, Layer } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as OpenApiDocument from "../../support/OpenApiDocument.ts"
import type { Contract, Operation } from "../../support/OpenApiDocument.ts"
import * as service from "../../support/service.ts"
import type { Answer, Request, Running } from "../../support/service.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import type { TcpProxy } from "../../support/tcpProxy.ts"
import { assert, layer } from "../../support/vitest.ts"
import { fromHere, owner, signIn } from "../accounts/sessions/sessionWorld.ts"
import { uploaded } from "./contractJobRows.ts"
import { ledgerEnv } from "./contractLedgerRows.ts"
import { sessionEnv } from "./contractSessionRows.ts"

interface Setup {
  readonly running: Running
  readonly contract: Contract
  readonly cookie: string
  readonly proxy: TcpProxy
}

class World extends Context.Service<World, Setup>()("test/service/everyEndpoint/World") {}

const world = Layer.effect(
  World,
  Effect.gen(function* () {
    const url = new URL(yield* freshDatabase())
    const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    const env = { ...sessionEnv, ...ledgerEnv, RCPT_DEMO: "on", RCPT_RATE_LIMIT: "off" }
    const running = yield* service.start({ lab: true, isNode: true, databaseUrl: url.href, env })
    const { cookie } = yield* signIn(running, owner)
    return { running, contract: yield* OpenApiDocument.read(running), cookie, proxy }
  })
)

const takes = ({ security = [] }: Operation, way: string): boolean =>
  security.some((one) => way in one)

const credentialsOf = (operation: Operation, { cookie }: Setup): Request => {
  if (takes(operation, "apiKey")) return {}
  return {
    apiKey: null,
    headers: {
      ...fromHere,
      ...(takes(operation, "session") && { cookie: `rcpt_session=${cookie}` })
    }
  }
}

const bodyOf = ({ requestBody }: Operation, change: (body: object) => object): Request => {
  const [[type, { example }] = ["", { example: undefined }]] = Object.entries(
    requestBody?.content ?? {}
  )
  if (type === "") return {}
  if (type === "multipart/form-data") return uploaded
  const body =
    type === "application/json" ? JSON.stringify(change(Object(example))) : String(example)
  return { headers: { "content-type": type }, body }
}

interface Changes {
  /** Parameters of the query beside or in place of those of the examples. */
  readonly query?: ReadonlyArray<readonly [name: string, value: string]>
  /** Added to the query as it is. */
  readonly text?: string
  readonly body?: (body: object) => object
}

/** Of the examples of the document. */
const send = (
  operation: Operation,
  here: Setup,
  { query = [], text, body = (same) => same }: Changes = {}
) => {
  const { parameters, method } = operation
  const required = parameters.filter(({ required }) => required === true)
  const path = required
    .filter((one) => one.in === "path")
    .reduce((so, { name, example }) => so.replace(`{${name}}`, String(example)), operation.path)
  const given = required
    .filter((one) => one.in === "query" && !query.some(([name]) => name === one.name))
    .map(({ name, example }) => [name, String(example)] as const)
  const pairs = [...given, ...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const all = [...pairs, ...(text === undefined ? [] : [text])].join("&")
  const keyed = required.some(({ name }) => name === "Idempotency-Key")
  const credentials = credentialsOf(operation, here)
  const sent = bodyOf(operation, body)
  const request = {
    method,
    ...credentials,
    ...sent,
    headers: {
      ...credentials.headers,
      ...sent.headers,
      ...(keyed && { "idempotency-key": randomUUID() })
    }
  }
  return here.running.get(all === "" ? path : `${path}?${all}`, request)
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** What is wrong with the answer of each operation that `of` finds something to say about. */
const faults = (
  operations: ReadonlyArray<Operation>,
  here: Setup,
  changes: (operation: Operation) => Changes,
  of: (answer: Answer, operation: Operation) => ReadonlyArray<string>
) =>
  Effect.map(
    Effect.forEach(
      operations,
      (operation) =>
        Effect.map(send(operation, here, changes(operation)), (answer) =>
          [...of(answer, operation), ...here.contract.breaches(operation, answer)].map(
            (fault) =>
              `${nameOf(operation)}: ${fault} (${answer.status} ${answer.text.slice(0, 200)})`
          )
        ),
      { concurrency: 16 }
    ),
    (all) => all.flat()
  )

const refusedWith =
  (status: number, code: string, sentence: RegExp) =>
  ({ status: is, headers, text }: Answer): ReadonlyArray<string> => [
    ...(is === status ? [] : [`not ${status}`]),
    ...(headers.get("x-error-code") === code ? [] : [`not ${code}`]),
    ...(sentence.test(text) ? [] : [`not ${String(sentence)}`])
  ]

/** Their answers need no database, or only if they are not refused before. */
const withoutDatabase: ReadonlySet<string> = new Set([
  "GET /api/v1/demo/verify",
  "GET /api/v1/signup",
  // Refused, where the service sends no mail.
  "POST /api/v1/password/forgot",
  // The browser does not come from the provider.
  "POST /api/v1/session/provider"
])

const isAway = (answer: Answer, operation: Operation): ReadonlyArray<string> => {
  if (withoutDatabase.has(nameOf(operation)) && answer.status < 500) return []
  const wait = answer.headers.get("retry-after") ?? ""
  return [
    ...refusedWith(503, "unavailable", /database/)(answer),
    ...(/^[1-9]\d*$/.test(wait) ? [] : [`Retry-After "${wait}"`])
  ]
}

const escapes = ["x=%zz", "x=%", "x=%FF", "x=%C3%28", "%E0%A4%A=1"]

/** Those of the interface, and messages of another protocol: both take fields that they do not know. */
const openBodies: ReadonlySet<string> = new Set(["POST /api/v1/verify/batch", "POST /mcp"])

const takesJson = ({ requestBody }: Operation): boolean =>
  requestBody?.content["application/json"] !== undefined

const huge = ["9007199254740993", "1000000000000000000000000000000", "9".repeat(400)]

const numbersOf = ({ parameters }: Operation) =>
  parameters.filter((one) => one.in === "query" && one.schema["type"] === "integer")

const isNumber = (value: unknown): boolean => typeof value === "number"

layer(world, service.live)("Every endpoint", (it) => {
  it.effect("refuses a query that cannot be decoded, and charges nothing", function* () {
    const here = yield* World
    const { operations } = here.contract
    for (const text of escapes) {
      const is400 = refusedWith(400, "invalid_request", /the query has escapes .*%25/)
      assert.deepStrictEqual(yield* faults(operations, here, () => ({ text }), is400), [])
    }
    const { json } = yield* here.running.get("/api/v1/account")
    assert.strictEqual(Object(json).credits, 1_000)
  })

  it.effect(
    "refuses a field that is not known, unless the interface is silent about it",
    function* () {
      const here = yield* World
      const own = here.contract.operations.filter(
        (one) => takesJson(one) && !openBodies.has(nameOf(one))
      )
      assert.isAbove(own.length, 12)
      const more = (body: object) => ({ ...body, expiry_of_it: "2027-01-01" })
      const isNamed = refusedWith(400, "invalid_request", /"expiry_of_it is not a field of/)
      assert.deepStrictEqual(yield* faults(own, here, () => ({ body: more }), isNamed), [])
      const batch = here.contract.find("POST", "/api/v1/verify/batch")
      const { status } = yield* send(batch, here, { body: more })
      assert.strictEqual(status, 200)
    }
  )

  it.effect("takes or refuses numbers of any size", function* () {
    const here = yield* World
    const counted = here.contract.operations.filter((one) => numbersOf(one).length > 0)
    assert.isAbove(counted.length, 8)
    for (const value of huge) {
      const query = (operation: Operation) => ({
        query: numbersOf(operation).map(({ name }) => [name, value] as const)
      })
      const isTaken = ({ status, text }: Answer, operation: Operation) => [
        ...(status < 500 ? [] : ["a fault"]),
        // With a maximum the sentence names it; without one, all that is larger is as good.
        ...(status !== 400 || /from \d+ to \d+/.test(text) ? [] : ["no limit is named"]),
        ...(numbersOf(operation).every(({ schema }) => "maximum" in schema) && status !== 400
          ? ["beyond the maximum"]
          : [])
      ]
      assert.deepStrictEqual(yield* faults(counted, here, query, isTaken), [])
      const grown = (body: object) =>
        JSON.parse(JSON.stringify(body), (_, field: unknown) =>
          isNumber(field) ? Number(value) : field
        ) as object
      const own = here.contract.operations.filter(({ requestBody }) =>
        /:\d/.test(JSON.stringify(requestBody?.content["application/json"]?.example ?? ""))
      )
      const isNoFault = ({ status }: Answer) => (status < 500 ? [] : ["a fault"])
      assert.deepStrictEqual(yield* faults(own, here, () => ({ body: grown }), isNoFault), [])
    }
  })

  for (const [says, fault] of [
    ["silent", "silence"],
    ["away", "cut"]
  ] as const)
    it.effect(
      `answers 503 with Retry-After while the database is ${says}`,
      function* () {
        const here = yield* World
        yield* here.proxy[fault]
        const found = yield* faults(here.contract.operations, here, () => ({}), isAway)
        yield* here.proxy.mend
        assert.deepStrictEqual(found, [])
      },
      120_000
    )
})

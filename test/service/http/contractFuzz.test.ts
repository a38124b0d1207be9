/**
 * Generated requests: each response fits the OpenAPI document, and none is a 500.
 *
 * FUZZ_REQUESTS is their number (20,000 take a minute or two), FUZZ_SEED the seed. The default is short
 * enough for every test run.
 */
import * as http from "node:http"

import { Effect } from "effect"
import fc from "fast-check"

import * as OpenApiDocument from "../../support/OpenApiDocument.ts"
import { scaled } from "../../support/scale.ts"
import * as service from "../../support/service.ts"
import type { Answer, Running } from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { requests } from "./contractFuzz.ts"
import type { GeneratedRequest } from "./contractFuzz.ts"

const requestCount = scaled("FUZZ_REQUESTS", { usual: 1_000, long: 3_000 })
const seed = Number(process.env["FUZZ_SEED"] ?? 4)

/** Milliseconds, for 20,000 on a machine under load. */
const testWaitMax = 600_000

const clients = 32

/** Sends the path as it is: `fetch` would normalize it. */
const send = (
  running: Running,
  agent: http.Agent,
  made: GeneratedRequest
): Effect.Effect<Answer, Error> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(running.base)
    const { method, path, body } = made
    // Node would send the body of a GET without its length.
    const length = body !== undefined && { "content-length": Buffer.byteLength(body) }
    const headers = { ...made.headers, ...length }
    const options = { hostname, port, agent, method, path, headers }
    const sent = http.request(options, (response) => {
      let text = ""
      response.setEncoding("utf8")
      // A stream of events may have no end: its first block tells what it is.
      const isStream = response.headers["content-type"] === "text/event-stream"
      response.on("data", (chunk) => {
        text += chunk
        if (isStream) done()
      })
      const done = () => {
        const { statusCode: status = 0, headers: received } = response
        const names = Object.entries(received).map(
          ([name, value]) => [name, String(value)] as const
        )
        resume(
          Effect.succeed({
            status,
            headers: new Headers(names.map(([a, b]) => [a, b])),
            text,
            json: jsonOf(text)
          })
        )
        response.destroy()
      }
      response.on("end", done)
      response.on("error", (error) => resume(Effect.fail(error)))
    })
    sent.on("error", (error) => resume(Effect.fail(error)))
    sent.end(body)
  })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For a path or method that is no operation. */
const refusals: ReadonlySet<number> = new Set([400, 401, 404, 405])

const isProblem = ({ status, json }: Answer): boolean =>
  refusals.has(status) && Object.keys(Object(json)).join() === "error"

const isOperation = ({ operation, method, path }: GeneratedRequest): boolean =>
  method === operation.method &&
  new RegExp(`^${operation.path.replace(/\{\w+\}/, "[^/]+")}$`).test(path.split("?")[0]!)

const breachesOf = (contract: OpenApiDocument.Contract, made: GeneratedRequest, answer: Answer) => {
  if (isOperation(made) && !made.path.includes("/.."))
    return contract.breaches(made.operation, answer)
  if (made.method === "HEAD") return answer.text === "" && answer.status < 500 ? [] : ["HEAD"]
  return answer.status < 300 || isProblem(answer) ? [] : [`status ${answer.status}: ${answer.text}`]
}

describe(`The contract, for ${requestCount} generated requests`, () => {
  it.live(
    "is kept, and no response is a 500",
    () =>
      Effect.gen(function* () {
        const env = { RCPT_RATE_LIMIT: "off", RCPT_ENUMERATION_LIMIT: "off" }
        const running = yield* service.start({ lab: true, credits: 1_000_000, env })
        const contract = yield* OpenApiDocument.read(running)
        const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
        yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
        const all = fc.sample(requests(contract, running.apiKey), { numRuns: requestCount, seed })
        const seen: Record<string, number> = {}
        const violations = yield* Effect.forEach(
          all,
          (made) =>
            Effect.map(send(running, agent, made), (answer) => {
              seen[answer.status] = (seen[answer.status] ?? 0) + 1
              const breaches = breachesOf(contract, made, answer)
              const { operation: _, ...request } = made
              return breaches.length === 0 ? [] : [{ ...request, breaches }]
            }),
          { concurrency: clients }
        )
        assert.deepStrictEqual(violations.flat().slice(0, 3), [], running.output().slice(-2_000))
        // Requests reach the handlers: if all were refused early, the test would find nothing.
        assert.containsAllKeys(seen, [200, 201, 400, 401, 404, 405])
        assert.isAbove(seen[200]!, requestCount / 8, JSON.stringify(seen))
      }).pipe(Effect.scoped),
    testWaitMax
  )
})

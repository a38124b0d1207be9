/**
 * Made-up requests, each answered as the OpenAPI document says and never by 500.
 *
 * FUZZ_REQUESTS says how many (20,000 take a minute or two), FUZZ_SEED which; the default is what fits into
 * every run of the tests.
 */
import { Agent, request } from "node:http"

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"

import * as OpenApiDocument from "../support/OpenApiDocument.ts"
import * as service from "../support/service.ts"
import type { Answer, Running } from "../support/service.ts"
import { requests } from "./contractFuzz.ts"
import type { Made } from "./contractFuzz.ts"

const requestsMade = Number(process.env["FUZZ_REQUESTS"] ?? 3_000)
const seed = Number(process.env["FUZZ_SEED"] ?? 1)

/** Milliseconds, for 20,000 on a machine under load. */
const testWaitMax = 600_000

const clients = 32

/** As it is written: `fetch` would tidy the path up. */
const send = (running: Running, agent: Agent, made: Made): Effect.Effect<Answer, Error> =>
  Effect.callback((resume) => {
    const { hostname, port } = new URL(running.base)
    const { method, path, body } = made
    // Node would send the body of a GET without saying how long it is.
    const length = body !== undefined && { "content-length": Buffer.byteLength(body) }
    const headers = { ...made.headers, ...length }
    const options = { hostname, port, agent, method, path, headers }
    const sent = request(options, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk) => (text += chunk))
      response.on("end", () => {
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
      })
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

/** Of what is no operation: there is none, or it has other methods. */
const refusals: ReadonlySet<number> = new Set([400, 401, 404, 405])

const isProblem = ({ status, json }: Answer): boolean =>
  refusals.has(status) && Object.keys(Object(json)).join() === "error"

const isOperation = ({ operation, method, path }: Made): boolean =>
  method === operation.method &&
  new RegExp(`^${operation.path.replace(/\{\w+\}/, "[^/]+")}$`).test(path.split("?")[0]!)

const breachesOf = (contract: OpenApiDocument.Contract, made: Made, answer: Answer) => {
  if (isOperation(made) && !made.path.includes("/.."))
    return contract.breaches(made.operation, answer)
  if (made.method === "HEAD") return answer.text === "" && answer.status < 500 ? [] : ["HEAD"]
  return answer.status < 300 || isProblem(answer) ? [] : [`status ${answer.status}: ${answer.text}`]
}

describe(`The contract, for ${requestsMade} made-up requests`, () => {
  it.live(
    "is kept, and none of them is answered by 500",
    () =>
      Effect.gen(function* () {
        const env = { RCPT_RATE_LIMIT: "off", RCPT_ENUMERATION_LIMIT: "off" }
        const running = yield* service.start({ lab: true, credits: 1_000_000, env })
        const contract = yield* OpenApiDocument.read(running)
        const agent = new Agent({ keepAlive: true, maxSockets: clients })
        yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
        const all = fc.sample(requests(contract, running.apiKey), { numRuns: requestsMade, seed })
        const seen: Record<string, number> = {}
        const found = yield* Effect.forEach(
          all,
          (made) =>
            Effect.map(send(running, agent, made), (answer) => {
              seen[answer.status] = (seen[answer.status] ?? 0) + 1
              const breaches = breachesOf(contract, made, answer)
              const { operation: _, ...asked } = made
              return breaches.length === 0 ? [] : [{ ...asked, breaches }]
            }),
          { concurrency: clients }
        )
        assert.deepStrictEqual(found.flat().slice(0, 3), [], running.output().slice(-2_000))
        // They get everywhere: a generator that is refused at the door would find nothing.
        assert.containsAllKeys(seen, [200, 201, 400, 401, 404, 405, 422])
        assert.isAbove(seen[200]!, requestsMade / 8, JSON.stringify(seen))
      }).pipe(Effect.scoped),
    testWaitMax
  )
})

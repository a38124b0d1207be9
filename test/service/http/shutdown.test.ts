/** What clients and balancers see of a node that stops. */
import { Agent, request } from "node:http"

import { Effect, Fiber, Schedule } from "effect"

import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { exchange } from "./rawHttp.ts"

const verify = "/api/v1/verify?email=ann@acme.test"
const slow = "/api/v1/verify?mode=deep&email=ann@lategreeting.faults.test"

const untilUnready = ({ get }: service.Running) =>
  get("/readyz", { apiKey: null }).pipe(
    Effect.repeat({
      until: ({ status }) => status === 503,
      schedule: Schedule.spaced("10 millis")
    })
  )

interface Told {
  readonly status: number
  readonly isLast: boolean
}

/** One connection at a time, kept from request to request. An error is an answer that never came. */
const keptConnection = (apiKey: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 1 })),
    (agent) => Effect.sync(() => agent.destroy())
  ).pipe(
    Effect.map(
      (agent) =>
        (base: string): Effect.Effect<Told, Error> =>
          Effect.callback((resume) => {
            request(base + verify, { agent, headers: { "x-api-key": apiKey } }, (response) => {
              const { statusCode: status = 0, headers } = response
              response.on("error", (error) => resume(Effect.fail(error)))
              const told = { status, isLast: headers.connection === "close" }
              response.resume().on("end", () => resume(Effect.succeed(told)))
            })
              .on("error", (error) => resume(Effect.fail(error)))
              .end()
          })
    )
  )

const clientsAtOnce = 20

/** Asks on a kept connection until it is told not to. Returns all answers. */
const askUntilTold = Effect.fnUntraced(function* ({ base, apiKey }: service.Running) {
  const ask = yield* keptConnection(apiKey)
  const told: Array<Told> = []
  while (told.at(-1)?.isLast !== true) told.push(yield* ask(base))
  return told
}, Effect.scoped)

/** Answers of Node itself, of what comes before the router, of the short way and of the general one. */
const answers: ReadonlyArray<readonly [says: string, request: string, status: number]> = [
  ["no HTTP", "NONSENSE\r\n\r\n", 400],
  ["an expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417],
  ["a continuation", "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n", 200],
  ["no Host header", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ["an unknown path", "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 404],
  ["a liveness check", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200],
  ["a readiness check", "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n", 503],
  ["a missing key", `GET ${verify} HTTP/1.1\r\nHost: x\r\n\r\n`, 401]
]

describe("A node with RCPT_SHUTDOWN_DELAY that is told to stop", () => {
  it.live("is unready at once, serves on, and says on each answer that it is the last", () =>
    Effect.gen(function* () {
      const env = { RCPT_SHUTDOWN_DELAY: "5s", RCPT_RATE_LIMIT: "off" }
      const running = yield* service.start({ lab: true, env })
      const before = yield* running.get(verify)
      assert.notStrictEqual(before.headers.get("connection"), "close")
      const stopping = yield* Effect.forkChild(running.kill("SIGTERM"))
      const unready = yield* untilUnready(running)
      assert.deepStrictEqual(unready.json, { error: "the service is shutting down" })
      assert.strictEqual(unready.headers.get("connection"), "close")
      for (const [says, text, status] of answers) {
        const answer = yield* exchange(running.base, [text])
        assert.strictEqual(answer.status, status, says)
        assert.strictEqual(answer.headers["connection"], "close", says)
      }
      // The key is known to this node: the short way.
      const last = yield* running.get(verify)
      assert.strictEqual(last.status, 200)
      assert.strictEqual(last.headers.get("connection"), "close")
      const { code } = yield* Fiber.join(stopping)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )
})

describe("A node that is told to stop", () => {
  it.live("answers what is in flight, and ends as soon as nothing is", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true })
      yield* running.get(verify)
      // Its mail server takes three seconds to greet.
      const inFlight = yield* Effect.forkChild(running.get(slow), { startImmediately: true })
      yield* Effect.sleep("500 millis")
      const stopping = yield* Effect.forkChild(running.kill("SIGTERM"))
      const answer = yield* Fiber.join(inFlight)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("connection"), "close")
      assert.strictEqual((yield* Fiber.join(stopping)).code, 0)
    }).pipe(Effect.scoped)
  )

  for (const processes of [1, 2])
    it.live(`answers all that comes on kept connections, of ${processes} processes`, () =>
      Effect.gen(function* () {
        const env = { RCPT_PROCESSES: String(processes), RCPT_RATE_LIMIT: "off" }
        const running = yield* service.start({ lab: true, credits: 100_000, env })
        const asking = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: clientsAtOnce }), () => askUntilTold(running), {
            concurrency: "unbounded"
          })
        )
        yield* Effect.sleep("2 seconds")
        const { code } = yield* running.kill("SIGTERM")
        assert.strictEqual(code, 0)
        const told = (yield* Fiber.join(asking)).flat()
        assert.isAbove(told.length, 2 * clientsAtOnce)
        for (const { status } of told) assert.strictEqual(status, 200)
      }).pipe(Effect.scoped)
    )
})

describe("Two nodes behind a balancer that reads /readyz", () => {
  it.live("answer every request while each is restarted", () =>
    Effect.gen(function* () {
      const env = { RCPT_SHUTDOWN_DELAY: "1s", RCPT_RATE_LIMIT: "off" }
      const first = yield* service.start({ lab: true, isNode: true, credits: 100_000, env })
      const { databaseUrl, apiKey } = first
      const second = yield* service.start({
        lab: true,
        isNode: true,
        databaseUrl: databaseUrl!,
        apiKey,
        env
      })
      const nodes = [first, second]
      const ready = new Set(nodes)
      const look = Effect.forEach(nodes, (node) =>
        node.get("/readyz", { apiKey: null }).pipe(
          Effect.map(({ status }) => status === 200),
          Effect.orElseSucceed(() => false),
          Effect.map((isReady) => void (isReady ? ready.add(node) : ready.delete(node)))
        )
      )
      yield* Effect.forkChild(Effect.repeat(look, Schedule.spaced("100 millis")))
      const told: Array<Told> = []
      let turn = 0
      const client = Effect.gen(function* () {
        const ask = yield* keptConnection(apiKey)
        while (true) {
          const now = [...ready]
          told.push(yield* ask(now[turn++ % now.length]!.base))
          // The nodes that start need the processor too.
          yield* Effect.sleep("20 millis")
        }
      })
      const load = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: clientsAtOnce }), () => client, {
          concurrency: "unbounded"
        })
      )
      for (const node of nodes) {
        const { code } = yield* node.kill("SIGTERM")
        assert.strictEqual(code, 0, node.output())
        yield* node.restart
        yield* Effect.sleep("500 millis")
      }
      // Fails with the first request that had no answer.
      yield* Fiber.interrupt(load)
      const exit = yield* Fiber.await(load)
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual(
        exit._tag === "Failure" ? exit.cause.reasons.filter(({ _tag }) => _tag === "Fail") : [],
        []
      )
      assert.isAbove(told.length, 500)
      for (const { status } of told) assert.strictEqual(status, 200)
    }).pipe(Effect.scoped)
  )
})

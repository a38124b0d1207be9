/**
 * Three nodes restart one after the other, as in a rolling update, while clients ask on kept connections.
 * Like a balancer they ask only nodes whose `/readyz` says 200, and like every HTTP client they send a
 * request again only where RFC 9110 §9.2.2 lets them.
 */
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Fiber, Schedule } from "effect"

import { creditsOf, inDatabase } from "../../service/ledger/idempotency/keyed.ts"
import * as Random from "../../simulation/Random.ts"
import { scaled } from "../../support/scale.ts"
import type { Running } from "../../support/service.ts"
import * as serviceNodes from "../../support/serviceNodes.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { connections } from "./keepAlive.ts"
import type { Asked, Attempt, Connections } from "./keepAlive.ts"

const requestsMin = scaled("ROLLING_REQUESTS", { usual: 3_000, long: 10_000 })
/** Few enough that three nodes are not busy: here nothing is measured but what gets lost. */
const clients = 8
const credits = 1_000_000

/** Milliseconds: three stops and starts, and the requests, on a machine under load. */
const waitMax = 600_000

/** A node is announced as leaving for as long as two health checks take on a machine under load. */
const env = { RCPT_SHUTDOWN_DELAY: "3s", RCPT_RATE_LIMIT: "off", RCPT_ENUMERATION_LIMIT: "off" }
const healthCheckEvery = "100 millis"

/** Milliseconds. */
const answerWaitMax = 30_000

/** Of a client between two requests: on some connections a request is always under way, others rest. */
const thinks = [0, 0, 5, 50, 400] as const

interface Tally {
  answered: number
  /** Closed before any octet of an answer, on a connection that was kept: sent again. */
  retried: number
  credits: number
  readonly failed: Array<string>
}

/** The nodes that are ready, as of the last health check. */
const watchHealth = (nodes: ReadonlyArray<Running>) =>
  Effect.gen(function* () {
    const ready = new Set(nodes.map(({ base }) => base))
    const check = ({ base }: Running) => {
      const { ask, close } = connections(answerWaitMax)
      return Effect.promise(() => ask(base, { path: "/readyz", headers: {} })).pipe(
        Effect.ensuring(Effect.sync(close)),
        Effect.map(({ outcome }) => (outcome === 200 ? ready.add(base) : ready.delete(base)))
      )
    }
    for (const node of nodes)
      yield* Effect.forkScoped(Effect.repeat(check(node), Schedule.spaced(healthCheckEvery)))
    return ready
  })

const verify = (random: Random.Random, mode: "fast" | "deep"): Omit<Asked, "headers"> => {
  const domain = String(random.between(1, 500)).padStart(5, "0")
  const email = `user${random.between(0, 1_000_000)}@d${domain}.lab.test`
  return { path: `/api/v1/verify?mode=${mode}&email=${email}` }
}

const batch = (random: Random.Random): Omit<Asked, "headers"> => {
  const emails = [`user${random.between(0, 1_000_000)}@acme.test`]
  return {
    path: "/api/v1/verify/batch",
    method: "POST",
    body: Buffer.from(JSON.stringify({ emails }))
  }
}

const requestOf = (random: Random.Random): Omit<Asked, "headers"> => {
  const kind = random.weighted({ fast: 80, deep: 10, batch: 10 })
  return kind === "batch" ? batch(random) : verify(random, kind)
}

/** RFC 9110 §9.2.2, on requests that are safe to repeat, with the evidence that a server had closed. */
const mayBeSentAgain = ({ method = "GET" }: Omit<Asked, "headers">, attempt: Attempt): boolean =>
  method === "GET" && attempt.reused && !attempt.answered && attempt.outcome !== "timeout"

const record = (tally: Tally, asked: Omit<Asked, "headers">, base: string, made: Attempt): void => {
  const { outcome, text, sentAt, endedAt, reused } = made
  if (outcome === 200) {
    tally.answered++
    tally.credits += Number(Object(JSON.parse(text)).credits_used)
    return
  }
  const when = `${new Date(sentAt).toISOString()}, ${endedAt - sentAt} ms`
  const where = `${base}${reused ? ", kept connection" : ""}`
  tally.failed.push(`${when}, ${where}, ${asked.path}: ${outcome} ${text.slice(0, 80)}`)
}

const askOnce = (
  { ask }: Connections,
  ready: ReadonlySet<string>,
  apiKey: string,
  random: Random.Random,
  tally: Tally
) =>
  Effect.gen(function* () {
    const asked = requestOf(random)
    const json = asked.body && { "content-type": "application/json" }
    // With a key, so that one that is sent again is not charged again.
    const headers = { "x-api-key": apiKey, "idempotency-key": random.uuid(), ...json }
    while (true) {
      const base = random.pick([...ready])
      const attempt = yield* Effect.promise(() => ask(base, { ...asked, headers }))
      if (!mayBeSentAgain(asked, attempt)) return record(tally, asked, base, attempt)
      tally.retried++
    }
  })

/** Until `goesOn` says no more. */
const askAll = (
  ready: ReadonlySet<string>,
  apiKey: string,
  goesOn: (tally: Tally) => boolean
): Effect.Effect<Tally> =>
  Effect.gen(function* () {
    const tally: Tally = { answered: 0, retried: 0, credits: 0, failed: [] }
    const client = (random: Random.Random) =>
      Effect.gen(function* () {
        const wire = connections(answerWaitMax)
        yield* Effect.addFinalizer(() => Effect.sync(wire.close))
        while (goesOn(tally)) {
          yield* askOnce(wire, ready, apiKey, random, tally)
          yield* Effect.sleep(random.pick(thinks))
        }
      }).pipe(Effect.scoped)
    const random = Random.make(1)
    yield* Effect.all(
      Array.from({ length: clients }, () => client(random.fork())),
      { concurrency: "unbounded", discard: true }
    )
    return tally
  })

describe("A rolling restart of three nodes", () => {
  it.live(
    `fails none of ${requestsMin} requests, and charges each once`,
    () =>
      Effect.gen(function* () {
        const nodes = yield* serviceNodes.three({ credits, env })
        const { apiKey } = nodes[0]!
        const ready = yield* watchHealth(nodes)
        let restarted = 0
        const stops: Array<string> = []
        const goesOn = ({ answered }: Tally) => restarted < nodes.length || answered < requestsMin
        const asking = yield* Effect.forkChild(askAll(ready, apiKey, goesOn))
        for (const node of nodes) {
          yield* Effect.sleep("1 second")
          stops.push(`${node.base} at ${new Date().toISOString()}`)
          assert.deepStrictEqual(yield* node.kill("SIGTERM"), { code: 0, signal: null })
          const again = yield* node.restart
          yield* Effect.repeat(
            Effect.sync(() => ready.has(again.base)),
            { until: (isReady) => isReady, schedule: Schedule.spaced("20 millis") }
          )
          restarted++
        }
        const tally = yield* Fiber.join(asking)
        const run = `${tally.answered} answered, ${tally.retried} sent again; stops: ${stops.join(", ")}`
        assert.deepStrictEqual(tally.failed, [], run)
        assert.isAtLeast(tally.answered, requestsMin)
        assert.strictEqual(credits - (yield* creditsOf(nodes[0]!)), tally.credits)
        assert.deepStrictEqual(yield* inDatabase(nodes[0]!)(contradictions), [])
      }).pipe(Effect.scoped),
    waitMax
  )
})

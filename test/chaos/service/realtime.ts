/**
 * Clients that check one address after the other at any node. Each check has a key of its own and is sent
 * again until it is answered, so that it is known at the end what all of them must have cost.
 */
import { Effect } from "effect"

import * as Random from "../../simulation/Random.ts"
import type { Expected } from "../../support/lists/labList.ts"
import { deepAddress, fastAddress } from "./internet.ts"
import { connections } from "./keepAlive.ts"
import type { Attempt, Connections } from "./keepAlive.ts"
import type { World } from "./world.ts"

export interface Check {
  readonly mode: "fast" | "deep"
  readonly email: string
  readonly expected: Expected
  /** What went wrong before the answer. */
  readonly errors: ReadonlyArray<FailedAttempt>
  /** `undefined`: none within the time. */
  readonly answer: Answer | undefined
  /** Milliseconds of the attempt that was answered. */
  readonly took: number
}

export interface FailedAttempt extends Attempt {
  readonly node: number
}

export interface Answer {
  readonly status: string
  readonly sub_status?: string
  readonly score: number
  readonly credits_used: number
}

export interface ClientOptions {
  readonly world: World
  readonly clients: number
  /** Mail servers that their deep checks are about. */
  readonly servers: number
  readonly seed: number
  readonly goesOn: () => boolean
}

/** Milliseconds; longer than any answer takes that is not lost. */
const answerWaitMax = 15_000

/** Milliseconds between two checks of a client, and before a failed one is sent again. */
const thinks = [100, 500] as const

/**
 * Milliseconds for which a check is sent again: the key of a request whose node has died is free after a
 * minute, and the one that takes it over may meet the next fault.
 */
const retryMax = 150_000

const deepPercent = 40
const addressesMax = 1_000_000

/** The original is still in progress, as far as anybody knows: not an error, come back later. */
const inProgress = 409

const pause = (random: Random.Random) => Effect.sleep(random.between(...thinks))

const attempt = (
  { world }: ClientOptions,
  { ask }: Connections,
  random: Random.Random,
  key: string,
  path: string
) =>
  Effect.gen(function* () {
    const node = random.pick(world.nodes)
    const headers = { "x-api-key": world.apiKey, "idempotency-key": key }
    const made = yield* Effect.promise(() => ask(node.base, { path, headers }))
    return { ...made, node: node.number }
  })

const checkOne = (options: ClientOptions, wire: Connections, random: Random.Random) =>
  Effect.gen(function* () {
    const mode = random.chance(deepPercent) ? "deep" : "fast"
    const n = random.between(0, addressesMax)
    const { email, expected } = mode === "deep" ? deepAddress(n, options.servers) : fastAddress(n)
    const path = `/api/v1/verify?mode=${mode}&email=${encodeURIComponent(email)}`
    const key = random.uuid()
    const errors: Array<FailedAttempt> = []
    const since = Date.now()
    while (Date.now() - since < retryMax) {
      const made = yield* attempt(options, wire, random, key, path)
      if (made.outcome === 200) {
        const answer = JSON.parse(made.text) as Answer
        const took = made.endedAt - made.sentAt
        return { mode, email, expected, errors, answer, took } satisfies Check
      }
      if (made.outcome !== inProgress) errors.push(made)
      yield* pause(random)
    }
    return { mode, email, expected, errors, answer: undefined, took: 0 } satisfies Check
  })

/** Until `goesOn` says no more; then each finishes its last check. */
export const run = (options: ClientOptions) =>
  Effect.gen(function* () {
    const checks: Array<Check> = []
    const client = (random: Random.Random) =>
      Effect.gen(function* () {
        const wire = connections(answerWaitMax)
        yield* Effect.addFinalizer(() => Effect.sync(wire.close))
        while (options.goesOn()) {
          checks.push(yield* checkOne(options, wire, random))
          yield* pause(random)
        }
      }).pipe(Effect.scoped)
    const random = Random.make(options.seed)
    yield* Effect.all(
      Array.from({ length: options.clients }, () => client(random.fork())),
      { concurrency: "unbounded", discard: true }
    )
    return checks
  })

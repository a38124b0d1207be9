/** A service under attack, its customers, and one of them that goes on asking meanwhile. */
import { randomUUIDv7 } from "node:crypto"
import { Agent, request } from "node:http"

import * as Accounts from "@rcpt/service/accounts/Accounts"
import * as ApiKeys from "@rcpt/service/accounts/ApiKeys"
import { grant } from "@rcpt/service/ledger/commands"
import * as Ledger from "@rcpt/service/ledger/Ledger"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Fiber, Layer, Redacted } from "effect"

import { cpuOf, memoryMib } from "../support/bench/processCost.ts"
import type { Running } from "../support/service.ts"

export interface Customer {
  readonly account: string
  readonly apiKey: string
}

/** With credits, and a key that permits everything. */
export const openCustomers = (databaseUrl: string, count: number, credits: number) =>
  Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.gen(function* () {
        const email = `${randomUUIDv7()}@customer.test`
        const account = yield* Accounts.Accounts.use(({ open }) =>
          open({ email, passwordHash: "-", owner: false })
        )
        const key = generate()
        yield* ApiKeys.ApiKeys.use(({ issue }) =>
          issue(account, { name: "key", scopes: [], by: "operator", key })
        )
        const topUp = grant({ grantId: randomUUIDv7(), credits, reason: "top-up" })
        yield* Ledger.Ledger.use(({ submit }) => submit(account, topUp))
        return { account, apiKey: key } satisfies Customer
      }),
    { concurrency: 8 }
  ).pipe(
    Effect.provide(
      Layer.fresh(
        Layer.mergeAll(Accounts.layer, ApiKeys.layer, Ledger.layer).pipe(
          Layer.provide(Database.layer(Redacted.make(databaseUrl)))
        )
      )
    ),
    Effect.orDie
  )

/** Milliseconds; a client that got no answer by then has given up. */
const answerWaitMax = 10_000

/** 0: no answer. */
const statusOf = (base: string, agent: Agent, apiKey: string, path: string): Promise<number> =>
  new Promise((resolve) => {
    const sent = request(
      base + path,
      { agent, headers: { "x-api-key": apiKey }, timeout: answerWaitMax },
      (response) => response.resume().on("end", () => resolve(response.statusCode ?? 0))
    )
    sent.on("timeout", () => sent.destroy())
    sent.on("error", () => resolve(0))
    sent.end()
  })

/**
 * Milliseconds between two requests of all bystanders together, and at least between two of one: they are
 * to meet the attack, and not to be a load of their own.
 */
const [pauseOfAll, pauseMin] = [10, 20]

export interface Seen {
  /** Milliseconds per answer. */
  readonly latencies: Array<number>
  /** How many answers had each status. */
  readonly statuses: Record<number, number>
}

/** Checks an address after the other with a key, until it is interrupted. */
const keepAsking = (
  base: string,
  apiKey: string,
  { path, pause, seen }: { readonly path: string; readonly pause: number; readonly seen: Seen }
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 1 })),
    (agent) =>
      Effect.gen(function* () {
        const started = performance.now()
        const status = yield* Effect.promise(() => statusOf(base, agent, apiKey, path))
        seen.latencies.push(performance.now() - started)
        seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
        yield* Effect.sleep(pause)
      }).pipe(Effect.forever),
    (agent) => Effect.sync(() => agent.destroy())
  )

const share = (sorted: ReadonlyArray<number>, part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)

const print = (what: string, { latencies, statuses }: Seen, running: Running, cpu: number) => {
  const sorted = latencies.toSorted((a, b) => a - b)
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  process.stderr.write(
    `${what}: bystanders ${counts.join(", ")}, p50 ${share(sorted, 0.5)} ms, p99 ${share(sorted, 0.99)} ms; ` +
      `service ${cpu.toFixed(1)} s of processor, ${Math.round(memoryMib(running.pid))} MiB\n`
  )
}

/**
 * Runs the attack while the bystanders ask for checks, one connection each; prints what they saw and
 * what it cost the service, and returns the former.
 */
export const duringAttack = <R>(
  what: string,
  running: Running,
  bystanders: ReadonlyArray<Customer>,
  attack: Effect.Effect<unknown, never, R>
) =>
  Effect.gen(function* () {
    const seen: Seen = { latencies: [], statuses: {} }
    const before = cpuOf(running.pid)
    const pause = Math.max(pauseMin, pauseOfAll * bystanders.length)
    const asking = yield* Effect.forEach(bystanders, ({ apiKey }, i) =>
      Effect.forkChild(
        keepAsking(running.base, apiKey, {
          path: `/api/v1/verify?email=by${i}@acme.test`,
          pause,
          seen
        })
      )
    )
    yield* attack
    yield* Fiber.interruptAll(asking)
    const after = cpuOf(running.pid)
    print(what, seen, running, after.own + after.postgres - before.own - before.postgres)
    return seen
  })

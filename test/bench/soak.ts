/**
 * Half an hour of mixed load on one service: does anything grow that should not? Memory, handles, timers, actors
 * and connections of the second third of the run are compared with those of the last; no request may fail.
 * `SOAK_MINUTES=5` for a shorter run.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Rcpt } from "@rcpt/client"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { freePort } from "@rcpt/service/platform/freePort"
import { findRunning } from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { readPassword } from "@rcpt/service/platform/postgres/initCluster"
import { superuserUrl } from "@rcpt/service/platform/postgres/serviceRole"
import { Effect, Option, Schedule } from "effect"

import { print } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { growthOf, sampler } from "../support/bench/soakSamples.ts"
import type { Sample } from "../support/bench/soakSamples.ts"
import { doWorks, makeManagingKey } from "../support/bench/soakWorks.ts"
import { startProgram } from "../support/bench/startProgram.ts"

const program = (path: string) => join(import.meta.dirname, "../..", path)
const apiKey = generate()
const owner = { email: "owner@rcpt.test", password: "correct horse battery" }

const minutes = Number(process.env["SOAK_MINUTES"] ?? sized(30, 0.05))
const millisPerMinute = 60_000
const sampleEvery = `${sized(5_000, 200)} millis` as const

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-soak-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const startWorld = Effect.gen(function* () {
  const file = join(yield* folder, "env.json")
  yield* startProgram([program("test/support/bench/manyDomains.ts"), file])
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>
})

const startService = Effect.gen(function* () {
  const env = yield* startWorld
  const dataDir = yield* folder
  const metricsPort = yield* Effect.orDie(freePort)
  const running = yield* startProgram([program("packages/cli/src/main.ts"), "start"], {
    ...env,
    RCPT_PORT: "0",
    RCPT_METRICS_PORT: String(metricsPort),
    RCPT_DATA_DIR: dataDir,
    RCPT_DASHBOARD: "off",
    RCPT_OWNER_API_KEY: apiKey,
    RCPT_OWNER_EMAIL: owner.email,
    RCPT_OWNER_PASSWORD: owner.password,
    RCPT_OWNER_CREDITS: "100000000",
    RCPT_RATE_LIMIT: "10000/s",
    RCPT_WEBHOOK_ALLOW_HTTP: "on",
    RCPT_LOG: "warn"
  })
  const url = Option.getOrThrow(yield* findRunning(dataDir))
  const password = yield* Effect.orDie(readPassword(dataDir))
  return {
    ...running,
    metricsPort,
    superuserUrl: superuserUrl(password, Number(new URL(url).port))
  }
})

/** Refuses every third message: it is sent again later. */
const webhookReceiver = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
    let messages = 0
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead((messages += 1) % 3 === 0 ? 500 : 200).end()
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = Object(server.address())
      resume(Effect.succeed({ port, close: () => void server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const bench = Effect.gen(function* () {
  const service = yield* startService
  const { port } = service
  const clientOf = (key: string) =>
    new Rcpt({ apiKey: key, baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 })
  const manager = clientOf(yield* Effect.promise(() => makeManagingKey({ port, owner })))
  const receiver = yield* webhookReceiver
  yield* Effect.promise(() => manager.webhook.set(`http://127.0.0.1:${receiver.port}/hook`))
  const samples: Array<Sample> = []
  const look = yield* sampler(service)
  yield* Effect.forkScoped(
    Effect.map(look, (sample) => void samples.push(sample)).pipe(
      Effect.repeat(Schedule.spaced(sampleEvery))
    )
  )
  const until = Date.now() + minutes * millisPerMinute
  const customer = { client: clientOf(apiKey), manager, port, apiKey, owner }
  const counts = yield* Effect.promise(() => doWorks(customer, until))
  const growths = growthOf(samples)
  const shown = (n: number) => n.toFixed(0)
  yield* print(`soak: ${minutes} minutes of mixed load, the second third and the last`, [
    ...growths.map(({ name, before, after, isFlat }) => ({
      what: name,
      measured: `${shown(before)} → ${shown(after)}`,
      target: isFlat ? "flat" : "flat: it grows"
    })),
    ...counts.map(({ name, done, failures }) => ({
      what: name,
      measured: String(done),
      target: failures.size === 0 ? "no failure" : JSON.stringify(Object.fromEntries(failures))
    }))
  ])
})

bench.pipe(Effect.scoped, NodeRuntime.runMain())

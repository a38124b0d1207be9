import { createServer } from "node:net"
import type { AddressInfo, Server } from "node:net"

import { load } from "@rcpt/service/platform/Config"
import { Config } from "@rcpt/service/platform/Config"
import { scrape as scrapeHere } from "@rcpt/service/platform/metrics/scrape"
import { serve } from "@rcpt/service/platform/metrics/serveMetrics"
import { Cause, Effect, Exit, Logger } from "effect"

import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { env, fetchText, scrapeUntil } from "./metricsWorld.ts"
import { totalOf } from "./readMetrics.ts"

/** Another program has the port; 0: any. `undefined`: somebody else has it already. */
const occupied = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Server | undefined>((resume) => {
      const server = createServer()
        .once("error", () => resume(Effect.undefined))
        .listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server?.close())
  )

/** The listener alone, with these settings; and what it logged. */
const listening = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    const { config } = yield* load(environment, {})
    const exit = yield* serve(scrapeHere(1)).pipe(
      Effect.provideService(Config, config),
      Effect.provide(Logger.layer([logger])),
      Effect.exit
    )
    return { exit, logged: logged.join("\n") }
  })

describe("RCPT_METRICS_PORT", () => {
  it.live("that is taken is an error, with the settings and the reason", () =>
    Effect.gen(function* () {
      const taken = ((yield* occupied(0))!.address() as AddressInfo).port
      const { exit } = yield* listening({ RCPT_METRICS_PORT: String(taken) })
      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.match(
        String(error),
        /Metrics cannot be served \(RCPT_METRICS_HOST, RCPT_METRICS_PORT\): .*EADDRINUSE.*\. Choose another port, or off\./
      )
    }).pipe(Effect.scoped)
  )

  it.live("not set: a taken default port is said in the log, and no error", () =>
    Effect.gen(function* () {
      yield* occupied(9464)
      const { exit, logged } = yield* listening({})
      assert.isTrue(Exit.isSuccess(exit))
      assert.match(logged, /goes without metrics: .*9464\. RCPT_METRICS_PORT/)
    }).pipe(Effect.scoped)
  )

  it.live("off: nothing listens, and nothing is said", () =>
    Effect.gen(function* () {
      const { exit, logged } = yield* listening({ RCPT_METRICS_PORT: "off" })
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(logged, "")
    }).pipe(Effect.scoped)
  )

  it.live("is on loopback, unless RCPT_METRICS_HOST says otherwise", () =>
    Effect.gen(function* () {
      const { logged } = yield* listening({ RCPT_METRICS_PORT: "0" })
      assert.match(logged, /^Metrics are served on http:\/\/127\.0\.0\.1:\d+\/metrics$/)
      const elsewhere = { RCPT_METRICS_PORT: "0", RCPT_METRICS_HOST: "127.0.0.9" }
      const [url = ""] = /http\S+/.exec((yield* listening(elsewhere)).logged) ?? []
      assert.include(url, "http://127.0.0.9:")
      assert.strictEqual((yield* fetchText(url)).status, 200)
    }).pipe(Effect.scoped)
  )

  it.live("that is taken stops a service before it has made anything", () =>
    Effect.gen(function* () {
      const taken = ((yield* occupied(0))!.address() as AddressInfo).port
      const more = { RCPT_METRICS_PORT: String(taken) }
      const exit = yield* Effect.exit(service.start({ env: more }))
      const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
      assert.include(text, "Metrics cannot be served")
      assert.notInclude(text, "This is the first start")
    }).pipe(Effect.scoped)
  )
})

describe("A node of several processes", () => {
  it.live("answers for all of them at one port", () =>
    Effect.gen(function* () {
      const more = { ...env, RCPT_PROCESSES: "2" }
      const running = yield* service.start({ lab: true, env: more })
      // Each connection is handed to the next worker.
      const asked = 6
      for (let n = 0; n < asked; n++)
        yield* running.get("/api/v1/verify?email=ann@acme.test", {
          headers: { connection: "close" }
        })
      const requests = "rcpt_http_requests_total"
      const labels = { route: "/api/v1/verify", status: "2xx" }
      const metrics = yield* scrapeUntil(running, (now) => totalOf(now, requests, labels) === asked)
      for (const process of ["1", "2"])
        assert.isAbove(totalOf(metrics, requests, { ...labels, process }), 0, process)
      for (const process of ["0", "1", "2"])
        assert.isAbove(totalOf(metrics, "process_resident_memory_bytes", { process }), 0, process)
      assert.strictEqual(totalOf(metrics, requests, { process: "0" }), 0)
      // Of the database once, not once for each process.
      assert.lengthOf(metrics.get("rcpt_database_up")!.series, 1)
    }).pipe(Effect.scoped)
  )
})

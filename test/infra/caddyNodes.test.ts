/** Several nodes behind the committed Caddyfile: some stop, some are gone, some fail. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { assert, it } from "@effect/vitest"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Fiber } from "effect"

import { until } from "../service/jobs/jobsStreamWorld.ts"
import * as caddy from "../support/caddy.ts"
import type { Caddy } from "../support/caddy.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import { caddy as need, describeWith } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { open, send } from "../support/tlsClient.ts"
import { behindProxy, oneNode, price, upstream } from "./caddyWorld.ts"

const minutes = 3 * 60_000

/**
 * Answers health checks with `status`, begins streams that never end, and cuts the connection of every other
 * request.
 */
const fakeNode = (status: number) =>
  Effect.gen(function* () {
    const counts = { checks: 0, requests: 0, streamsLeft: 0 }
    const server = createServer((request, response) => {
      if (request.url === "/readyz") {
        counts.checks++
        response.writeHead(status).end()
      } else if (request.url === "/stream") {
        response.on("close", () => counts.streamsLeft++)
        response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n")
      } else {
        counts.requests++
        request.socket.destroy()
      }
    })
    yield* Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
    )
    return { counts, upstream: `127.0.0.1:${(server.address() as AddressInfo).port}` }
  })

/** Two nodes on one database. The first stops as slowly as a balancer needs. */
const twoNodes = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase()
  const apiKey = generate()
  const start = Effect.gen(function* () {
    const port = yield* Effect.orDie(freePort)
    const env = { ...behindProxy, RCPT_SMTP: "off", RCPT_SHUTDOWN_DELAY: "5s" }
    return yield* service.start({ isNode: true, databaseUrl, apiKey, port, env })
  })
  return [yield* start, yield* start] as const
})

/** A GET and a POST, one after the other. */
const both = (proxy: Caddy, apiKey: string) =>
  Effect.gen(function* () {
    const got = yield* send(proxy, "/api/v1/account", { headers: { "x-api-key": apiKey } })
    const posted = yield* price(proxy, apiKey, 100_000)
    return [got.status, posted.status]
  })

describeWith(need, "Several nodes behind Caddy", () => {
  it.live(
    "one that is not ready gets no request",
    () =>
      Effect.gen(function* () {
        const { node } = yield* oneNode
        const fake = yield* fakeNode(503)
        const proxy = yield* caddy.create([fake.upstream, upstream(node.base)])
        yield* proxy.start
        // The first answer has been taken in when the second check comes.
        yield* until(() => fake.counts.checks > 1, "no health checks")
        for (let index = 0; index < 6; index++) {
          assert.deepStrictEqual(yield* both(proxy, node.apiKey), [200, 200])
        }
        assert.strictEqual(fake.counts.requests, 0)
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "one that restarts loses no request, and one that is gone no GET",
    () =>
      Effect.gen(function* () {
        const [first, second] = yield* twoNodes
        const proxy = yield* caddy.create([upstream(first.base), upstream(second.base)])
        yield* proxy.start
        const statuses: Array<number> = []
        let isRestarted = false
        const client = both(proxy, first.apiKey).pipe(
          Effect.map((answered) => statuses.push(...answered)),
          Effect.repeat({ until: () => isRestarted })
        )
        const clients = yield* Effect.forkScoped(Effect.all([client, client], { concurrency: 2 }))
        yield* first.kill("SIGTERM")
        yield* first.restart
        isRestarted = true
        yield* Fiber.join(clients)
        assert.isAbove(statuses.length, 10)
        assert.deepStrictEqual([...new Set(statuses)], [200])

        // Caddy learns of this by a refused connection. A POST may have arrived on one that broke: it gets 502.
        yield* second.kill("SIGKILL")
        for (let index = 0; index < 4; index++) {
          const [got] = yield* both(proxy, first.apiKey)
          assert.strictEqual(got, 200)
        }
        assert.deepStrictEqual(yield* both(proxy, first.apiKey), [200, 200])
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "one hears at once that a client has left its stream",
    () =>
      Effect.gen(function* () {
        const fake = yield* fakeNode(200)
        const proxy = yield* caddy.create([fake.upstream])
        yield* proxy.start
        const watch = Effect.gen(function* () {
          const stream = yield* open(proxy, "/stream")
          yield* until(() => stream.text() === "data: 1\n\n", "no first event")
        })
        yield* Effect.scoped(watch)
        yield* until(() => fake.counts.streamsLeft === 1, "the stream is still open")
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "one that fails is logged without the address and the key of the request",
    () =>
      Effect.gen(function* () {
        const fake = yield* fakeNode(200)
        const proxy = yield* caddy.create([fake.upstream])
        yield* proxy.start
        const answer = yield* send(proxy, "/api/v1/verify?email=ann@acme.test", {
          method: "POST",
          headers: { "x-api-key": "rcpt_secret", referer: "https://localhost/?email=ann@acme.test" }
        })
        assert.strictEqual(answer.status, 502)
        yield* until(() => proxy.log().includes("/api/v1/verify"), "the error is not logged")
        assert.notInclude(proxy.log(), "acme")
        assert.notInclude(proxy.log(), "rcpt_secret")
      }).pipe(Effect.scoped),
    minutes
  )
})

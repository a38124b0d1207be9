/** Several nodes behind the committed Caddyfile: some stop, some are gone, some fail. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"

import { until } from "../service/jobs/jobsStreamWorld.ts"
import * as caddy from "../support/caddy.ts"
import { caddy as need, describeWith } from "../support/needs.ts"
import { open, send } from "../support/tlsClient.ts"
import { assert, it } from "../support/vitest.ts"
import { both, oneNode, twoNodes, untilRestarted, upstream } from "./proxyWorld.ts"

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

describeWith(need, "Several nodes behind Caddy", () => {
  it.live(
    "one that is not ready gets no request",
    () =>
      Effect.gen(function* () {
        const { node } = yield* oneNode(caddy.create)
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
        const statuses = yield* untilRestarted(proxy, first)
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

/** One node, and two, behind the committed configuration of nginx. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:tls"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"

import { describeWith, nginx as need } from "../support/needs.ts"
import * as nginx from "../support/nginx.ts"
import { send } from "../support/tlsClient.ts"
import { assert, it } from "../support/vitest.ts"
import {
  both,
  locksOutNobodyElse,
  oneNode,
  progressThrough,
  takesListsOf32MB,
  twoNodes,
  untilRestarted,
  upstream
} from "./proxyWorld.ts"

const minutes = 3 * 60_000

describeWith(need, "Behind nginx", () => {
  it.live(
    "pages and lists of 32 MB come by TLS, and who guesses passwords locks out nobody else",
    () =>
      Effect.gen(function* () {
        const { node, proxy } = yield* oneNode(nginx.create)
        yield* proxy.start
        const docs = yield* send(proxy, "/docs")
        assert.strictEqual(docs.status, 200)
        assert.strictEqual(docs.headers["strict-transport-security"], "max-age=31536000")

        const plain = yield* Effect.promise(() =>
          fetch(`http://127.0.0.1:${proxy.httpPort}/docs`, { redirect: "manual" })
        )
        assert.strictEqual(plain.status, 308)
        assert.strictEqual(plain.headers.get("location"), `https://127.0.0.1/docs`)

        yield* takesListsOf32MB(proxy, node.apiKey)

        yield* locksOutNobodyElse(proxy)
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "the progress of a job arrives while it runs",
    () =>
      Effect.gen(function* () {
        assert.include(yield* progressThrough(nginx.create), '"status":"complete"')
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "a node that restarts loses no request, and one that is gone none that comes later",
    () =>
      Effect.gen(function* () {
        const [first, second] = yield* twoNodes
        const proxy = yield* nginx.create([upstream(first.base), upstream(second.base)])
        yield* proxy.start
        const statuses = yield* untilRestarted(proxy, first)
        assert.isAbove(statuses.length, 10)
        assert.deepStrictEqual([...new Set(statuses)], [200])

        yield* second.kill("SIGKILL")
        for (let index = 0; index < 4; index++)
          assert.deepStrictEqual(yield* both(proxy, first.apiKey), [200, 200])
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "the port of the request reaches the node, and old TLS does not reach nginx",
    () =>
      Effect.gen(function* () {
        const node = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const echo = createServer((request, response) => response.end(request.headers.host))
            await once(echo.listen(0, "127.0.0.1"), "listening")
            return echo
          }),
          (echo) => Effect.sync(() => echo.close())
        )
        const { port } = node.address() as AddressInfo
        const proxy = yield* nginx.create([`127.0.0.1:${port}`])
        yield* proxy.start
        assert.strictEqual((yield* send(proxy, "/")).text, `localhost:${proxy.httpsPort}`)

        // OpenSSL itself speaks TLS 1.1 only if asked to.
        const old = {
          maxVersion: "TLSv1.1",
          minVersion: "TLSv1.1",
          ciphers: "ALL:@SECLEVEL=0"
        } as const
        const refused = yield* Effect.callback<string>((resume) => {
          const socket = connect({ port: proxy.httpsPort, ca: proxy.authority(), ...old })
          socket.on("secureConnect", () => resume(Effect.succeed("connected")))
          socket.on("error", ({ message }) => resume(Effect.succeed(message)))
          return Effect.sync(() => socket.destroy())
        })
        assert.match(refused, /protocol version/)
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "a node that is gone is not logged with the address of the request",
    () =>
      Effect.gen(function* () {
        const gone = yield* Effect.orDie(freePort)
        const proxy = yield* nginx.create([`127.0.0.1:${gone}`])
        yield* proxy.start
        const answer = yield* send(proxy, "/api/v1/verify?email=ann@acme.test")
        assert.strictEqual(answer.status, 502)
        assert.notInclude(proxy.log(), "acme")
      }).pipe(Effect.scoped),
    minutes
  )
})

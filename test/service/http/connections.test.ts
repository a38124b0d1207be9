/** How the connections of a listener end when it stops. */
import type { Server, ServerResponse } from "node:http"
import { connect } from "node:net"
import type { AddressInfo } from "node:net"

import { connectionsOf } from "@rcpt/service/http/connections"
import { createListener } from "@rcpt/service/http/listener"
import { Duration, Effect, Fiber } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { until } from "../jobs/jobsStreamWorld.ts"

/** Far longer than anything here takes: a test that reaches it fails. */
const waitMax = Duration.seconds(60)

/** Answers when the test says so. */
const listen = Effect.acquireRelease(
  Effect.callback<{ readonly server: Server; readonly waiting: Array<ServerResponse> }>(
    (resume) => {
      const waiting: Array<ServerResponse> = []
      const server = createListener().on("request", (_request, response: ServerResponse) => {
        waiting.push(response)
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ server, waiting })))
    }
  ),
  ({ server }) => Effect.sync(() => server.closeAllConnections())
).pipe(Effect.map((world) => ({ ...world, connections: connectionsOf(world.server) })))

/** A connection, with what has come on it. */
const client = (server: Server) =>
  Effect.gen(function* () {
    const socket = yield* Effect.acquireRelease(
      Effect.sync(() => connect((server.address() as AddressInfo).port, "127.0.0.1")),
      (open) => Effect.sync(() => open.destroy())
    )
    const state = { isEnded: false, isReset: false }
    let text = ""
    socket.on("data", (data) => (text += String(data)))
    socket.on("end", () => (state.isEnded = true))
    socket.on("error", () => (state.isReset = true))
    yield* until(() => !socket.connecting, "no connection")
    return { send: (more: string) => void socket.write(more), text: () => text, state }
  })

const head = "GET / HTTP/1.1\r\nHost: x\r\n"
const request = `${head}\r\n`

describe("A listener that stops", () => {
  it.live("closes a connection that is at rest", () =>
    Effect.gen(function* () {
      const { server, connections } = yield* listen
      const silent = yield* client(server)
      yield* connections.drain(waitMax)
      yield* until(() => silent.state.isEnded, "it is still open")
      assert.isFalse(silent.state.isReset)
      assert.isFalse(server.listening)
    }).pipe(Effect.scoped)
  )

  it.live("waits for the answer to a request, and closes the connection then", () =>
    Effect.gen(function* () {
      const { server, waiting, connections } = yield* listen
      const one = yield* client(server)
      one.send(request)
      yield* until(() => waiting.length === 1, "no request")
      const draining = yield* Effect.forkChild(connections.drain(waitMax))
      // Longer than a connection at rest is kept.
      yield* Effect.sleep("1500 millis")
      assert.isFalse(one.state.isEnded)
      waiting[0]!.end("done")
      yield* Fiber.join(draining)
      yield* until(() => one.state.isEnded, "it is still open")
      assert.match(one.text(), /^HTTP\/1\.1 200 /)
      assert.include(one.text(), "done")
    }).pipe(Effect.scoped)
  )

  it.live("takes the next request of a connection that was in use a moment ago", () =>
    Effect.gen(function* () {
      const { server, waiting, connections } = yield* listen
      const one = yield* client(server)
      one.send(request)
      yield* until(() => waiting.length === 1, "no request")
      waiting[0]!.end()
      yield* until(() => one.text() !== "", "no answer")
      const draining = yield* Effect.forkChild(connections.drain(waitMax))
      yield* until(() => !server.listening, "it still listens")
      one.send(request)
      yield* until(() => waiting.length === 2, "the request was not taken")
      waiting[1]!.setHeader("connection", "close")
      waiting[1]!.end()
      yield* Fiber.join(draining)
      yield* until(() => one.state.isEnded, "it is still open")
      assert.lengthOf(one.text().match(/HTTP\/1\.1 200 /g) ?? [], 2)
    }).pipe(Effect.scoped)
  )

  it.live("takes a request that has come in part", () =>
    Effect.gen(function* () {
      const { server, waiting, connections } = yield* listen
      const one = yield* client(server)
      one.send(head)
      const draining = yield* Effect.forkChild(connections.drain(waitMax))
      yield* until(() => !server.listening, "it still listens")
      one.send("\r\n")
      yield* until(() => waiting.length === 1, "the request was not taken")
      waiting[0]!.setHeader("connection", "close")
      waiting[0]!.end()
      yield* Fiber.join(draining)
      assert.match(one.text(), /^HTTP\/1\.1 200 /)
    }).pipe(Effect.scoped)
  )

  it.live("answers 503 to what is not finished in time, and cuts what has begun", () =>
    Effect.gen(function* () {
      const { server, waiting, connections } = yield* listen
      const [pending, begun] = [yield* client(server), yield* client(server)]
      pending.send(request)
      yield* until(() => waiting.length === 1, "no request")
      begun.send(request)
      yield* until(() => waiting.length === 2, "no request")
      waiting[1]!.write("half")
      yield* connections.drain(Duration.millis(200))
      yield* until(() => pending.state.isEnded && begun.state.isEnded, "they are still open")
      assert.match(pending.text(), /^HTTP\/1\.1 503 /)
      assert.match(pending.text(), /^connection: close\r$/im)
      assert.match(pending.text(), /\{"error":"service unavailable"\}$/)
      // The last chunk is missing, so the client knows.
      assert.notInclude(begun.text(), "\r\n0\r\n")
    }).pipe(Effect.scoped)
  )
})

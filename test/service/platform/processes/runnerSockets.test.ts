import { randomBytes } from "node:crypto"
import { connect } from "node:net"

import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { freePort } from "@rcpt/service/platform/freePort"
import { clientOptions, clients, server } from "@rcpt/service/platform/processes/runnerSockets"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { Runners } from "effect/cluster"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import { RpcSerialization } from "effect/rpc"
import { SocketServer } from "effect/socket"

import { assert, describe, it } from "../../../support/vitest.ts"

const newKey = () => Redacted.make(new Uint8Array(randomBytes(32)))

/** A server that counts the connections that have proved who they are. */
const listening = Effect.gen(function* () {
  const socket = { port: yield* freePort, key: newKey() }
  let admitted = 0
  const context = yield* Layer.build(server(socket))
  const { run } = Context.get(context, SocketServer.SocketServer)
  yield* Effect.forkScoped(run(() => Effect.sync(() => void (admitted += 1))))
  return { ...socket, admitted: () => admitted }
})

const dial = (port: number, key: ReturnType<typeof newKey>) =>
  NodeSocket.makeTls(clientOptions("127.0.0.1", port, key)).pipe(
    Effect.flatMap(({ reader }) => reader),
    Effect.scoped
  )

describe("A socket between workers", () => {
  it.live("admits whoever knows the key", () =>
    Effect.gen(function* () {
      const { port, key, admitted } = yield* listening
      yield* dial(port, key)
      yield* Effect.sleep("50 millis")
      assert.strictEqual(admitted(), 1)
    }).pipe(Effect.scoped)
  )

  it.live("admits nobody with another key", () =>
    Effect.gen(function* () {
      const { port, admitted } = yield* listening
      const error = yield* Effect.flip(dial(port, newKey()))
      assert.strictEqual(error._tag, "SocketError")
      assert.strictEqual(admitted(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("says once that a peer has another secret", () =>
    Effect.gen(function* () {
      const { port, admitted } = yield* listening
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      const layer = clients(newKey()).pipe(Layer.provide(RpcSerialization.layerSchemaBinary()))
      const { make } = Context.get(yield* Layer.build(layer), Runners.RpcClientProtocol)
      yield* make(RunnerAddress.make("127.0.0.1", port)).pipe(
        Effect.provide(Logger.layer([logger]))
      )
      // Long enough for it to try again.
      yield* Effect.sleep("3 seconds")
      assert.deepStrictEqual(logged, [
        `The node at 127.0.0.1:${port} has another secret than this one: set the same RCPT_SECRET on all nodes.`
      ])
      assert.strictEqual(admitted(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("closes on whoever does not speak TLS", () =>
    Effect.gen(function* () {
      const { port, admitted } = yield* listening
      yield* Effect.callback<void>((resume) => {
        const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\n\r\n"))
        socket.on("error", () => {})
        socket.on("close", () => resume(Effect.void))
      })
      assert.strictEqual(admitted(), 0)
    }).pipe(Effect.scoped)
  )
})

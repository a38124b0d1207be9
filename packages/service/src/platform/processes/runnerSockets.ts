/**
 * Sockets between runners of actors: workers of one supervisor, and nodes of one database. Every user of
 * a machine can reach a port on loopback, and a network is open to more, so both ends prove that they know
 * the key of all: TLS with a pre-shared key (RFC 4279), without certificates.
 */
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Duration, Effect, Layer, Redacted } from "effect"
import { Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket } from "effect/socket"
import type { SocketServer } from "effect/socket"

import type { RunnerSocket } from "./Processes.ts"

export const loopback = "127.0.0.1"

const identity = "rcpt"

/** TLS 1.3 of Node has no pre-shared keys of an application. */
const psk = {
  ciphers: "PSK-AES256-GCM-SHA384",
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2"
} as const

/** The times are those of Effect's own sockets between runners. */
const openTimeout = Duration.seconds(1)
const silenceMax = Duration.millis(5_500)

type Key = RunnerSocket["key"]

export const clientOptions = (host: string, port: number, key: Key) => ({
  ...psk,
  host,
  port,
  openTimeout,
  timeout: Duration.toMillis(silenceMax),
  pskCallback: () => ({ psk: Redacted.value(key), identity }),
  // There is no certificate: a peer that knows the key is one of ours.
  checkServerIdentity: () => undefined
})

/** Tells by Node's code whether the two ends of a handshake had different keys. */
const isOtherKey = (error: unknown): boolean => {
  const { code = "" } = Object(Object(Object(error).reason).cause) as NodeJS.ErrnoException
  return /^ERR_SSL_.*(?:BAD_RECORD_MAC|DECRYPT)/.test(code)
}

/** Logs that a peer has another secret, once for each peer. */
const sayOtherKey = (said: Set<string>, host: string, port: number) => (error: unknown) => {
  const peer = `${host}:${port}`
  if (!isOtherKey(error) || said.has(peer)) return Effect.void
  said.add(peer)
  return Effect.logError(
    `The node at ${peer} has another secret than this one: set the same RCPT_SECRET on all nodes.`
  )
}

export const clients = (
  key: Key
): Layer.Layer<Runners.RpcClientProtocol, never, RpcSerialization.RpcSerialization> => {
  const said = new Set<string>()
  return Layer.effect(
    Runners.RpcClientProtocol,
    Effect.map(RpcSerialization.RpcSerialization, (serialization) => ({
      codecFor: serialization.codecFor,
      make: ({ host, port }) =>
        NodeSocket.makeTls(clientOptions(host, port, key)).pipe(
          Effect.flatMap((socket) =>
            RpcClient.makeProtocolSocket().pipe(
              Effect.provideService(Socket.Socket, {
                ...socket,
                reader: Effect.tapError(socket.reader, sayOtherKey(said, host, port))
              }),
              Effect.provideService(RpcSerialization.RpcSerialization, serialization)
            )
          ),
          Effect.orDie
        )
    }))
  )
}

/** Listens for messages. The socket is `exclusive`: this worker's alone, not one that the supervisor shares out. */
export const server = (
  { port, key }: RunnerSocket,
  host = loopback
): Layer.Layer<SocketServer.SocketServer, SocketServer.SocketServerError> =>
  NodeSocketServer.layerTls({
    ...psk,
    host,
    port,
    exclusive: true,
    pskCallback: () => Redacted.value(key)
  })

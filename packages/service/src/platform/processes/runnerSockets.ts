/**
 * Sockets between the workers of one supervisor. Every user of this machine can reach a port on
 * loopback, so both ends prove that they know the supervisor's key: TLS with a pre-shared key
 * (RFC 4279), without certificates.
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

/** As in Effect's own sockets between runners: on loopback, neither is ever nearly reached. */
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
  // There is no certificate: a peer that knows the key is a sibling.
  checkServerIdentity: () => undefined
})

export const clients = (
  key: Key
): Layer.Layer<Runners.RpcClientProtocol, never, RpcSerialization.RpcSerialization> =>
  Layer.effect(
    Runners.RpcClientProtocol,
    Effect.map(RpcSerialization.RpcSerialization, (serialization) => ({
      codecFor: serialization.codecFor,
      make: ({ host, port }) =>
        NodeSocket.makeTls(clientOptions(host, port, key)).pipe(
          Effect.flatMap((socket) =>
            RpcClient.makeProtocolSocket().pipe(
              Effect.provideService(Socket.Socket, socket),
              Effect.provideService(RpcSerialization.RpcSerialization, serialization)
            )
          ),
          Effect.orDie
        )
    }))
  )

/** `exclusive`: a socket of this worker alone, not one that the supervisor shares out. */
export const server = ({
  port,
  key
}: RunnerSocket): Layer.Layer<SocketServer.SocketServer, SocketServer.SocketServerError> =>
  NodeSocketServer.layerTls({
    ...psk,
    host: loopback,
    port,
    exclusive: true,
    pskCallback: () => Redacted.value(key)
  })

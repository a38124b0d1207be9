/**
 * The connections of a listener, and how they end when it stops. A client may send its next request on a
 * kept connection at any moment, also while we close it, and then never gets an answer (RFC 9112 §9.5).
 * So a connection is closed only after a second of silence: one that is in use brings a request in that
 * time, whose answer tells the client to close it.
 */
import { randomUUIDv7 } from "node:crypto"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Server as NetServer } from "node:net"
import type { Socket } from "node:net"

import { headersOfError } from "@rcpt/api/errors/errorCodes"
import { Clock, Context, Duration, Effect, Schedule } from "effect"

import { ofJson } from "./headers.ts"

interface Connection {
  readonly inFlight: Set<ServerResponse>
  /** Octets read when it was last looked at: more mean that a request is on its way. */
  octets: number
  /** Milliseconds of the monotonic clock: since when neither end has sent anything. */
  quietSince: number
}

/** Milliseconds: more than a round trip around the world and the pause of a busy client. */
const quietMin = 1_000

/** Milliseconds between two looks: the exit comes so much later than it could. */
const lookEvery = 20

export class Connections extends Context.Service<
  Connections,
  {
    /** From now on each answer says that it is the last one on its connection. */
    readonly announceEnd: Effect.Effect<void>
    /**
     * Stops listening and ends the connections, each as soon as nothing is in flight on it. Those that
     * remain after the time get 503 and are cut.
     */
    readonly drain: (waitMax: Duration.Duration) => Effect.Effect<void>
  }
>()("@rcpt/service/http/Connections") {}

const sentence = "service unavailable"
const body = JSON.stringify({ error: sentence })

/** Answers a request that was not finished in time. One whose answer has begun is only cut. */
const refuse = (response: ServerResponse): void => {
  if (response.headersSent) return
  const headers = {
    ...ofJson,
    ...headersOfError(503),
    connection: "close",
    "content-type": "application/json",
    "content-length": body.length,
    "retry-after": "1",
    "x-request-id": randomUUIDv7()
  }
  response.writeHead(503, headers).end(body)
}

/** Connections that have been accepted by the kernel are taken in the poll phase, before this. */
const afterPoll = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** It is too late for an answer that has begun. */
const makeLast = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader("connection", "close")
}

interface Watched {
  readonly open: ReadonlyMap<Socket, Connection>
  readonly announceEnd: () => void
}

const watch = (server: Server): Watched => {
  const open = new Map<Socket, Connection>()
  let isEnding = false
  server.on("connection", (socket: Socket) => {
    open.set(socket, { inFlight: new Set(), octets: 0, quietSince: performance.now() })
    socket.once("close", () => open.delete(socket))
  })
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    if (isEnding) makeLast(response)
    const connection = open.get(socket)
    if (connection === undefined) return
    connection.inFlight.add(response)
    response.once("close", () => {
      connection.inFlight.delete(response)
      connection.octets = socket.bytesRead
      connection.quietSince = performance.now()
    })
  }
  server.on("request", begin).on("checkContinue", begin)
  // The handler of such a request ends its connection after the answer.
  server.on("upgrade", ({ socket }) => open.delete(socket))
  return {
    open,
    announceEnd: () => {
      isEnding = true
      for (const { inFlight } of open.values()) inFlight.forEach(makeLast)
    }
  }
}

const closeQuiet = (open: ReadonlyMap<Socket, Connection>): void => {
  const now = performance.now()
  for (const [socket, connection] of open) {
    if (connection.inFlight.size > 0) continue
    if (socket.bytesRead !== connection.octets) {
      connection.octets = socket.bytesRead
      connection.quietSince = now
    } else if (now - connection.quietSince >= quietMin) socket.destroySoon()
  }
}

export const connectionsOf = (server: Server): Connections["Service"] => {
  const { open, announceEnd } = watch(server)
  return {
    announceEnd: Effect.sync(announceEnd),
    drain: Effect.fnUntraced(function* (waitMax) {
      yield* afterPoll
      // The `close` of HTTP would also close idle connections, at once.
      NetServer.prototype.close.call(server)
      const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(waitMax)
      yield* Effect.andThen(
        Effect.sync(() => closeQuiet(open)),
        Clock.currentTimeMillis
      ).pipe(
        Effect.repeat({
          until: (now) => open.size === 0 || now >= end,
          schedule: Schedule.spaced(Duration.millis(lookEvery))
        })
      )
      for (const { inFlight } of open.values()) inFlight.forEach(refuse)
      for (const socket of open.keys()) socket.destroySoon()
    })
  }
}

/** Ports on loopback for servers of our own: of the embedded Postgres, and between our processes. */
import { createServer } from "node:net"

import { Effect, Random, Schema } from "effect"

/**
 * These ports are below every system's range for outgoing connections (Linux from 32768, macOS from 49152): in
 * that range a client that knocks while the server is down can be given its own port as the source, connect
 * to itself, and keep the server from coming back.
 */
const portFirst = 20_000
const portLast = 29_999

/** If every second port of a machine is taken, 20 tries fail once in a million starts. */
const portTriesMax = 20

export class NoFreePort extends Schema.TaggedError<NoFreePort>()("NoFreePort", {}) {
  override get message(): string {
    return `No port from ${portFirst} to ${portLast} is free.`
  }
}

const isFree = (port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.on("error", () => resume(Effect.succeed(false)))
    server.listen({ port, host: "127.0.0.1" }, () =>
      server.close(() => resume(Effect.succeed(true)))
    )
  })

/** Finds a port without a listener at this moment. */
export const freePort: Effect.Effect<number, NoFreePort> = Random.nextIntBetween(
  portFirst,
  portLast
).pipe(
  Effect.flatMap((port) => Effect.filterOrFail(isFree(port), Boolean).pipe(Effect.as(port))),
  Effect.retry({ times: portTriesMax }),
  Effect.mapError(() => new NoFreePort())
)

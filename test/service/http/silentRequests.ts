/** Many clients that send the beginning of a request and then nothing, until the scope closes. */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { Effect } from "effect"
import type { Scope } from "effect"

export interface SilentRequests {
  /** Connections that the service has neither answered nor closed. */
  readonly open: () => number
}

const begin = (port: number, text: string, end: (socket: Socket) => void) =>
  Effect.callback<Socket>((resume) => {
    const socket = connect(port, "127.0.0.1")
    const ended = () => end(socket)
    socket.on("error", ended).on("close", ended).on("data", ended)
    socket.on("connect", () => socket.write(text, () => resume(Effect.succeed(socket))))
  })

/** Returns when all have sent their text. */
export const silentRequests = (
  base: string,
  text: string,
  count: number
): Effect.Effect<SilentRequests, never, Scope.Scope> =>
  Effect.gen(function* () {
    const open = new Set<Socket>()
    const ended = new Set<Socket>()
    const port = Number(new URL(base).port)
    const end = (socket: Socket) => {
      ended.add(socket)
      open.delete(socket)
      socket.destroy()
    }
    yield* Effect.addFinalizer(() => Effect.sync(() => open.forEach((socket) => socket.destroy())))
    yield* Effect.forEach(
      Array.from({ length: count }),
      () =>
        Effect.map(begin(port, text, end), (socket) => {
          if (!ended.has(socket)) open.add(socket)
        }),
      { concurrency: 50, discard: true }
    )
    return { open: () => open.size }
  })

/**
 * A wire that can be cut, between a service and its database: closed at once, as when a server dies,
 * or silent, as when a network swallows packets.
 */
import { createServer, connect } from "node:net"
import type { AddressInfo, Socket } from "node:net"

import { Effect } from "effect"
import type { Scope } from "effect"

export interface TcpProxy {
  readonly port: number
  /** Breaks every connection and refuses new ones. */
  readonly cut: Effect.Effect<void>
  /** Keeps connections open, lets new ones in, and carries nothing. */
  readonly silence: Effect.Effect<void>
  /** Carries again. What was cut or silenced stays lost. */
  readonly mend: Effect.Effect<void>
}

type State = "carrying" | "cut" | "silent"

export const start = (target: {
  readonly host: string
  readonly port: number
}): Effect.Effect<TcpProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    let state: State = "carrying"
    const pairs = new Set<readonly [Socket, Socket]>()

    const carry = (client: Socket) => {
      if (state === "cut") return void client.destroy()
      const server = connect(target)
      const pair = [client, server] as const
      pairs.add(pair)
      for (const [from, to] of [pair, [server, client] as const]) {
        from.on("data", (data) => {
          if (state === "carrying") to.write(data)
        })
        from.on("error", () => from.destroy())
        from.on("close", () => {
          to.destroy()
          pairs.delete(pair)
        })
      }
    }

    const breakAll = () => {
      for (const [client, server] of pairs) {
        client.resetAndDestroy()
        server.destroy()
      }
    }

    const listener = createServer(carry)
    yield* Effect.callback<void>((resume) => {
      listener.listen(0, "127.0.0.1", () => resume(Effect.void))
    })
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        breakAll()
        listener.close()
      })
    )
    return {
      port: (listener.address() as AddressInfo).port,
      cut: Effect.sync(() => {
        state = "cut"
        breakAll()
      }),
      silence: Effect.sync(() => {
        state = "silent"
      }),
      // What went silent has lost bytes: its connections are of no use any more.
      mend: Effect.sync(() => {
        if (state === "silent") breakAll()
        state = "carrying"
      })
    }
  })

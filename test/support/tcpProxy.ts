/**
 * A wire that can be cut, between a service and its database: closed at once, as when a server dies,
 * silent, as when a network swallows packets, or cut or silent at the worst of moments, when the
 * database has committed and has not been heard yet.
 */
import { createServer, connect } from "node:net"
import type { AddressInfo, Socket } from "node:net"

import { Deferred, Effect } from "effect"
import type { Scope } from "effect"

export interface TcpProxy {
  readonly port: number
  /** Breaks every connection and refuses new ones. */
  readonly cut: Effect.Effect<void>
  /** Keeps connections open, lets new ones in, and carries nothing. */
  readonly silence: Effect.Effect<void>
  /** Carries again. What was cut or silenced stays lost. */
  readonly mend: Effect.Effect<void>
  /** The next commit is carried out, and its connection breaks in place of the reply. */
  readonly loseCommit: Effect.Effect<void>
  /** How many replies were lost that way so far. */
  readonly lostCommits: () => number
  /** Answers when the next charge with a kept answer is committed, of which nobody ever hears. */
  readonly keptUnheard: Effect.Effect<void>
}

/** "Z": ReadyForQuery; "I": no transaction is open any more, and what it wrote is on disk. */
const committed = Buffer.from("Z\0\0\0\x05I", "latin1")

/** The driver prepares a statement under a name of its own once, and then sends the name alone. */
const preparesAppend = /(effect_\w+)\0[^\0]*\bes\.append\(/g

/** One argument more, with what is kept: see the store's appendArguments.ts. */
const preparesReply = /(effect_\w+)\0[^\0]*\bes\.append\([^\0]*\$21::text/g

/** Whether what a client sends writes events. */
const watch = (prepares: RegExp) => {
  const names = new Set<string>()
  return (request: Buffer): boolean => {
    const text = request.toString("latin1")
    for (const [, name] of text.matchAll(prepares)) names.add(name!)
    return [...names].some((name) => text.includes(`\0${name}\0`))
  }
}

type State = "carrying" | "cut" | "silent"

export const start = (target: {
  readonly host: string
  readonly port: number
}): Effect.Effect<TcpProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    let state: State = "carrying"
    let toLose = 0
    let lost = 0
    let unheard: Deferred.Deferred<void> | undefined
    const pairs = new Set<readonly [Socket, Socket]>()

    const carry = (client: Socket) => {
      if (state === "cut") return void client.destroy()
      const server = connect(target)
      const pair = [client, server] as const
      pairs.add(pair)
      const isAppend = watch(preparesAppend)
      const isReply = watch(preparesReply)
      let hasWritten = false
      let hasKept = false
      const isCommitted = (reply: Buffer): boolean => {
        const ends = reply.includes(committed)
        const does = hasWritten && ends
        if (ends) hasWritten = false
        return does
      }
      for (const [from, to] of [pair, [server, client] as const]) {
        from.on("data", (data: Buffer) => {
          if (state !== "carrying") return
          if (from === client && isAppend(data)) hasWritten = true
          if (from === client && isReply(data)) hasKept = true
          if (from === server && hasKept && unheard !== undefined && data.includes(committed)) {
            Deferred.doneUnsafe(unheard, Effect.void)
            return from.removeAllListeners("data").resume()
          }
          if (from === client || !isCommitted(data) || toLose === 0) return to.write(data)
          toLose--
          lost++
          client.resetAndDestroy()
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
      }),
      loseCommit: Effect.sync(() => void toLose++),
      lostCommits: () => lost,
      keptUnheard: Effect.suspend(() => {
        unheard = Deferred.makeUnsafe<void>()
        return Deferred.await(unheard)
      })
    }
  })

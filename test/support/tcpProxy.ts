/**
 * A TCP proxy between a service and its database that simulates faults: closed connections, as when a
 * server dies, silence, as when a network drops packets, and either of them at the worst moment, when
 * the database has committed and its reply has not arrived.
 */
import { createServer, connect } from "node:net"
import type { AddressInfo, Socket } from "node:net"

import { Deferred, Effect } from "effect"
import type { Scope } from "effect"

export interface Target {
  readonly host: string
  readonly port: number
}

export interface TcpProxy {
  readonly port: number
  /** Closes all connections and refuses new ones. */
  readonly cut: Effect.Effect<void>
  /** Keeps connections open, accepts new ones, and forwards nothing. */
  readonly silence: Effect.Effect<void>
  /** The same from the next message on that has this text. */
  readonly silenceAt: (text: string) => Effect.Effect<void>
  /** Forwards again. Bytes that were cut or silenced stay lost. */
  readonly mend: Effect.Effect<void>
  /** Leads to another server from now on, as a name does after a fail-over; open connections end. */
  readonly redirect: (target: Target) => Effect.Effect<void>
  /** The next commit succeeds in the database, and its connection closes before the reply. */
  readonly loseCommit: Effect.Effect<void>
  /**
   * The next request with this text in a statement that updates rows succeeds, and its connection closes
   * before the reply.
   */
  readonly loseUpdate: (text: string) => Effect.Effect<void>
  /** The number of replies lost that way so far. */
  readonly lostCommits: () => number
  /**
   * Returns when the next charge with a stored reply is committed. The database's reply to that commit
   * is never forwarded.
   */
  readonly keptUnheard: Effect.Effect<void>
}

/** "Z": ReadyForQuery; "I": no transaction is open, so its writes are on disk. */
const committed = Buffer.from("Z\0\0\0\x05I", "latin1")

/** CommandComplete of a statement that has updated rows. */
const updated = "UPDATE "

/** The driver prepares a statement once under a name, and then sends only the name. */
const preparesAppend = /(effect_\w+)\0[^\0]*\bes\.append(?:_unless_locked)?\(/g

/** A field of every stored reply, in the arguments of the append that stores it. */
const replyField = "checked_at"

/** Whether a client's message executes a prepared statement that matches. */
const makeMatcher = (prepares: RegExp) => {
  const names = new Set<string>()
  return (request: Buffer): boolean => {
    const text = request.toString("latin1")
    for (const [, name] of text.matchAll(prepares)) names.add(name!)
    return [...names].some((name) => text.includes(`\0${name}\0`))
  }
}

type State = "forwarding" | "cut" | "silent"

export const start = (first: Target): Effect.Effect<TcpProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    let target = first
    let state: State = "forwarding"
    let toLose = 0
    let lost = 0
    let textToLose: string | undefined
    let textToEndAt: string | undefined
    let unheard: Deferred.Deferred<void> | undefined
    const pairs = new Set<readonly [Socket, Socket]>()

    const forward = (client: Socket) => {
      if (state === "cut") return void client.destroy()
      const server = connect(target)
      const pair = [client, server] as const
      pairs.add(pair)
      const isAppend = makeMatcher(preparesAppend)
      let hasAppend = false
      let hasReply = false
      let isToLose = false
      const confirmsAppend = (reply: Buffer): boolean => {
        const isEnd = reply.includes(committed)
        const confirms = hasAppend && isEnd
        if (isEnd) hasAppend = false
        return confirms
      }
      for (const [from, to] of [pair, [server, client] as const]) {
        from.on("data", (data: Buffer) => {
          if (textToEndAt !== undefined && data.includes(textToEndAt)) state = "silent"
          if (state !== "forwarding") return
          if (from === client && isAppend(data)) {
            hasAppend = true
            hasReply ||= data.includes(replyField)
          }
          if (from === client && textToLose !== undefined && data.includes(textToLose))
            isToLose = true
          if (from === server && isToLose && data.includes(updated)) {
            textToLose = undefined
            lost++
            return void client.resetAndDestroy()
          }
          if (from === server && hasReply && unheard !== undefined && data.includes(committed)) {
            Deferred.doneUnsafe(unheard, Effect.void)
            return from.removeAllListeners("data").resume()
          }
          if (from === client || !confirmsAppend(data) || toLose === 0) return to.write(data)
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

    const listener = createServer(forward)
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
      silenceAt: (text) =>
        Effect.sync(() => {
          textToEndAt = text
        }),
      // Silent connections have lost bytes and cannot be used again.
      mend: Effect.sync(() => {
        if (state === "silent") breakAll()
        state = "forwarding"
        textToEndAt = undefined
      }),
      redirect: (next) =>
        Effect.sync(() => {
          target = next
          breakAll()
        }),
      loseCommit: Effect.sync(() => void toLose++),
      loseUpdate: (text) =>
        Effect.sync(() => {
          textToLose = text
        }),
      lostCommits: () => lost,
      keptUnheard: Effect.suspend(() => {
        unheard = Deferred.makeUnsafe<void>()
        return Deferred.await(unheard)
      })
    }
  })

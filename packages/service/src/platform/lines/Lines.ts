/**
 * Lines from this node to others, for questions to their actors. Who has which actors is the cluster's to
 * say: a line goes to where its last message to an actor of the same shard went, and whoever cannot be
 * asked over a line is sent a message as before: one whose shard has moved, one of another version, one
 * whose line is broken, silent, or not yet open.
 */
import { connect } from "node:tls"
import type { ConnectionOptions, TLSSocket } from "node:tls"

import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Context, Duration, Effect, Layer, Option } from "effect"
import { Runners } from "effect/cluster"
import type { RunnerAddress } from "effect/cluster/RunnerAddress"
import type { ShardId } from "effect/cluster/ShardId"
import { SocketServer } from "effect/socket"

import * as BoundedMap from "../BoundedMap.ts"
import { answerLine } from "./answerLine.ts"
import type { Answer } from "./answerLine.ts"
import { lineProtocol } from "./frames.ts"
import { Line } from "./Line.ts"

const openWaitMax = Duration.toMillis("1 second")
const dialAgainAfter = Duration.toMillis("1 second")
/** A node of another version has no lines until it is another one. */
const askAgainAfter = Duration.toMillis("1 minute")

/** Addresses: many times as many as there are nodes at once, for those that come and go. */
const peersMax = 1_000

type OptionsOf = (host: string, port: number) => ConnectionOptions

/** A peer, from the first question to it. */
interface Peer {
  line: Line | undefined
  /** Open, or on its way. */
  socket: TLSSocket | undefined
  /** Milliseconds of the process. */
  dialAgainAt: number
}

export class Lines extends Context.Service<
  Lines,
  {
    /** From now on this node answers for its actors of this kind. */
    readonly answer: (actor: string, answer: Answer) => void
    /** `undefined`: the actors of this shard take messages. */
    readonly to: (shard: ShardId) => Line | undefined
    /** Its actors are elsewhere now: until the next message nobody knows where. */
    readonly forget: (shard: ShardId) => void
    readonly noteOwner: (shard: ShardId, owner: RunnerAddress) => void
    readonly answers: ReadonlyMap<string, Answer>
  }
>()("@rcpt/service/platform/lines/Lines") {}

/** Of a node without others. */
export const none: Layer.Layer<Lines> = Layer.sync(Lines, () => ({
  answer: () => {},
  to: () => undefined,
  forget: () => {},
  noteOwner: () => {},
  answers: new Map()
}))

/** A server that knows other protocols only says so (RFC 7301 §3.2); one that knows none goes on without. */
const isOtherVersion = ({ code = "" }: NodeJS.ErrnoException): boolean =>
  code.includes("NO_APPLICATION_PROTOCOL")

const dial = (peer: Peer, options: ConnectionOptions): TLSSocket => {
  const socket = connect({ ...options, ALPNProtocols: [lineProtocol], timeout: openWaitMax })
  let wait = dialAgainAfter
  peer.socket = socket
  socket.on("error", (error) => {
    if (isOtherVersion(error)) wait = askAgainAfter
  })
  socket.once("timeout", () => socket.destroy())
  socket.once("close", () => {
    Object.assign(peer, { line: undefined, socket: undefined })
    peer.dialAgainAt = performance.now() + wait
  })
  socket.once("secureConnect", () => {
    if (socket.alpnProtocol === lineProtocol) {
      socket.setTimeout(0)
      peer.line = new Line(socket)
      return
    }
    wait = askAgainAfter
    socket.destroy()
  })
  return socket
}

export const layer = (optionsOf: OptionsOf): Layer.Layer<Lines> =>
  Layer.effect(
    Lines,
    Effect.gen(function* () {
      const answers = new Map<string, Answer>()
      const owners = new Map<ShardId, RunnerAddress>()
      const peers = BoundedMap.make<string, Peer>(peersMax)
      const sockets = new Set<TLSSocket>()
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
        })
      )

      const peerAt = ({ host, port }: RunnerAddress): Peer => {
        const key = `${host}:${port}`
        const known = peers.get(key)
        if (known !== undefined) return known
        const peer: Peer = { line: undefined, socket: undefined, dialAgainAt: 0 }
        peers.set(key, peer)
        return peer
      }

      return Lines.of({
        answers,
        answer: (actor, answer) => answers.set(actor, answer),
        noteOwner: (shard, owner) => owners.set(shard, owner),
        forget: (shard) => owners.delete(shard),
        to: (shard) => {
          const owner = owners.get(shard)
          if (owner === undefined) return undefined
          const peer = peerAt(owner)
          if (peer.socket === undefined && performance.now() >= peer.dialAgainAt) {
            const socket = dial(peer, optionsOf(owner.host, owner.port))
            sockets.add(socket)
            socket.once("close", () => sockets.delete(socket))
          }
          return peer.line?.isFit() === true ? peer.line : undefined
        }
      })
    })
  )

/** Learns from each message that is sent to another node who has its shard. */
export const notingOwners: Layer.Layer<Runners.Runners, never, Runners.Runners | Lines> =
  Layer.effect(
    Runners.Runners,
    Effect.gen(function* () {
      const runners = yield* Runners.Runners
      const { noteOwner } = yield* Lines
      return Runners.Runners.of({
        ...runners,
        send: (sent) => {
          const { _tag, envelope } = sent.message
          // Others go to where their request went, which may be long ago.
          if (_tag === "OutgoingRequest") noteOwner(envelope.address.shardId, sent.address)
          return runners.send(sent)
        }
      })
    })
  )

/** Lines arrive at the same port as messages, told apart by their protocol. */
export const answering: Layer.Layer<
  SocketServer.SocketServer,
  never,
  SocketServer.SocketServer | Lines
> = Layer.effect(
  SocketServer.SocketServer,
  Effect.gen(function* () {
    const server = yield* SocketServer.SocketServer
    const { answers } = yield* Lines
    return SocketServer.SocketServer.of({
      ...server,
      run: (handler) =>
        server.run((socket) =>
          Effect.flatMap(Effect.serviceOption(NodeSocket.NetSocket), (connection) => {
            const net = Option.getOrUndefined(connection)
            return net !== undefined && Object(net).alpnProtocol === lineProtocol
              ? answerLine(net, answers)
              : handler(socket)
          })
        )
    })
  })
)

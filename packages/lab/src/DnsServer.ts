/**
 * A name server on loopback: UDP and TCP on one port, serving zones. It stops when its scope closes.
 *
 * Each message is handled in plain callbacks instead of fibers, so that the lab does not slow a benchmark
 * of the verifier (tens of thousands of questions a second on one core).
 */
import { createSocket, type Socket as UdpSocket } from "node:dgram"
import { createServer, type Server, type Socket } from "node:net"

import { Effect, Schedule, Schema, type Scope } from "effect"

import * as DnsReply from "./DnsReply.ts"
import * as Zone from "./Zone.ts"

export class DnsPortTaken extends Schema.TaggedError<DnsPortTaken>()("DnsPortTaken", {
  port: Schema.Int,
  why: Schema.String
}) {
  override get message(): string {
    return `the lab's name server cannot have port ${this.port}: ${this.why}`
  }
}

export interface DnsServer {
  /** `ip:port`, as in `RCPT_DNS_SERVERS`. */
  readonly address: string
  /** Messages received so far, answered or not. */
  readonly queries: Effect.Effect<number>
}

export interface Options {
  readonly zones: ReadonlyArray<Zone.Zone>
  /** Absent or 0: any port that is free for both UDP and TCP. */
  readonly port?: number
}

const host = "127.0.0.1"

/** Holds a burst in the kernel until it is handled; Linux limits this to `net.core.rmem_max`. */
const receiveBufferOctets = 4 * 1024 * 1024

/** RFC 7766 §6.2.3 leaves it to the server; a client without a query for 10 s counts as gone. */
const tcpIdleMillis = 10_000

/** The port that UDP got may be taken for TCP; a retry almost surely finds a free one. */
const portTriesMax = 10

type React = (message: Buffer, transport: DnsReply.Transport) => DnsReply.Reaction

/** Sends replies, some of them delayed; none after the server has closed. */
class Delays {
  readonly #timers = new Set<NodeJS.Timeout>()
  #closed = false

  run(waitMillis: number, reply: () => void): void {
    if (this.#closed) return // sending on a closed socket throws
    if (waitMillis === 0) return reply()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      reply()
    }, waitMillis)
    this.#timers.add(timer)
  }

  close(): void {
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

const serveUdp = (socket: UdpSocket, react: React, delays: Delays): void => {
  socket.on("message", (message, from) => {
    const reaction = react(message, "udp")
    if (reaction._tag !== "reply") return
    delays.run(reaction.waitMillis, () => socket.send(reaction.bytes, from.port, from.address))
  })
  // A client that is gone causes ICMP "port unreachable", which is ignored.
  socket.on("error", () => {})
}

/** RFC 1035 §4.2.2: each message follows its length in two octets; a connection may carry many. */
const serveTcp = (socket: Socket, react: React, delays: Delays): void => {
  let pending = Buffer.alloc(0)
  socket.on("data", (chunk) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0)
      const reaction = react(pending.subarray(2, end), "tcp")
      pending = pending.subarray(end)
      if (reaction._tag === "hangUp") {
        socket.destroy()
        return
      }
      if (reaction._tag === "silence") continue
      const length = Buffer.alloc(2)
      length.writeUInt16BE(reaction.bytes.length)
      delays.run(reaction.waitMillis, () => socket.write(Buffer.concat([length, reaction.bytes])))
    }
  })
  socket.setTimeout(tcpIdleMillis, () => socket.destroy())
  socket.on("error", () => socket.destroy())
}

interface Listening {
  readonly on: (event: "error", listener: (error: Error) => void) => unknown
  readonly once: (event: "listening", listener: () => void) => unknown
  readonly removeAllListeners: (event: "error") => unknown
}

/** Succeeds when `socket` listens; fails with the reason when it cannot. */
const listening = <S extends Listening>(socket: S, port: number, bind: () => void) =>
  Effect.callback<S, DnsPortTaken>((resume) => {
    socket.on("error", ({ message }) =>
      resume(Effect.fail(new DnsPortTaken({ port, why: message })))
    )
    socket.once("listening", () => {
      socket.removeAllListeners("error")
      resume(Effect.succeed(socket))
    })
    bind()
  })

const udpOn = (port: number): Effect.Effect<UdpSocket, DnsPortTaken, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const socket = createSocket({
        type: "udp4",
        recvBufferSize: receiveBufferOctets,
        // The default calls `dns.lookup` for every reply, although the target is an address.
        lookup: (address, _, done) => done(null, address, 4)
      })
      return listening(socket, port, () => socket.bind(port, host)).pipe(
        Effect.tapError(() => Effect.sync(() => socket.close()))
      )
    }),
    (socket) => Effect.callback<void>((resume) => void socket.close(() => resume(Effect.void)))
  )

const tcpOn = (port: number): Effect.Effect<Server, DnsPortTaken, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const open = new Set<Socket>()
      const server = createServer((socket) => {
        open.add(socket)
        socket.once("close", () => open.delete(socket))
      })
      return listening(server, port, () => server.listen(port, host)).pipe(
        Effect.map(() => ({ server, open }))
      )
    }),
    ({ server, open }) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of open) socket.destroy()
      })
  ).pipe(Effect.map(({ server }) => server))

const udpAndTcpOn = Effect.fnUntraced(function* (port: number) {
  const udp = yield* udpOn(port)
  const tcp = yield* tcpOn(udp.address().port)
  return { udp, tcp }
})

export const start = Effect.fnUntraced(function* ({ zones, port = 0 }: Options) {
  const { udp, tcp } = yield* port === 0
    ? udpAndTcpOn(0).pipe(Effect.retry(Schedule.recurs(portTriesMax)))
    : udpAndTcpOn(port)
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => new Delays()),
    (timers) => Effect.sync(() => timers.close())
  )
  const reply = DnsReply.make(Zone.union(zones))
  let count = 0
  const react: React = (message, transport) => {
    count += 1
    return reply(message, transport)
  }
  serveUdp(udp, react, delays)
  tcp.on("connection", (socket) => serveTcp(socket, react, delays))
  const server: DnsServer = {
    address: `${host}:${udp.address().port}`,
    queries: Effect.sync(() => count)
  }
  return server
})

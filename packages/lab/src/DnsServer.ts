/**
 * A name server on loopback, which serves zones over UDP and TCP on one port. It stops when its scope closes.
 *
 * Each message is handled in plain callbacks instead of fibers, so that the lab does not slow a benchmark
 * of the verifier (tens of thousands of questions a second on one core).
 */
import { createSocket, type Socket as UdpSocket } from "node:dgram"
import { createServer, type Server, type Socket } from "node:net"

import { decode, encode, type DecodedPacket, type OptAnswer, type Packet } from "dns-packet"
import { Duration, Effect, Schedule, Schema, type Scope } from "effect"

import type { Question } from "./answer.ts"
import { answer } from "./answer.ts"
import type { FaultAction, FaultRule } from "./FaultRule.ts"
import { rcodes } from "./FaultRule.ts"
import * as Zone from "./Zone.ts"

interface AppliedFault {
  readonly waitMillis: number
  /** The fault in place of the answer; `undefined` if the answer is given. */
  readonly fault: Exclude<FaultAction, { _tag: "delay" }> | undefined
}

const noFault: AppliedFault = { waitMillis: 0, fault: undefined }

interface OrderedRule {
  readonly rule: FaultRule
  /** Position in the file: rules are tried in the order written. */
  readonly order: number
}

/**
 * Makes a function that applies the fault rules of a zone to questions. It holds the counters of `first N`: each
 * server has its own, so that a zone can be served twice.
 */
const makeFaults = (rules: ReadonlyArray<FaultRule>): ((question: Question) => AppliedFault) => {
  const byName = Map.groupBy<string, OrderedRule>(
    rules.map((rule, order) => ({ rule, order })),
    ({ rule }) => rule.name
  )
  const remaining = rules.map(({ first }) => first ?? Number.POSITIVE_INFINITY)

  /** The rules for the name, and those for every name below one of its ancestors. */
  const rulesFor = (name: string): ReadonlyArray<OrderedRule> => {
    const found = [...(byName.get(name) ?? [])]
    for (let at = name; at !== "."; at = Zone.parentOf(at)) {
      const parent = Zone.parentOf(at)
      found.push(...(byName.get(parent === "." ? "*" : `*.${parent}`) ?? []))
    }
    return found.toSorted((a, b) => a.order - b.order)
  }

  return ({ name, type }) => {
    if (byName.size === 0) return noFault
    let waitMillis = 0
    for (const { rule, order } of rulesFor(name.toLowerCase())) {
      if ((rule.type !== "*" && rule.type !== type) || (remaining[order] ?? 0) <= 0) continue
      remaining[order] = (remaining[order] ?? 0) - 1
      if (rule.action._tag !== "delay") return { waitMillis, fault: rule.action }
      waitMillis += Duration.toMillis(rule.action.wait)
    }
    return waitMillis > 0 ? { waitMillis, fault: undefined } : noFault
  }
}

type Transport = "udp" | "tcp"

type Reaction =
  | { readonly _tag: "reply"; readonly bytes: Buffer; readonly waitMillis: number }
  /** Send no reply. */
  | { readonly _tag: "silence" }
  /** Close the connection without a reply. */
  | { readonly _tag: "hangUp" }

const silence: Reaction = { _tag: "silence" }
const hangUp: Reaction = { _tag: "hangUp" }

/** The header of a message and its flags (RFC 1035 §4.1.1). */
const headerOctets = 12
const authoritative = 1 << 10
const truncated = 1 << 9
const recursionDesired = 1 << 8
const recursionAvailable = 1 << 7

/** The limit for a client without EDNS, such as Node's resolver (RFC 1035 §4.2.1). */
const udpOctetsDefault = 512
/** The limit even if a client allows more: it fits every path unfragmented (DNS flag day 2020). */
const udpOctetsMax = 1232

const noError = 0
const opcodeQuery = 0

const opcodeOf = (message: Buffer): number => ((message[2] ?? 0) >> 3) & 0x0f

/** A reply of only a header, for queries that cannot be decoded or echoed. */
const headerOnly = (message: Buffer, rcode: number): Reaction => {
  const bytes = Buffer.alloc(headerOctets)
  message.copy(bytes, 0, 0, 4)
  bytes[2] = ((bytes[2] ?? 0) & 0b0111_1001) | 0b1000_0000 // QR; opcode and RD stay
  bytes[3] = rcode
  return { _tag: "reply", bytes, waitMillis: 0 }
}

const tryDecode = (message: Buffer): DecodedPacket | undefined => {
  try {
    return decode(message)
  } catch {
    return undefined
  }
}

const optOf = (query: DecodedPacket) =>
  query.additionals?.find((record): record is OptAnswer => record.type === "OPT")

/** The largest UDP reply for a client: 512 octets, or what its OPT record allows (RFC 6891 §6.2.3). */
const udpLimit = (query: DecodedPacket): number => {
  const requested = optOf(query)?.udpPayloadSize ?? udpOctetsDefault
  return Math.max(udpOctetsDefault, Math.min(requested, udpOctetsMax))
}

/** A query with an OPT record gets one in the reply (RFC 6891 §6.1.1). */
const ownOpt: OptAnswer = {
  type: "OPT",
  name: ".",
  udpPayloadSize: udpOctetsMax,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: []
}

const write = (query: DecodedPacket, flags: number, content: Packet = {}): Buffer =>
  encode({
    ...content,
    id: query.id ?? 0,
    type: "response",
    flags: flags | authoritative | recursionAvailable | ((query.flags ?? 0) & recursionDesired),
    questions: query.questions ?? [],
    additionals: optOf(query) ? [ownOpt] : []
  })

/**
 * Makes a function that reacts to one DNS message. It is pure except for the counters of the rules: no sockets, no
 * time. Any bytes may come in; nothing is ever thrown.
 */
const makeReply = (zone: Zone.Zone): ((message: Buffer, transport: Transport) => Reaction) => {
  const faultFor = makeFaults(zone.rules)

  return (message, transport) => {
    // A response must never be answered, or two servers could answer each other forever.
    if (message.length < headerOctets || ((message[2] ?? 0) & 0x80) !== 0) return silence
    const query = tryDecode(message)
    const [question, ...more] = query?.questions ?? []
    if (!query || !question || more.length > 0) return headerOnly(message, rcodes.FORMERR)
    if (opcodeOf(message) !== opcodeQuery) return headerOnly(message, rcodes.NOTIMP)
    if (question.class !== "IN") return headerOnly(message, rcodes.REFUSED)

    const { waitMillis, fault } = faultFor(question)
    const reply = (bytes: Buffer): Reaction => ({ _tag: "reply", bytes, waitMillis })
    if (fault?._tag === "drop") return silence
    if (fault?._tag === "rcode") return reply(write(query, rcodes[fault.rcode]))
    if (fault?._tag === "truncate-only" && transport === "tcp") return hangUp
    if (fault && transport === "udp") return reply(write(query, truncated))

    const { rcode, answers, authorities } = answer(zone, question)
    const code = rcode === "NOERROR" ? noError : rcodes[rcode]
    const bytes = write(query, code, { answers: [...answers], authorities: [...authorities] })
    return transport === "udp" && bytes.length > udpLimit(query)
      ? reply(write(query, code | truncated))
      : reply(bytes)
  }
}

class DnsPortTaken extends Schema.TaggedError<DnsPortTaken>()("DnsPortTaken", {
  port: Schema.Int,
  why: Schema.String
}) {
  override get message(): string {
    return `the lab's name server cannot have port ${this.port}: ${this.why}`
  }
}

export interface DnsServer {
  /** The address as `ip:port`, as in `RCPT_DNS_SERVERS`. */
  readonly address: string
  /** How many messages were received so far, answered or not. */
  readonly queries: Effect.Effect<number>
}

export interface Options {
  readonly zones: ReadonlyArray<Zone.Zone>
  /** The port. Absent or 0 means any port that is free for both UDP and TCP. */
  readonly port?: number
}

const host = "127.0.0.1"

/** Holds a burst in the kernel until it is handled; Linux limits this to `net.core.rmem_max`. */
const receiveBufferOctets = 4 * 1024 * 1024

/** A client without a query for so long counts as gone. RFC 7766 §6.2.3 leaves this to the server. */
const tcpIdleMillis = 10_000

/** The port that UDP got may be taken for TCP; a retry almost surely finds a free one. */
const portTriesMax = 10

type React = (message: Buffer, transport: Transport) => Reaction

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

/** Serves a connection, which may carry many messages. Each follows its length in two octets (RFC 1035 §4.2.2). */
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
  const reply = makeReply(Zone.union(zones))
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

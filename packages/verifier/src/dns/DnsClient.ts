/**
 * Asks name servers, over one connected socket for each, and over TCP what does not fit into a datagram. The questions
 * wait in one table with one timer. It is our own code because Node's resolver makes several objects and often an error
 * with a stack for each question: 23 µs of processor time, where this takes 13 (measured).
 */
import { randomInt } from "node:crypto"
import { createSocket } from "node:dgram"
import type { Socket } from "node:dgram"
import { Resolver as NodeResolver } from "node:dns"
import { connect, isIP } from "node:net"
import type { Socket as TcpSocket } from "node:net"

import { unanswered } from "@rcpt/domain/Fact"
import type { Unanswered } from "@rcpt/domain/Fact"
import { Duration } from "effect"

import { questionsAtOnceMax, questionWaitMax, triesMax, tryWaitMillis } from "../limits.ts"
import { noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import {
  encodeQuestion,
  idOf,
  isAnswerTo,
  isRefusal,
  isTruncated,
  isUnread,
  questionOctetsOf,
  readAnswer,
  withoutOpt
} from "./message.ts"
import type { RecordKind } from "./message.ts"

/** Milliseconds. How often the questions are looked through for those that have waited for too long. */
const tickMillis = 50

/** Milliseconds. A server that failed is asked last for so long, then by one question. */
const serverRestMillis = 5_000

/**
 * Milliseconds. A socket keeps its port for so long: who wants to forge an answer has to guess the port and the id of a
 * question (RFC 5452 §9.2).
 */
const socketLifetimeMillis = 10_000

const questionWaitMillis = Duration.toMillis(questionWaitMax)

/** Names below it are those of hidden services, which must not be asked for in DNS (RFC 7686 §2). */
const hiddenServices = ".onion"

interface Server {
  readonly host: string
  readonly port: number
  socket: Socket | undefined
  /** Called after each datagram: without it, Node keeps an error to itself. */
  sent: (error: Error | null) => void
  /** When the socket was opened. */
  openedAt: number
  /** 0 while the server answers. */
  restsUntil: number
}

/** Times are milliseconds of the process. */
interface Question {
  id: number
  bytes: Buffer
  readonly receive: (message: Buffer) => void
  readonly fail: (answer: Unanswered) => void
  /** How many times it was sent. */
  tries: number
  server: number
  retryAt: number
  endsAt: number
  /** An answer did not fit into a datagram. */
  isOverTcp: boolean
  connection: TcpSocket | undefined
  /** The next one that waits for its turn. */
  next: Question | undefined
}

/** `127.0.0.1`, `127.0.0.1:5353`, `::1` or `[::1]:5353`, as Node gives them. */
const parseServer = (text: string): Server => {
  const colon = isIP(text) === 0 ? text.lastIndexOf(":") : text.length
  return {
    host: text.slice(0, colon).replace(/[[\]]/g, ""),
    port: Number(text.slice(colon + 1) || 53),
    socket: undefined,
    sent: () => {},
    openedAt: 0,
    restsUntil: 0
  }
}

const readSafely = <Record>(message: Buffer, questionOctets: number, kind: RecordKind<Record>) => {
  try {
    return readAnswer(message, questionOctets, kind)
  } catch {
    return unanswered("malformed")
  }
}

/** Sends one message over TCP, where its length comes first (RFC 1035 §4.2.2), and reads one. */
const exchangeOverTcp = (
  { host, port }: Server,
  bytes: Buffer,
  done: (message: Buffer | undefined) => void
): TcpSocket => {
  const socket = connect({ host, port, noDelay: true })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  socket.write(Buffer.concat([length, bytes]))
  let received = Buffer.alloc(0)
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk])
    const end = received.length < 2 ? Infinity : 2 + received.readUInt16BE(0)
    if (received.length < end) return
    done(received.subarray(2, end))
    socket.destroy()
  })
  // Its "close" follows.
  socket.on("error", () => {})
  socket.on("close", () => done(undefined))
  return socket
}

export class DnsClient {
  readonly #servers: ReadonlyArray<Server>
  readonly #sockets = new Set<Socket>()
  /** The questions in flight, by id. */
  readonly #open = new Map<number, Question>()
  #firstWaiting: Question | undefined
  #lastWaiting: Question | undefined
  #ticking: NodeJS.Timeout | undefined
  /** What has come in this turn of the event loop. */
  #received: Array<() => void> = []

  /** `servers` as `ip[:port]`; none means those of the operating system. A mistyped one throws. */
  constructor(servers: ReadonlyArray<string>) {
    const system = new NodeResolver()
    if (servers.length > 0) system.setServers(servers)
    this.#servers = system.getServers().map(parseServer)
  }

  /** Calls `done` once, within `questionWaitMax` of being sent. */
  ask<Record>(
    kind: RecordKind<Record>,
    name: string,
    done: (answer: Answer<Record>) => void
  ): void {
    const bytes = name.endsWith(hiddenServices) ? undefined : encodeQuestion(0, kind.code, name)
    if (bytes === undefined) return done(noDomain)
    const question: Question = {
      id: 0,
      bytes,
      receive: (message) => done(readSafely(message, questionOctetsOf(bytes), kind)),
      fail: done,
      tries: 0,
      server: 0,
      retryAt: 0,
      endsAt: 0,
      isOverTcp: false,
      connection: undefined,
      next: undefined
    }
    if (this.#open.size < questionsAtOnceMax) return this.#begin(question)
    if (this.#lastWaiting === undefined) this.#firstWaiting = question
    else this.#lastWaiting.next = question
    this.#lastWaiting = question
  }

  close(): void {
    this.#firstWaiting = this.#lastWaiting = undefined
    for (const question of this.#open.values()) this.#end(question).fail(unanswered("closed"))
    for (const socket of this.#sockets) this.#closeSocket(socket)
    clearInterval(this.#ticking)
  }

  #begin(question: Question): void {
    do question.id = randomInt(0x10000)
    while (this.#open.has(question.id))
    question.bytes.writeUInt16BE(question.id, 0)
    const now = performance.now()
    question.endsAt = now + questionWaitMillis
    question.server = this.#chooseServer(now)
    this.#open.set(question.id, question)
    this.#ticking ??= setInterval(() => this.#tick(), tickMillis)
    this.#send(question, now)
  }

  /** The first server that answers. One whose rest is over gets one question, and the others when it has answered. */
  #chooseServer(now: number): number {
    for (const [index, server] of this.#servers.entries()) {
      if (server.restsUntil === 0) return index
      if (server.restsUntil > now) continue
      server.restsUntil = now + serverRestMillis
      return index
    }
    return 0
  }

  #send(question: Question, now: number): void {
    const server = this.#servers[question.server]!
    question.tries++
    question.retryAt = now + tryWaitMillis
    question.connection?.destroy()
    if (question.isOverTcp) return this.#sendOverTcp(question, server)
    try {
      this.#socketOf(server, now).send(question.bytes, server.sent)
    } catch {
      // There is no route to the server. The caller waits for an answer only when this call has returned.
      if (server.socket !== undefined) this.#closeSocket(server.socket)
      server.socket = undefined
      queueMicrotask(() => this.#retry(question, "unreachable"))
    }
  }

  #sendOverTcp(question: Question, server: Server): void {
    const connection = exchangeOverTcp(server, question.bytes, (message) => {
      if (question.connection !== connection) return
      question.connection = undefined
      if (message !== undefined && isAnswerTo(message, question.bytes))
        this.#end(question).receive(message)
      else this.#retry(question, "no answer over TCP")
    })
    question.connection = connection
  }

  #socketOf(server: Server, now: number): Socket {
    if (server.socket !== undefined && now - server.openedAt < socketLifetimeMillis)
      return server.socket
    const old = server.socket
    if (old !== undefined) setTimeout(() => this.#closeSocket(old), questionWaitMillis).unref()
    const family = isIP(server.host) === 6 ? 6 : 4
    const socket = createSocket({
      type: `udp${family}`,
      // With it the socket is connected at once: the default asks the system for the address of an address.
      lookup: (address, _, done) => done(null, address, family)
    })
    socket.on("message", (message) => this.#gather(() => this.#receive(server, message)))
    socket.on("error", (error) => this.#lose(server, socket, error))
    // Only questions keep the process alive.
    socket.unref()
    socket.connect(server.port, server.host)
    this.#sockets.add(socket)
    server.sent = (error) => {
      if (error !== null) this.#lose(server, socket, error)
    }
    server.openedAt = now
    return (server.socket = socket)
  }

  #closeSocket(socket: Socket): void {
    if (this.#sockets.delete(socket)) socket.close()
  }

  /**
   * Reads what has come in one turn together, as Node's resolver does: checks that end together share a commit and a
   * statement.
   */
  #gather(receive: () => void): void {
    if (this.#received.push(receive) > 1) return
    setImmediate(() => {
      const received = this.#received
      this.#received = []
      for (const one of received) one()
    })
  }

  #receive(server: Server, message: Buffer): void {
    const question = message.length < 2 ? undefined : this.#open.get(idOf(message))
    if (question === undefined || !isAnswerTo(message, question.bytes)) return
    server.restsUntil = 0
    const plain = isUnread(message) ? withoutOpt(question.bytes) : question.bytes
    if (plain.length < question.bytes.length) {
      question.bytes = plain
      return this.#send(question, performance.now())
    }
    // A server that is well may still fail for one name, so it does not rest.
    if (isRefusal(message) && question.tries < this.#servers.length)
      return this.#sendToNext(question, performance.now())
    if (!isTruncated(message)) return this.#end(question).receive(message)
    if (question.isOverTcp) return
    question.isOverTcp = true
    question.retryAt = performance.now() + tryWaitMillis
    this.#sendOverTcp(question, server)
  }

  /** Such as the host's word that nobody listens at the server's port. */
  #lose(server: Server, socket: Socket, error: Error): void {
    this.#closeSocket(socket)
    if (server.socket !== socket) return
    server.socket = undefined
    const why = "code" in error ? String(error.code) : "unreachable"
    const lost = Array.from(this.#open.values()).filter(
      (question) => this.#servers[question.server] === server && !question.isOverTcp
    )
    for (const question of lost) this.#retry(question, why)
  }

  /** Sends a question again, to the next server. */
  #retry(question: Question, why: string): void {
    if (this.#open.get(question.id) !== question) return
    const now = performance.now()
    this.#servers[question.server]!.restsUntil = now + serverRestMillis
    if (question.tries >= triesMax * this.#servers.length)
      return this.#end(question).fail(unanswered(why))
    this.#sendToNext(question, now)
  }

  #sendToNext(question: Question, now: number): void {
    question.server = (question.server + 1) % this.#servers.length
    this.#send(question, now)
  }

  #tick(): void {
    const now = performance.now()
    for (const question of this.#open.values()) {
      if (now >= question.endsAt) this.#end(question).fail(unanswered("timeout"))
      else if (now >= question.retryAt) this.#retry(question, "timeout")
    }
    if (this.#open.size > 0) return
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  /** Gives its place to the next question. */
  #end(question: Question): Question {
    this.#open.delete(question.id)
    question.connection?.destroy()
    const next = this.#firstWaiting
    if (next === undefined) return question
    this.#firstWaiting = next.next
    if (next.next === undefined) this.#lastWaiting = undefined
    this.#begin(next)
    return question
  }
}

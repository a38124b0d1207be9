/** An SMTP client for the lab's mail servers: raw sockets, which show everything that a server sends. */
import { connect } from "node:net"
import type { Socket } from "node:net"
import * as tls from "node:tls"

import * as MailFile from "@rcpt/lab/smtp/MailFile"
import * as MailServers from "@rcpt/lab/smtp/MailServers"
import { Effect, Result } from "effect"
import type { Scope } from "effect"

/** How the connection ended. */
export type End = "closed" | "reset"

/** Milliseconds for output that is expected, also on a busy machine. */
const replyWaitMillis = 10_000

const wholeReply = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/

export class Client {
  #socket: Socket
  #received = Buffer.alloc(0)
  #end: End | undefined
  #wake: () => void = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#wake()
    })
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET") this.#end = "reset"
    })
    socket.on("close", () => {
      this.#end ??= "closed"
      this.#wake()
    })
  }

  /** Waits until `ready` returns a value; `undefined` after `waitMillis`. */
  async #until<A>(
    ready: () => A | undefined,
    waitMillis = replyWaitMillis
  ): Promise<A | undefined> {
    const deadline = performance.now() + waitMillis
    for (let value = ready(); ; value = ready()) {
      const left = deadline - performance.now()
      if (value !== undefined || left <= 0) return value
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  send(text: string): void {
    this.#socket.write(text)
  }

  /** The next whole reply, lines joined by `|`; "cut" or how the connection ended; or "silence". */
  async reply(waitMillis?: number): Promise<string> {
    const reply = await this.#until(() => {
      const text = this.#received.toString("latin1")
      const [match] = wholeReply.exec(text) ?? []
      if (match === undefined) return text === "" ? this.#end : this.#end && "cut"
      this.#received = this.#received.subarray(match.length)
      return match.trimEnd().split(/\r?\n/).join("|")
    }, waitMillis)
    return reply ?? "silence"
  }

  async ask(line: string, waitMillis?: number): Promise<string> {
    this.send(`${line}\r\n`)
    return this.reply(waitMillis)
  }

  /** EHLO, MAIL and RCPTs: the replies to RCPT, or the first reply that is not positive. */
  async askAbout(
    recipients: ReadonlyArray<string>,
    waitMillis?: number
  ): Promise<ReadonlyArray<string>> {
    const greeting = await this.reply(waitMillis)
    if (!greeting.startsWith("2")) return [greeting]
    const opening = ["EHLO probe.rcpt.test", "MAIL FROM:<verify@rcpt.test>"]
    for (const line of opening) {
      const reply = await this.ask(line, waitMillis)
      if (!reply.startsWith("2")) return [reply]
    }
    const replies: Array<string> = []
    for (const recipient of recipients)
      replies.push(await this.ask(`RCPT TO:<${recipient}>`, waitMillis))
    return replies
  }

  /** Everything received, once `octets` have come, the connection has ended or the wait is over. */
  async bytes(octets = Number.POSITIVE_INFINITY, waitMillis?: number): Promise<Buffer> {
    await this.#until(() => (this.#received.length >= octets ? true : this.#end), waitMillis)
    return this.#received
  }

  async end(waitMillis?: number): Promise<End | "open"> {
    return (await this.#until(() => this.#end, waitMillis)) ?? "open"
  }

  /** STARTTLS and the handshake: the certificate, or why there is none. */
  async startTls(waitMillis = replyWaitMillis): Promise<tls.PeerCertificate | string> {
    const go = await this.ask("STARTTLS")
    if (!go.startsWith("2")) return go
    const raw = this.#socket
    raw.removeAllListeners("data")
    return new Promise((resolve) => {
      const secure = tls.connect({ socket: raw, rejectUnauthorized: false })
      const timer = setTimeout(() => resolve("no handshake"), waitMillis)
      const finish = (result: tls.PeerCertificate | string) => {
        clearTimeout(timer)
        resolve(result)
      }
      secure.once("secureConnect", () => {
        this.#socket = secure
        this.#listen(secure)
        finish(secure.getPeerCertificate())
      })
      secure.once("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
      raw.once("close", () => finish("closed"))
    })
  }

  leave(): void {
    this.#socket.destroy()
  }
}

/** A connection for as long as the scope lasts. */
export const dial = (
  port: number,
  address: string,
  localAddress?: string
): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Client>((resume) => {
      const from = localAddress === undefined ? {} : { localAddress }
      const socket = connect({ port, host: address, noDelay: true, ...from })
      const client = new Client(socket)
      socket.once("connect", () => resume(Effect.succeed(client)))
      socket.once("error", (error) => resume(Effect.die(error)))
    }),
    (client) => Effect.sync(() => client.leave())
  )

/** Starts the servers in `text`, whose hosts are addresses. */
export const startServers = (text: string, now?: () => number) =>
  Effect.fromResult(MailFile.parse([{ file: "test.mail", text }])).pipe(
    Effect.flatMap((scripts) =>
      MailServers.start({ scripts, addressesOf: () => [], ...(now && { now }) })
    ),
    Effect.orDie
  )

/** Starts a server at 127.8.0.1 with these rules, and connects to it. */
export const connectTo = (rules: string) =>
  Effect.gen(function* () {
    const servers = yield* startServers(`server 127.8.0.1\n${rules}`)
    const client = yield* dial(servers.port, "127.8.0.1")
    return { client, servers, traffic: servers.traffic("127.8.0.1") }
  })

/** The error of a mail file, or "accepted". */
export const problemOf = (text: string): string => {
  const parsed = MailFile.parse([{ file: "test.mail", text }])
  return Result.isFailure(parsed) ? parsed.failure.message : "accepted"
}

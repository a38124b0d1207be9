/** A client for the lab's mail servers: raw sockets, so that nothing hides what a server does. */
import { connect } from "node:net"
import type { Socket } from "node:net"
import * as tls from "node:tls"

import * as MailFile from "@rcpt/lab/smtp/MailFile"
import * as MailServers from "@rcpt/lab/smtp/MailServers"
import { Effect, Result } from "effect"
import type { Scope } from "effect"

/** How the connection ended. */
export type End = "closed" | "reset"

/** Milliseconds for what will come, however busy the machine is. */
const patienceMillis = 10_000

const wholeReply = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/

export class Client {
  #socket: Socket
  #heard = Buffer.alloc(0)
  #end: End | undefined
  #wake: () => void = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.on("data", (bytes: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, bytes])
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

  /** Until `ready` says so; `undefined` when nothing comes within `patience`. */
  async #until<A>(ready: () => A | undefined, patience = patienceMillis): Promise<A | undefined> {
    const deadline = performance.now() + patience
    for (let found = ready(); ; found = ready()) {
      const left = deadline - performance.now()
      if (found !== undefined || left <= 0) return found
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  say(text: string): void {
    this.#socket.write(text)
  }

  /** The next whole reply, lines joined by `|`; "cut" or how the connection ended; or "silence". */
  async reply(patience?: number): Promise<string> {
    const found = await this.#until(() => {
      const text = this.#heard.toString("latin1")
      const [reply] = wholeReply.exec(text) ?? []
      if (reply === undefined) return text === "" ? this.#end : this.#end && "cut"
      this.#heard = this.#heard.subarray(reply.length)
      return reply.trimEnd().split(/\r?\n/).join("|")
    }, patience)
    return found ?? "silence"
  }

  async ask(line: string, patience?: number): Promise<string> {
    this.say(`${line}\r\n`)
    return this.reply(patience)
  }

  /** EHLO, MAIL and RCPT, as far as the server goes along; the last reply. */
  async askAbout(
    recipients: ReadonlyArray<string>,
    patience?: number
  ): Promise<ReadonlyArray<string>> {
    const greeting = await this.reply(patience)
    if (!greeting.startsWith("2")) return [greeting]
    const opening = ["EHLO probe.rcpt.test", "MAIL FROM:<verify@rcpt.test>"]
    for (const line of opening) {
      const reply = await this.ask(line, patience)
      if (!reply.startsWith("2")) return [reply]
    }
    const replies: Array<string> = []
    for (const recipient of recipients)
      replies.push(await this.ask(`RCPT TO:<${recipient}>`, patience))
    return replies
  }

  /** Everything that came, once `octets` are there or the server has been quiet. */
  async bytes(octets = Number.POSITIVE_INFINITY, patience?: number): Promise<Buffer> {
    await this.#until(() => (this.#heard.length >= octets ? true : this.#end), patience)
    return this.#heard
  }

  async end(patience?: number): Promise<End | "open"> {
    return (await this.#until(() => this.#end, patience)) ?? "open"
  }

  /** STARTTLS and the handshake: the certificate, or why there is none. */
  async startTls(patience = patienceMillis): Promise<tls.PeerCertificate | string> {
    const go = await this.ask("STARTTLS")
    if (!go.startsWith("2")) return go
    const raw = this.#socket
    raw.removeAllListeners("data")
    return new Promise((resolve) => {
      const secure = tls.connect({ socket: raw, rejectUnauthorized: false })
      const timer = setTimeout(() => resolve("no handshake"), patience)
      const settle = (what: tls.PeerCertificate | string) => {
        clearTimeout(timer)
        resolve(what)
      }
      secure.once("secureConnect", () => {
        this.#socket = secure
        this.#listen(secure)
        settle(secure.getPeerCertificate())
      })
      secure.once("error", (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
      raw.once("close", () => settle("closed"))
    })
  }

  leave(): void {
    this.#socket.destroy()
  }
}

/** A connection for as long as the scope lasts. */
export const dial = (port: number, address: string): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Client>((resume) => {
      const socket = connect({ port, host: address, noDelay: true })
      const client = new Client(socket)
      socket.once("connect", () => resume(Effect.succeed(client)))
      socket.once("error", (error) => resume(Effect.die(error)))
    }),
    (client) => Effect.sync(() => client.leave())
  )

/** Servers of the script in `text`, whose hosts are addresses. */
export const serving = (text: string, now?: () => number) =>
  Effect.fromResult(MailFile.parse([{ file: "test.mail", text }])).pipe(
    Effect.flatMap((scripts) =>
      MailServers.start({ scripts, addressesOf: () => [], ...(now && { now }) })
    ),
    Effect.orDie
  )

/** One server at 127.8.0.1 with these rules, and a connection to it. */
export const meeting = (rules: string) =>
  Effect.gen(function* () {
    const servers = yield* serving(`server 127.8.0.1\n${rules}`)
    const client = yield* dial(servers.port, "127.8.0.1")
    return { client, servers, traffic: servers.traffic("127.8.0.1") }
  })

/** What is wrong with a file, or that nothing is. */
export const problemOf = (text: string): string => {
  const parsed = MailFile.parse([{ file: "test.mail", text }])
  return Result.isFailure(parsed) ? parsed.failure.message : "accepted"
}

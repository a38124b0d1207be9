/**
 * Scripted mail servers on loopback, each host with an address of its own on one port. They record
 * the commands of their clients.
 */
import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import type { Server, Socket } from "node:net"
import { TLSSocket } from "node:tls"

import * as SelfSigned from "@rcpt/lab/smtp/selfSigned"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect } from "effect"
import type { Scope } from "effect"

/** One connection, as a script sees it. */
export interface Peer {
  socket: Socket
  /** Commands of this connection so far, without the line ends. */
  readonly commands: Array<string>
}

/** Takes over a connection from its first octet. */
export type Script = (peer: Peer) => void

/** The reply to a command. A function gets what follows the verb, and the peer. */
export type ReplySource = string | ((words: string, peer: Peer) => string | void)
export interface ServerReplies {
  readonly greeting?: ReplySource
  readonly ehlo?: ReplySource
  readonly helo?: ReplySource
  readonly starttls?: ReplySource
  readonly mail?: ReplySource
  readonly rcpt?: ReplySource
  readonly rset?: ReplySource
  readonly quit?: ReplySource
}

export const ordinary: Required<Omit<ServerReplies, "starttls">> = {
  greeting: "220 mx.test ESMTP",
  ehlo: "250-mx.test\r\n250 PIPELINING",
  helo: "250 mx.test",
  mail: "250 2.1.0 Ok",
  rcpt: "250 2.1.5 Ok",
  rset: "250 2.0.0 Ok",
  quit: "221 2.0.0 Bye"
}

const isVerb = (verb: string, replies: ServerReplies): verb is keyof ServerReplies =>
  verb in replies

/** A well-behaved server, with these replies in place of the ordinary ones. */
export const replying = (changes: ServerReplies = {}): Script => {
  const replies: ServerReplies = { ...ordinary, ...changes }
  return (peer) => {
    const send = (reply: ReplySource | undefined, words: string): void => {
      const text = typeof reply === "function" ? reply(words, peer) : (reply ?? "502 5.5.1 What?")
      if (typeof text === "string") peer.socket.write(`${text}\r\n`, "latin1")
    }
    const listen = (socket: Socket): void => {
      let rest = ""
      socket.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk.toString("latin1")).split("\r\n")
        rest = lines.pop() ?? ""
        for (const line of lines) {
          peer.commands.push(line)
          const verb = line.slice(0, 4).toLowerCase().replace("star", "starttls")
          send(isVerb(verb, replies) ? replies[verb] : undefined, line.slice(5))
          if (verb === "quit" && typeof replies.quit === "string") peer.socket.end()
          if (verb === "starttls" && peer.socket !== socket) listen(peer.socket)
        }
      })
    }
    // A server that ignores QUIT also ignores that the client has closed the connection.
    if (typeof replies.quit === "string") peer.socket.on("end", () => peer.socket.end())
    send(replies.greeting, "")
    listen(peer.socket)
  }
}

const oneHour = 3_600_000
const pem = SelfSigned.selfSigned("mx.test", {
  from: new Date(Date.now() - oneHour),
  until: new Date(Date.now() + oneHour)
})

/** For `starttls`: sends this in clear, and then does the TLS handshake. */
export const startTlsAfter =
  (text: string): ReplySource =>
  (_, peer) => {
    const plain = peer.socket
    plain.removeAllListeners("data")
    plain.write(text)
    peer.socket = new TLSSocket(plain, { isServer: true, ...pem }).on("error", () => {})
  }
export const startTls: ReplySource = startTlsAfter("220 2.0.0 Ready\r\n")

export interface MailWorld {
  readonly zone: Zone
  readonly port: number
  /** All connections to a host so far, in order. */
  readonly peers: (host: string) => ReadonlyArray<Peer>
}

const listenOn = (server: Server, ip: string, port: number) =>
  Effect.callback<number, Error>((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(port, ip, () => {
      const at = server.address()
      resume(Effect.succeed(typeof at === "object" && at !== null ? at.port : 0))
    })
  })

/** Adds each connection to `peers`. */
export const serve = (script: Script, peers: Array<Peer>, ip: string, port: number) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const open = new Set<Socket>()
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)))
        const peer: Peer = { socket, commands: [] }
        peers.push(peer)
        script(peer)
      })
      return { server, open, port: yield* Effect.orDie(listenOn(server, ip, port)) }
    }),
    ({ server, open }) =>
      Effect.callback<void>((resume) => {
        for (const socket of open) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )

/** Loopback addresses that no other test file is likely to have at the same time. */
const anyNetwork = () => `127.${randomInt(1, 255)}.${randomInt(0, 255)}`

/** `domain` with these mail hosts in order of preference. `undefined`: the host does not listen. */
export const mailWorld = Effect.fnUntraced(function* (
  hosts: Readonly<Record<string, Script | undefined>>,
  domain = "x.test"
): Effect.fn.Return<MailWorld, never, Scope.Scope> {
  const network = anyNetwork()
  const all = Object.entries(hosts).map(([host, script], index) => ({
    host,
    script,
    ip: `${network}.${index + 1}`,
    peers: new Array<Peer>()
  }))
  let port = 0
  for (const { script, ip, peers } of all) {
    if (script !== undefined) port = (yield* serve(script, peers, ip, port)).port
  }
  return {
    port,
    zone: {
      [domain]: { MX: all.map(({ host }, index) => `${10 * (index + 1)} ${host}`) },
      ...Object.fromEntries(all.map(({ host, ip }) => [host, { A: [ip] }]))
    },
    peers: (host) => all.find((one) => one.host === host)?.peers ?? []
  }
})

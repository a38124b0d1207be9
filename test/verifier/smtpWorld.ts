/**
 * Mail servers of a few lines, on loopback, each host with an address of its own on one port. What
 * they heard is kept: a client is judged by what it says.
 */
import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import type { Server, Socket } from "node:net"
import { TLSSocket } from "node:tls"

import * as SelfSigned from "@rcpt/lab/smtp/selfSigned"
import type { Zone } from "@rcpt/verifier/Zone"
import { Effect } from "effect"
import type { Scope } from "effect"

/** One connection, as a script sees it. */
export interface Peer {
  socket: Socket
  /** Commands of this connection so far, without the line ends. */
  readonly heard: Array<string>
}

/** Takes over a connection from its first octet. */
export type Script = (peer: Peer) => void

/** What a well-behaved server says. A function gets what follows the verb, and the peer. */
export type Say = string | ((words: string, peer: Peer) => string | void)
export interface Manners {
  readonly greeting?: Say
  readonly ehlo?: Say
  readonly helo?: Say
  readonly starttls?: Say
  readonly mail?: Say
  readonly rcpt?: Say
  readonly rset?: Say
  readonly quit?: Say
}

const ordinary: Required<Omit<Manners, "starttls">> = {
  greeting: "220 mx.test ESMTP",
  ehlo: "250-mx.test\r\n250 PIPELINING",
  helo: "250 mx.test",
  mail: "250 2.1.0 Ok",
  rcpt: "250 2.1.5 Ok",
  rset: "250 2.0.0 Ok",
  quit: "221 2.0.0 Bye"
}

const isVerb = (verb: string, manners: Manners): verb is keyof Manners => verb in manners

export const mannered = (given: Manners = {}): Script => {
  const manners: Manners = { ...ordinary, ...given }
  return (peer) => {
    const say = (what: Say | undefined, words: string): void => {
      const text = typeof what === "function" ? what(words, peer) : (what ?? "502 5.5.1 What?")
      if (typeof text === "string") peer.socket.write(`${text}\r\n`, "latin1")
    }
    const listen = (socket: Socket): void => {
      let rest = ""
      socket.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk.toString("latin1")).split("\r\n")
        rest = lines.pop() ?? ""
        for (const line of lines) {
          peer.heard.push(line)
          const verb = line.slice(0, 4).toLowerCase().replace("star", "starttls")
          say(isVerb(verb, manners) ? manners[verb] : undefined, line.slice(5))
          if (verb === "quit" && typeof manners.quit === "string") peer.socket.end()
          if (verb === "starttls" && peer.socket !== socket) listen(peer.socket)
        }
      })
    }
    // Who ignores QUIT ignores that the client has hung up, too.
    if (typeof manners.quit === "string") peer.socket.on("end", () => peer.socket.end())
    say(manners.greeting, "")
    listen(peer.socket)
  }
}

const oneHour = 3_600_000
const pem = SelfSigned.selfSigned("mx.test", {
  from: new Date(Date.now() - oneHour),
  until: new Date(Date.now() + oneHour)
})

/** For `starttls`: says this in clear, and does what a 220 promises. */
export const shakeHandsAfter =
  (text: string): Say =>
  (_, peer) => {
    const plain = peer.socket
    plain.removeAllListeners("data")
    plain.write(text)
    peer.socket = new TLSSocket(plain, { isServer: true, ...pem }).on("error", () => {})
  }
export const shakeHands: Say = shakeHandsAfter("220 2.0.0 Ready\r\n")

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

/** Adds to `peers` who connects. */
export const serve = (script: Script, peers: Array<Peer>, ip: string, port: number) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const open = new Set<Socket>()
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)))
        const peer: Peer = { socket, heard: [] }
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

/**
 * `domain` with these mail hosts, preferred in this order. A script of `undefined` is a host where
 * nobody listens.
 */
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

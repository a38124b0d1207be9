/**
 * The same registry over WHOIS (RFC 3912) on loopback: it reads a line, writes a text and closes the connection.
 * Behaviours that exist only over HTTP get no answer here.
 */
import { createServer } from "node:net"
import type { AddressInfo, Server, Socket } from "node:net"

import { Effect, type Scope } from "effect"

import { dateOf, longAgo, registrationOf, type Registration } from "./registrations.ts"

export interface WhoisServer {
  readonly host: string
  readonly port: number
  /** The queries so far, in order. */
  readonly queries: ReadonlyArray<string>
}

export interface Options {
  readonly registrationOf?: (domain: string) => Registration
}

const host = "127.0.0.1"

/** The longest query, which is longer than a domain name can be. A longer one is cut off. */
const queryOctetsMax = 512

const record = (domain: string, created: string | undefined): string =>
  [
    `Domain Name: ${domain.toUpperCase()}`,
    "Registrar: The Lab",
    "Updated Date: 2024-05-06T07:08:09Z",
    ...(created === undefined ? [] : [`Creation Date: ${created}`]),
    ">>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<",
    ""
  ].join("\r\n")

const answer = (socket: Socket, domain: string, behaviour: Registration): void => {
  const old = record(domain, longAgo)
  switch (behaviour._tag) {
    case "registered":
      return void socket.end(record(domain, dateOf(behaviour, Date.now())))
    case "undated":
      return void socket.end(record(domain, undefined))
    case "absent":
      return void socket.end(`No match for "${domain.toUpperCase()}".\r\n`)
    case "slow": {
      const timer = setTimeout(() => socket.end(old), behaviour.millis)
      socket.once("close", () => clearTimeout(timer))
      return
    }
    case "huge":
      return void socket.end(" ".repeat(behaviour.octets) + old)
    case "status":
      return void socket.end("% Query limit exceeded, try again later.\r\n")
    case "html":
      return void socket.end("<html>")
    case "mistaken":
    case "redirect":
    case "silent":
  }
}

const listen = (open: Set<Socket>): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer((socket) => {
        open.add(socket)
        socket.once("close", () => open.delete(socket))
        socket.on("error", () => socket.destroy())
      })
      server.listen(0, host, () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of open) socket.destroy()
      })
  )

export const start: (options?: Options) => Effect.Effect<WhoisServer, never, Scope.Scope> =
  Effect.fnUntraced(function* (options: Options = {}) {
    const server = yield* listen(new Set())
    const lookUp = options.registrationOf ?? registrationOf
    const queries: Array<string> = []
    server.on("connection", (socket: Socket) => {
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1")
        if (text.length > queryOctetsMax) socket.destroy()
        const query = /^(.*)\r\n/.exec(text)?.[1]
        if (query === undefined) return
        text = ""
        queries.push(query)
        answer(socket, query.toLowerCase(), lookUp(query.toLowerCase()))
      })
    })
    return { host, port: (server.address() as AddressInfo).port, queries }
  })

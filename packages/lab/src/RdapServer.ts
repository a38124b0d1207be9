/**
 * The registry of all domains, over RDAP (RFC 7480, 9082, 9083) on loopback: correct, slow, wrong or
 * broken, as `registrations.ts` defines for the domain. `/dns.json` is its bootstrap file.
 */
import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect, type Scope } from "effect"

import { dateOf, longAgo, registrationOf, type Registration } from "./registrations.ts"

export interface RdapServer {
  /** The URL, as in `RCPT_RDAP_URL`. */
  readonly url: string
  /** The domains that were queried so far, in order. */
  readonly queries: ReadonlyArray<string>
  /** The status, `200` or `304`, of each request for the bootstrap file so far. */
  readonly bootstraps: ReadonlyArray<number>
}

export interface Options {
  readonly registrationOf?: (domain: string) => Registration
  /** The domains that this server answers for in the bootstrap file. */
  readonly bootstrap?: ReadonlyArray<string>
}

const host = "127.0.0.1"
const mediaType = { "content-type": "application/rdap+json" }
const etag = '"1"'

interface Event {
  readonly eventAction: string
  readonly eventDate: string
}

/** An RDAP object with the few members that every registry sends (RFC 9083 §5.3). */
const domainObject = (ldhName: string, events: ReadonlyArray<Event>): string =>
  JSON.stringify({
    rdapConformance: ["rdap_level_0"],
    objectClassName: "domain",
    ldhName: ldhName.toUpperCase(),
    status: ["active"],
    events: [...events, { eventAction: "last changed", eventDate: "2024-05-06T07:08:09Z" }],
    entities: [{ objectClassName: "entity", handle: "1", roles: ["registrar"] }]
  })

const registration = (eventDate: string): Event => ({ eventAction: "registration", eventDate })

const found = (response: ServerResponse, text: string): void => {
  response.writeHead(200, mediaType).end(text)
}

const eventsOf = (
  registered: Extract<Registration, { _tag: "registered" }>
): ReadonlyArray<Event> => {
  const date = dateOf(registered, Date.now())
  return "again" in registered && registered.again !== undefined
    ? [registration(registered.again), { eventAction: "reregistration", eventDate: date }]
    : [registration(date)]
}

const old: Registration = { _tag: "registered", on: longAgo }

const reply = (response: ServerResponse, domain: string, behaviour: Registration): void => {
  const usual = domainObject(domain, [registration(longAgo)])
  switch (behaviour._tag) {
    case "registered":
      return found(response, domainObject(domain, eventsOf(behaviour)))
    case "undated":
      return found(response, domainObject(domain, []))
    case "mistaken":
      return found(response, domainObject(behaviour.for, [registration(longAgo)]))
    case "absent":
      return void response.writeHead(404, mediaType).end('{"errorCode":404,"title":"Not Found"}')
    case "slow": {
      const { millis, daysAgo } = behaviour
      const date =
        daysAgo === undefined ? longAgo : dateOf({ _tag: "registered", daysAgo }, Date.now())
      const answer = domainObject(domain, [registration(date)])
      const timer = setTimeout(() => found(response, answer), millis)
      response.once("close", () => clearTimeout(timer))
      return
    }
    case "silent":
      return
    case "huge":
      return found(response, usual.replace("{", `{${" ".repeat(behaviour.octets)}`))
    case "html":
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Sign in to this network</title>")
    case "redirect":
      return void response.writeHead(302, { location: behaviour.to }).end()
    case "status": {
      const wait = behaviour.retryAfter === undefined ? {} : { "retry-after": behaviour.retryAfter }
      return void response.writeHead(behaviour.status, wait).end()
    }
  }
}

const listen: Effect.Effect<Server, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<Server>((resume) => {
    const server = createServer()
    server.listen(0, host, () => resume(Effect.succeed(server)))
  }),
  (server) =>
    Effect.callback<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeAllConnections()
    })
)

export const start: (options?: Options) => Effect.Effect<RdapServer, never, Scope.Scope> =
  Effect.fnUntraced(function* (options: Options = {}) {
    const server = yield* listen
    const { port } = server.address() as AddressInfo
    const url = `http://${host}:${port}/`
    const queries: Array<string> = []
    const bootstraps: Array<number> = []
    const lookUp = options.registrationOf ?? registrationOf
    const file = JSON.stringify({ version: "1.0", services: [[options.bootstrap ?? [], [url]]] })

    const sendBootstrap = (request: IncomingMessage, response: ServerResponse): void => {
      const status = request.headers["if-none-match"] === etag ? 304 : 200
      bootstraps.push(status)
      response.writeHead(status, { etag }).end(status === 200 ? file : undefined)
    }
    server.on("request", (request, response) => {
      const path = request.url ?? ""
      if (path === "/dns.json") return sendBootstrap(request, response)
      const [, moved, name = ""] = /^(\/moved)?\/domain\/([^/?]+)$/.exec(path) ?? []
      const domain = name.toLowerCase()
      if (domain === "") return void response.writeHead(400).end()
      queries.push(domain)
      return reply(response, domain, moved === undefined ? lookUp(domain) : old)
    })
    return { url, queries, bootstraps }
  })

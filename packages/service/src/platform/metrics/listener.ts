/**
 * The listener of `/metrics`, apart from that of the API: on loopback unless `RCPT_METRICS_HOST` says
 * otherwise, without keys, and never behind the proxy of the customers.
 *
 * On the default port a second service of one machine finds the first one: it then goes without, and
 * says so. A port that the operator has named is one that a Prometheus expects.
 */
import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect, Schema } from "effect"
import type { Scope } from "effect"

import { Config } from "../Config.ts"
import { contentType, textOf } from "./scrape.ts"
import type { Family } from "./scrape.ts"

/** Registered for no other exporter, and next to those of Prometheus itself. */
const portDefault = 9464

const path = "/metrics"

/** Milliseconds. A scraper keeps its connection between scrapes, a minute at most. */
const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 }

/** Connections: some scrapers and a person. */
const connectionsMax = 64

/** The port that was asked for is another program's, or the address is not one of this machine. */
export class MetricsNotServed extends Schema.TaggedError<MetricsNotServed>()("MetricsNotServed", {
  because: Schema.String
}) {
  override get message(): string {
    return `Metrics cannot be served (RCPT_METRICS_HOST, RCPT_METRICS_PORT): ${this.because}. Choose another port, or off.`
  }
}

/** Asks all processes of this node. */
export type Read = Effect.Effect<ReadonlyArray<Family>>

const respond = (response: ServerResponse, status: number, text: string, headers = {}): void => {
  const type = { "content-type": status === 200 ? contentType : "text/plain; charset=utf-8" }
  response.writeHead(status, { ...type, ...headers }).end(text)
}

/** Scrapes at the same time get the same answer, so many of them cost as much as one. */
const shared = (read: Read): (() => Promise<string>) => {
  let underWay: Promise<string> | undefined
  return () =>
    (underWay ??= Effect.runPromise(Effect.map(read, textOf)).finally(() => {
      underWay = undefined
    }))
}

const answering =
  (read: () => Promise<string>) =>
  ({ method, url }: IncomingMessage, response: ServerResponse): void => {
    if (url?.split("?", 1)[0] !== path) return respond(response, 404, `Metrics are at ${path}.\n`)
    if (method !== "GET" && method !== "HEAD")
      return respond(response, 405, "method not allowed\n", { allow: "GET, HEAD" })
    read().then(
      (text) => respond(response, 200, text),
      () => respond(response, 500, "the metrics could not be read\n")
    )
  }

const listening = (server: Server, port: number, host: string) =>
  Effect.callback<number, MetricsNotServed>((resume) => {
    const fail = ({ message }: Error) =>
      resume(Effect.fail(new MetricsNotServed({ because: message })))
    server.once("error", fail).listen({ port, host }, () => {
      server.off("error", fail)
      resume(Effect.succeed((server.address() as AddressInfo).port))
    })
  })

const closed = (server: Server) =>
  Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })

/** Serves until the scope closes; not at all where the settings say so, or the default port is taken. */
export const serve = (read: Read): Effect.Effect<void, MetricsNotServed, Config | Scope.Scope> =>
  Effect.gen(function* () {
    const { metricsHost: host, metricsPort } = yield* Config
    if (metricsPort === "off") return
    const server = createServer(timeouts, answering(shared(read)))
    server.maxConnections = connectionsMax
    yield* Effect.addFinalizer(() => closed(server))
    const bound = listening(server, metricsPort ?? portDefault, host)
    const port = metricsPort === undefined ? yield* orWithout(bound) : yield* bound
    if (port === undefined) return
    const shown = host.includes(":") ? `[${host}]` : host
    yield* Effect.logInfo(`Metrics are served on http://${shown}:${port}${path}`)
  })

const orWithout = (bound: Effect.Effect<number, MetricsNotServed>) =>
  Effect.catch(bound, ({ because }) =>
    Effect.as(
      Effect.logWarning(
        `This service goes without metrics: ${because}. RCPT_METRICS_PORT gives it a port of its own; off: none.`
      ),
      undefined
    )
  )

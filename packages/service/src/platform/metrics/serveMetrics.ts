/**
 * Serves `/metrics` of a process or, where a node has several processes, of their supervisor, which asks them
 * all. The listener is not the API's: it is on loopback unless `RCPT_METRICS_HOST` says otherwise, asks for no
 * key, and is never behind the proxy of the customers.
 *
 * A second service on one machine finds the default port taken: it then starts without metrics and logs that.
 * If the operator has named the port, a Prometheus expects it, so a taken port ends the start.
 */
import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect, Layer, Schema } from "effect"
import type { Scope } from "effect"

import { Config } from "../Config.ts"
import { processes } from "../processes/Processes.ts"
import type { Supervisor } from "../processes/Supervisor.ts"
import * as processGauges from "./processGauges.ts"
import { contentType, scrape, textOf, together } from "./scrape.ts"
import type { Family } from "./scrape.ts"

/** The port is registered for no other exporter, and next to those of Prometheus itself. */
const portDefault = 9464

const path = "/metrics"

/** Milliseconds. A scraper keeps its connection between scrapes, a minute at most. */
const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 }

/** Connections of some scrapers and a person. */
const connectionsMax = 64

/** The named port belongs to another program, or the address is not one of this machine. */
class MetricsNotServed extends Schema.TaggedError<MetricsNotServed>()("MetricsNotServed", {
  because: Schema.String
}) {
  override get message(): string {
    return `Metrics cannot be served (RCPT_METRICS_HOST, RCPT_METRICS_PORT): ${this.because}. Choose another port, or off.`
  }
}

/** Reads the metrics of all processes of this node. */
type Read = Effect.Effect<ReadonlyArray<Family>>

const respond = (response: ServerResponse, status: number, text: string, headers = {}): void => {
  const type = { "content-type": status === 200 ? contentType : "text/plain; charset=utf-8" }
  response.writeHead(status, { ...type, ...headers }).end(text)
}

/** Gives scrapes at the same time the same answer, so many of them cost as much as one. */
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

/** Serves until the scope closes; serves nothing if the settings say so or the default port is taken. */
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

/** The topic under which the supervisor asks its workers. */
const topic = "metrics"

const scraped: Layer.Layer<never, MetricsNotServed, Config> = Layer.effectDiscard(
  Effect.flatMap(processes, ({ number, siblings }) => {
    if (siblings === undefined) return serve(scrape(number))
    return Effect.sync(() => siblings.answer(topic, scrape(number)))
  })
)

/**
 * Lets the metrics of this process be scraped: by its own listener or, as one of several processes of a node,
 * by that of their supervisor.
 */
export const layer = Layer.merge(scraped, processGauges.layer)

/** Milliseconds. A worker asks for its gauges for less; Prometheus waits 10 s by default. */
const workersWaitMax = 5_000

const supervisorNumber = 0

/**
 * Opens the listener of a node of several processes. It answers for the supervisor alone until the returned
 * function gives it the supervisor's workers to ask.
 */
export const listenForNode: Effect.Effect<
  (supervisor: Pick<Supervisor, "ask">) => void,
  MetricsNotServed,
  Config | Scope.Scope
> = Effect.gen(function* () {
  let asked: Pick<Supervisor, "ask"> | undefined
  const workers = Effect.promise(async () => (await asked?.ask(topic, workersWaitMax)) ?? [])
  yield* Layer.build(processGauges.ofProcess)
  const own = Effect.map(scrape(supervisorNumber), (families) =>
    families.filter(({ name }) => processGauges.processMetrics.has(name))
  )
  yield* serve(
    Effect.map(Effect.all([own, workers], { concurrency: 2 }), ([own, all]) =>
      // Workers are of the same program: what they answer has the type that they were asked for.
      together([own, ...(all as ReadonlyArray<ReadonlyArray<Family>>)])
    )
  )
  return (supervisor) => void (asked = supervisor)
})

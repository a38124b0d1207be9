/** Receivers of webhooks on real sockets, and nodes that deliver to them, on a clock of the test's. */
import { createServer } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import type { ChosenEvent } from "@rcpt/api/WebhookEndpoint"
import { Config, load } from "@rcpt/service/platform/Config"
import { NodeLease } from "@rcpt/service/platform/NodeLease"
import * as Secrets from "@rcpt/service/platform/Secrets"
import * as deliveryRows from "@rcpt/service/webhooks/deliveryRows"
import { round } from "@rcpt/service/webhooks/dispatch"
import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect, Layer } from "effect"
import type { Duration } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"

import * as databaseClock from "../../support/databaseClock.ts"
import { customer, database, nodeLayer } from "../jobs/jobsWorld.ts"

export interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly heard: Array<Heard>
  /** Connections, whether anything was said on them or not. */
  readonly connections: () => number
  /** What it answers from now on. */
  readonly answers: (how: Answers) => void
}

export type Answers = (response: ServerResponse, request: IncomingMessage) => void

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answers =>
  (response) =>
    response.writeHead(code, headers).end()

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

/** Takes everything until it is told otherwise. */
export const receiver = (host = "127.0.0.1") =>
  Effect.gen(function* () {
    const heard: Array<Heard> = []
    let how = status(204)
    let connections = 0
    const listen = (request: IncomingMessage, response: ServerResponse) => {
      response.on("error", () => {})
      void bodyOf(request).then(
        (body) => {
          heard.push({ path: request.url ?? "", headers: request.headers, body })
          return how(response, request)
        },
        () => {}
      )
    }
    const server = yield* Effect.acquireRelease(
      Effect.promise(
        () =>
          new Promise<Server>((resolve) => {
            const made = createServer(listen).on("connection", () => connections++)
            made.listen(0, host, () => resolve(made))
          })
      ),
      (made) =>
        Effect.promise(() => {
          made.closeAllConnections()
          return new Promise((resolve) => made.close(resolve))
        })
    )
    const { port } = server.address() as AddressInfo
    return {
      url: `http://${host}:${port}/hook`,
      port,
      heard,
      connections: () => connections,
      answers: (next) => (how = next)
    } satisfies Receiver
  })

/** Of the outside world as far as it takes part: a socket, a process. */
export const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    for (let tries = 0; !isSo(); tries++) {
      if (tries > 3_000) throw new Error("not within 30 s")
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })

export const lowBelow = 100

const env = {
  RCPT_WEBHOOK_ALLOW_HTTP: "on",
  RCPT_UNSAFE_NETWORKS: "127.0.0.1/32",
  RCPT_CREDITS_LOW: String(lowBelow)
}

export interface NodeOptions {
  readonly zone?: Zone
  readonly env?: Readonly<Record<string, string>>
  /** Of what it claims. */
  readonly holder?: string
}

/** A node with pools of its own. It looks for deliveries when a test says so (`round`). */
export const startNode = (url: string, options: NodeOptions = {}) =>
  Effect.gen(function* () {
    const { config } = yield* load({}, { ...env, ...options.env })
    const { holder = "node" } = options
    return yield* Layer.build(
      Layer.fresh(
        Webhooks.layer.pipe(
          Layer.provideMerge(
            Layer.succeed(NodeLease, { holder: () => holder, isHeld: () => true })
          ),
          Layer.provideMerge(Secrets.layer),
          Layer.provideMerge(
            Layer.mergeAll(
              Layer.succeed(Config, config),
              Resolver.layerZone(options.zone ?? {}),
              nodeLayer(url)
            )
          )
        )
      )
    )
  })

export type Node = Effect.Success<ReturnType<typeof startNode>>

/** A database in which time stands still. The clocks of nodes are decades behind it. */
export const begin = Effect.tap(database, (url) => databaseClock.install(url, { isStopped: true }))

/** Lets time pass, in the database and for who waits. */
export const pass = (duration: Duration.Input) =>
  Effect.andThen(databaseClock.advance(duration), TestClock.adjust(duration))

/** An account whose webhook leads to a receiver of its own. */
export const told = Effect.gen(function* () {
  const { configure } = yield* Webhooks.Webhooks
  const account = yield* customer(0)
  const to = yield* receiver()
  yield* configure(account, to.url)
  return { account, to, secret: (yield* secretOf(account))! }
})

/** Another endpoint, with a receiver of its own. */
export const endpointOf = (account: string, chosen: ReadonlyArray<ChosenEvent>) =>
  Effect.gen(function* () {
    const { create } = yield* Webhooks.Webhooks
    const to = yield* receiver()
    const { id } = yield* create(account, { url: to.url, events: chosen })
    return { id, to }
  })

/** Of the first endpoint; `undefined`: there is none, or its secret cannot be read. */
export const secretOf = (account: string) =>
  Webhooks.Webhooks.use(({ find, reveal }) =>
    Effect.map(find(account), (webhook) => reveal(account, webhook))
  ).pipe(Effect.catchTag("NoWebhook", () => Effect.undefined))

export const putAll = (account: string, job?: string) =>
  deliveryRows.put({
    account,
    type: "job.completed",
    at: new Date(0),
    data: { job: job ?? "" },
    ...(job !== undefined && { job })
  })

/** For the only endpoint. */
export const put = (account: string, job?: string) =>
  Effect.flatMap(putAll(account, job), ([row]) =>
    row === undefined ? Effect.die(new Error("nobody is told")) : Effect.succeed(row)
  )

/** The newest first. */
export const log = (account: string) =>
  Webhooks.Webhooks.use(({ list }) => list(account, { limit: 100 }))

/** Rounds at the time that it is, until one finds nothing. Answers how many attempts there were. */
export const deliver = Effect.gen(function* () {
  let attempts = 0
  while (true) {
    const tried = yield* round
    if (tried === 0) return attempts
    attempts += tried
  }
})

const said = ({ headers }: Heard) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"])
})

/** As a receiver does that has the secret: throws unless it is right, and of this very minute. */
export const verified = (secret: string, heard: Heard): unknown =>
  new Webhook(secret).verify(heard.body, said(heard))

/** Whether this secret is among those that signed, whenever that was. */
export const isSignedWith = (secret: string, heard: Heard): boolean => {
  const headers = said(heard)
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000)
  const signature = new Webhook(secret).sign(headers["webhook-id"], at, heard.body)
  return headers["webhook-signature"].split(" ").includes(signature)
}

export const events = (account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly type: string; readonly data: string }>`
      select type, data::text from es.event where stream_id = ${`account-${account}`}
      order by version`
  ).pipe(Effect.map((rows) => rows.map(({ type, data }) => [type, JSON.parse(data)])))

/** A test on a node, and a database, of its own. */
export const world = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const node = yield* startNode(yield* begin)
    return yield* Effect.provide(test, node)
  }).pipe(Effect.scoped)

/** The last one that was put. */
export const newest = (account: string) => Effect.map(log(account), ([first]) => first!)

/** The HTTP server: contract, health, documentation, and what every response has in common. */
import { createServer } from "node:http"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Api } from "@rcpt/api/Api"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Config } from "../Config.ts"
import { openapiPath } from "./allowedMethods.ts"
import * as authentication from "./authentication.ts"
import * as docs from "./docs.ts"
import * as handlers from "./handlers.ts"
import * as health from "./health.ts"
import * as queryText from "./queryText.ts"
import * as requestErrors from "./requestErrors.ts"
import * as responses from "./responses.ts"

/** A batch of 100 addresses of 254 characters is 26 kB of JSON; nothing else that we read is larger. */
const bodyMax = ByteSize.kibibytes(256)

/** A caller sends a request at once, or is not one that we wait for (slow-loris). Milliseconds. */
const receiveWaits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** SIGTERM promises to be done within 15 s: what is in flight has this much of it. */
const drainWaitMax = "10 seconds"

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath }).pipe(Layer.provide(queryText.layer)),
  docs.layer,
  health.layer,
  responses.layer
).pipe(Layer.provide(handlers.layer), Layer.provide([authentication.layer, requestErrors.layer]))

const listener = Layer.unwrap(
  Effect.map(Config, ({ port, host }) =>
    NodeHttpServer.layer(() => createServer(receiveWaits), {
      port,
      host,
      gracefulShutdownTimeout: drainWaitMax
    })
  )
)

export const layer = HttpRouter.serve(routes, {
  disableLogger: true,
  disableListenLog: true,
  middleware: Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyMax)
}).pipe(Layer.provideMerge(listener))

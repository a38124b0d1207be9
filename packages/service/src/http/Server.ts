/** The HTTP server: contract, health, documentation, and what every response has in common. */
import { Api } from "@rcpt/api/Api"
import { ByteSize, Effect, flow, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Config } from "../Config.ts"
import * as adminHandlers from "./adminHandlers.ts"
import { openapiPath } from "./allowedMethods.ts"
import * as authentication from "./authentication.ts"
import * as closing from "./closing.ts"
import * as dashboard from "./dashboard.ts"
import * as demoHandlers from "./demoHandlers.ts"
import * as docs from "./docs.ts"
import { gate } from "./gate.ts"
import * as handlers from "./handlers.ts"
import * as health from "./health.ts"
import * as jobsHandlers from "./jobsHandlers.ts"
import * as keysHandlers from "./keysHandlers.ts"
import * as ledgerHandlers from "./ledgerHandlers.ts"
import * as listener from "./listener.ts"
import * as overviewHandlers from "./overviewHandlers.ts"
import * as permissions from "./permissions.ts"
import * as queryText from "./queryText.ts"
import * as rateLimit from "./rateLimit.ts"
import * as requestErrors from "./requestErrors.ts"
import * as responses from "./responses.ts"
import * as sameOrigin from "./sameOrigin.ts"
import * as sessionHandlers from "./sessionHandlers.ts"
import * as webhookHandlers from "./webhookHandlers.ts"
import * as wrongKeys from "./wrongKeys.ts"

/** A batch of 100 addresses of 254 characters is 26 kB of JSON; nothing else that we read is larger. */
const bodyMax = ByteSize.kibibytes(256)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath }).pipe(Layer.provide(queryText.layer)),
  dashboard.layer,
  docs.layer,
  health.layer,
  responses.layer
).pipe(
  Layer.provide([
    demoHandlers.layer,
    handlers.layer,
    jobsHandlers.layer,
    keysHandlers.layer,
    sessionHandlers.layer
  ]),
  Layer.provide([
    ledgerHandlers.layer,
    adminHandlers.layer,
    webhookHandlers.layer,
    overviewHandlers.layer
  ]),
  Layer.provide([authentication.layer, permissions.layer, requestErrors.layer]),
  Layer.provide([rateLimit.layer, sameOrigin.layer, wrongKeys.layer])
)

/** One resource has one name: another spelling of its path is another path, and there is none. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
}

const serving = Layer.unwrap(
  Effect.map(Config, ({ maxInflight }) =>
    HttpRouter.serve(routes, {
      routerConfig,
      disableLogger: true,
      disableListenLog: true,
      middleware: flow(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyMax),
        gate(maxInflight)
      )
    })
  )
)

export const layer = closing.announced.pipe(
  Layer.provideMerge(serving),
  Layer.provide(closing.layer),
  Layer.provideMerge(listener.layer)
)

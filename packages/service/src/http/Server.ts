/** The HTTP server: contract, health, documentation, and what every response has in common. */
import { Api } from "@rcpt/api/Api"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { openapiPath } from "./allowedMethods.ts"
import * as authentication from "./authentication.ts"
import * as docs from "./docs.ts"
import * as handlers from "./handlers.ts"
import * as health from "./health.ts"
import * as listener from "./listener.ts"
import * as queryText from "./queryText.ts"
import * as requestErrors from "./requestErrors.ts"
import * as responses from "./responses.ts"

/** A batch of 100 addresses of 254 characters is 26 kB of JSON; nothing else that we read is larger. */
const bodyMax = ByteSize.kibibytes(256)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath }).pipe(Layer.provide(queryText.layer)),
  docs.layer,
  health.layer,
  responses.layer
).pipe(Layer.provide(handlers.layer), Layer.provide([authentication.layer, requestErrors.layer]))

/** One resource has one name: another spelling of its path is another path, and there is none. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
}

export const layer = HttpRouter.serve(routes, {
  routerConfig,
  disableLogger: true,
  disableListenLog: true,
  middleware: Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyMax)
}).pipe(Layer.provideMerge(listener.layer))

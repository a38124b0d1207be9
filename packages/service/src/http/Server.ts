/**
 * The HTTP server: the routes of the contract, health checks, documentation and dashboard, behind the
 * middleware that every response passes.
 */
import { Api } from "@rcpt/api/Api"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Config } from "../platform/Config.ts"
import { bearerKeys } from "./bearer.ts"
import * as closing from "./closing.ts"
import { countRequests } from "./countRequests.ts"
import * as dashboard from "./dashboard/serveDashboard.ts"
import * as docs from "./docs.ts"
import * as accountHandlers from "./handlers/accountAndVerification.ts"
import * as activityHandlers from "./handlers/activity.ts"
import * as adminHandlers from "./handlers/admin.ts"
import * as demoHandlers from "./handlers/demo.ts"
import * as erasureHandlers from "./handlers/erasure.ts"
import * as eventsHandlers from "./handlers/events.ts"
import * as feedbackHandlers from "./handlers/feedback.ts"
import * as jobsHandlers from "./handlers/jobs.ts"
import * as keysHandlers from "./handlers/keys.ts"
import * as ledgerHandlers from "./handlers/ledger.ts"
import * as mcpHandlers from "./handlers/mcp.ts"
import * as overviewHandlers from "./handlers/overview.ts"
import * as peopleHandlers from "./handlers/people.ts"
import * as securityHandlers from "./handlers/security.ts"
import * as sessionHandlers from "./handlers/session.ts"
import * as totpHandlers from "./handlers/totp.ts"
import * as webhookHandlers from "./handlers/webhook.ts"
import * as webhookEndpointsHandlers from "./handlers/webhookEndpoints.ts"
import * as health from "./health.ts"
import { hostNames } from "./hostNames.ts"
import { inflightLimit } from "./inflightLimit.ts"
import * as listener from "./listener.ts"
import * as authentication from "./middleware/authentication.ts"
import * as keyGuesses from "./middleware/keyGuesses.ts"
import * as permissions from "./middleware/permissions.ts"
import * as queryText from "./middleware/queryText.ts"
import * as rateLimit from "./middleware/rateLimit.ts"
import * as requestErrors from "./middleware/requestErrors.ts"
import * as sameOrigin from "./middleware/sameOrigin.ts"
import * as openApi from "./openApi.ts"
import * as openUploads from "./openUploads.ts"
import { recordActivity } from "./recordActivity.ts"
import * as responses from "./responses.ts"
import { roleOnly } from "./roleOnly.ts"
import { verifyLane } from "./verifyLane.ts"

/** A thousand reports with a reply of 700 octets each; no other JSON body is larger than 26 kB. */
const bodyMax = ByteSize.mebibytes(1)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(queryText.layer)),
  dashboard.layer,
  docs.layer,
  openApi.layer,
  health.layer,
  responses.layer
).pipe(
  Layer.provide([
    accountHandlers.layer,
    activityHandlers.layer,
    demoHandlers.layer,
    erasureHandlers.layer,
    eventsHandlers.layer,
    feedbackHandlers.layer,
    jobsHandlers.layer,
    keysHandlers.layer,
    sessionHandlers.layer
  ]),
  Layer.provide([
    ledgerHandlers.layer,
    adminHandlers.layer,
    webhookHandlers.layer,
    webhookEndpointsHandlers.layer,
    overviewHandlers.layer,
    securityHandlers.layer,
    peopleHandlers.layer,
    totpHandlers.layer,
    mcpHandlers.layer
  ]),
  Layer.provide([authentication.layer, permissions.layer, requestErrors.layer]),
  Layer.provide([rateLimit.layer, sameOrigin.layer, keyGuesses.layer])
)

/** A resource has exactly one path: any other spelling of it is a 404. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
}

const server = Layer.unwrap(
  Effect.gen(function* () {
    const lane = yield* verifyLane
    const limited = yield* inflightLimit
    const config = yield* Config
    const addressed = hostNames(config)
    const ofRole = roleOnly(config.role)
    const counted = yield* countRequests
    const recorded = yield* recordActivity
    return HttpRouter.serve(routes, {
      routerConfig,
      disableLogger: true,
      disableListenLog: true,
      middleware: (handle) =>
        handle.pipe(
          lane,
          limited,
          bearerKeys,
          addressed,
          ofRole,
          recorded,
          counted,
          Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyMax)
        )
    })
  })
)

export const layer = closing.onShutdown.pipe(
  Layer.provideMerge(server),
  Layer.provide([closing.layer, openUploads.layer]),
  Layer.provideMerge(listener.layer)
)

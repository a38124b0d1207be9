/**
 * The HTTP server: the routes of the contract, health checks, documentation and dashboard, behind the
 * middleware that every response passes.
 */
import { Api } from "@rcpt/api/Api"
import { ByteSize, Effect, Layer, Context, Exit } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Config } from "../platform/Config.ts"
import { other } from "../platform/metrics/Meter.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { atScrape } from "../platform/metrics/scrape.ts"
import { declaredPath } from "./allowedMethods.ts"
import { crossOrigin } from "./crossOrigin.ts"
import { serveDashboard } from "./dashboard/serveDashboard.ts"
import { docsLayer, formLayer, openApiLayer } from "./docs.ts"
import * as answerDropIn from "./dropIn/answerDropIn.ts"
import { keyInPlace } from "./dropIn/keyInPlace.ts"
import * as gracefulShutdown from "./gracefulShutdown.ts"
import { accountHandlers } from "./handlers/account.ts"
import { activityHandlers } from "./handlers/activity.ts"
import { adminHandlers } from "./handlers/admin.ts"
import { demoHandlers } from "./handlers/demo.ts"
import { erasureHandlers } from "./handlers/erasure.ts"
import { eventsHandlers } from "./handlers/events.ts"
import { feedbackHandlers } from "./handlers/feedback.ts"
import { inletsHandlers } from "./handlers/inlets.ts"
import { jobsHandlers } from "./handlers/jobs.ts"
import { keysHandlers } from "./handlers/keys.ts"
import { ledgerHandlers } from "./handlers/ledger.ts"
import { mcpHandlers } from "./handlers/mcp.ts"
import { overviewHandlers } from "./handlers/overview.ts"
import { peopleHandlers } from "./handlers/people.ts"
import { profileHandlers } from "./handlers/profile.ts"
import { providerHandlers, providerRoutes } from "./handlers/provider.ts"
import { rulesHandlers } from "./handlers/rules.ts"
import { schedulesHandlers } from "./handlers/schedules.ts"
import { securityHandlers } from "./handlers/security.ts"
import { sessionHandlers } from "./handlers/session.ts"
import { totpHandlers } from "./handlers/totp.ts"
import { webhookEndpointsHandlers, webhookHandlers } from "./handlers/webhooks.ts"
import * as health from "./health.ts"
import { inflightLimit } from "./inflightLimit.ts"
import { inletLayer, inletSecret } from "./inletEvents.ts"
import * as listener from "./listener.ts"
import * as authentication from "./middleware/authentication.ts"
import * as keyGuesses from "./middleware/keyGuesses.ts"
import * as permissions from "./middleware/permissions.ts"
import * as queryText from "./middleware/queryText.ts"
import * as rateLimit from "./middleware/rateLimit.ts"
import * as requestErrors from "./middleware/requestErrors.ts"
import * as sameOrigin from "./middleware/sameOrigin.ts"
import * as withinTerms from "./middleware/withinTerms.ts"
import * as openUploads from "./openUploads.ts"
import { recordActivity } from "./recordActivity.ts"
import { bearerKeys, refuseOnProbeNodes, hostNames } from "./refuse.ts"
import * as responses from "./responses.ts"
import { verifyFastPath } from "./verifyFastPath.ts"

// Counts each request with its answer, and how long that took, for metrics. Outside of all else.

const { requests, requestSeconds, requestsInFlight } = metricTable

const statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx"]

/** The status by its hundreds; `none`: the client went, and the request was interrupted. */
const statusOf = <E>(exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>): string =>
  Exit.isSuccess(exit) ? (statusClasses[Math.floor(exit.value.status / 100) - 1] ?? other) : "none"

/** Pages of the dashboard, its files and wrong paths are `other`: clients choose them. */
const routeOf = (url: string): string => {
  const end = url.indexOf("?")
  return declaredPath(end < 0 ? url : url.slice(0, end)) ?? other
}

const countRequests = Effect.gen(function* () {
  let inFlight = 0
  yield* atScrape(Effect.sync(() => requestsInFlight.set([[{}, inFlight]])))
  return <E, R>(
    handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
    Effect.withFiber((fiber) => {
      const { method, url } = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const startedAt = performance.now()
      inFlight += 1
      return Effect.onExit(handle, (exit) => {
        inFlight -= 1
        const route = routeOf(url)
        requests.add({ method, route, status: statusOf(exit) })
        requestSeconds.record({ route }, (performance.now() - startedAt) / 1_000)
        return Effect.void
      })
    })
})

/** A thousand reports with a reply of 700 octets each, or ten thousand rules. Larger bodies name their own limit. */
const bodyMax = ByteSize.mebibytes(1)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(queryText.layer)),
  serveDashboard,
  docsLayer,
  openApiLayer,
  formLayer,
  inletLayer,
  health.layer,
  providerRoutes,
  // Around it: what an interface asks of our API has the headers of our responses.
  responses.layer.pipe(Layer.provide(answerDropIn.layer))
).pipe(
  Layer.provide([
    accountHandlers,
    activityHandlers,
    demoHandlers,
    erasureHandlers,
    eventsHandlers,
    feedbackHandlers,
    inletsHandlers,
    jobsHandlers,
    keysHandlers,
    rulesHandlers,
    schedulesHandlers,
    sessionHandlers
  ]),
  Layer.provide([
    ledgerHandlers,
    adminHandlers,
    webhookHandlers,
    webhookEndpointsHandlers,
    overviewHandlers,
    securityHandlers,
    peopleHandlers,
    profileHandlers,
    providerHandlers,
    totpHandlers,
    mcpHandlers
  ]),
  Layer.provide([authentication.layer, permissions.layer, requestErrors.layer]),
  Layer.provide([rateLimit.layer, sameOrigin.layer, keyGuesses.layer, withinTerms.layer])
)

/** A resource has exactly one path: any other spelling of it is a 404. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
}

const server = Layer.unwrap(
  Effect.gen(function* () {
    const fastPath = yield* verifyFastPath
    const limited = yield* inflightLimit
    const config = yield* Config
    const addressed = hostNames(config)
    const onProbeNodes = refuseOnProbeNodes(config.role)
    const counted = yield* countRequests
    const recorded = yield* recordActivity
    return HttpRouter.serve(routes, {
      routerConfig,
      disableLogger: true,
      disableListenLog: true,
      middleware: (handle) =>
        handle.pipe(
          fastPath,
          limited,
          crossOrigin,
          bearerKeys,
          addressed,
          onProbeNodes,
          recorded,
          counted,
          keyInPlace,
          inletSecret,
          Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyMax)
        )
    })
  })
)

export const layer = gracefulShutdown.onShutdown.pipe(
  Layer.provideMerge(server),
  Layer.provide([gracefulShutdown.layer, openUploads.layer]),
  Layer.provideMerge(listener.layer)
)

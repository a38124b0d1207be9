/** Counts each request with its answer, and how long that took, for metrics. Outside of all else. */
import { Context, Effect, Exit } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { other } from "../platform/metrics/Meter.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { atScrape } from "../platform/metrics/scrape.ts"
import { declaredPath } from "./allowedMethods.ts"

const { requests, requestSeconds, requestsInFlight } = metricTable

const statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx"]

/** By its hundreds; `none`: the client went, and the request was interrupted. */
const statusOf = <E>(exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>): string =>
  Exit.isSuccess(exit) ? (statusClasses[Math.floor(exit.value.status / 100) - 1] ?? other) : "none"

/** Pages of the dashboard, its files and wrong paths are `other`: clients choose them. */
const routeOf = (url: string): string => {
  const end = url.indexOf("?")
  return declaredPath(end < 0 ? url : url.slice(0, end)) ?? other
}

export const countRequests = Effect.gen(function* () {
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

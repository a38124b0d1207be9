/**
 * Refuses requests over the limit of concurrent ones before any work is done for them: they would slow
 * down all of them until they time out together. Health checks are always served.
 */
import type { IncomingMessage } from "node:http"

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { basePath } from "@rcpt/api/secured"
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { ApiKeys } from "../accounts/ApiKeys.ts"
import { Config } from "../platform/Config.ts"
import { awaitBody, isAwaited } from "./bodyArrival.ts"
import { healthPaths } from "./health.ts"
import { clientAddress, countedAs } from "./middleware/clientAddress.ts"
import { inflightPlaces, waitingPlaces } from "./places.ts"
import type { Places, Refusal, Standing } from "./places.ts"
import { refuse } from "./refuse.ts"

/** Seconds. Most requests take milliseconds, and balancers try another node at once. */
const retryAfter = "1"

/** An owner over its share gets 429: balancers must not take the node for one that is full. */
const refusals: Readonly<Record<Refusal, readonly [status: number, error: string]>> = {
  full: [503, "service unavailable"],
  "owner is over its share": [429, "rate limit exceeded"]
}

const refused = (refusal: Refusal) => refuse(...refusals[refusal], { "retry-after": retryAfter })

export const isHealth = (url: string): boolean =>
  healthPaths.some((path) => url === path || url.startsWith(`${path}?`))

/** The place of the current request. */
interface Place {
  /** For a response that stays open for hours and is idle most of the time. */
  readonly release: Effect.Effect<void>
  /** The request has shown a right credential: it leaves the places of strangers. */
  readonly authenticated: Effect.Effect<void>
}

export const Place = Context.Reference<Place>("@rcpt/service/http/inflightLimit/Place", {
  defaultValue: () => ({ release: Effect.void, authenticated: Effect.void })
})

/**
 * Milliseconds. A stranger that does not read what it asked for is cut off then: its place is not free
 * before the response is sent.
 */
const strangersSilenceMax = 30_000

const takePlace = (
  places: Places,
  standing: Standing,
  owner: string,
  { socket }: IncomingMessage
): Place => {
  let held: Standing | undefined = standing
  places.take(standing, owner)
  // An upload has a timeout already (listener.ts), which stays.
  const isWatched = standing !== "known" && (socket.timeout ?? 0) === 0
  if (isWatched) socket.setTimeout(strangersSilenceMax)
  return {
    release: Effect.sync(() => {
      if (held !== undefined) places.leave(held, owner)
      held = undefined
    }),
    authenticated: Effect.sync(() => {
      if (held === undefined || held === "known") return
      places.leave(held, owner)
      places.take("known", owner)
      held = "known"
      if (isWatched) socket.setTimeout(0)
    })
  }
}

interface Caller {
  readonly standing: Standing
  /** As whom it is counted: the account of a known key, or the client's address. */
  readonly owner: string
}

/** By what this node remembers: nothing is looked up before a request has a place. */
const callerOf =
  (keys: ApiKeys["Service"], addressOf: ReturnType<typeof clientAddress>) =>
  (request: HttpServerRequest.HttpServerRequest): Caller => {
    const key = request.headers["x-api-key"]
    const account = key === undefined ? undefined : keys.lastHolderOf(key)?.accountId
    if (account !== undefined) return { standing: "known", owner: account }
    const isLookedUp = key !== undefined && request.url.startsWith(`${basePath}/`)
    return {
      standing: isLookedUp ? "unproven" : "anonymous",
      owner: countedAs(addressOf(request))
    }
  }

/**
 * A request is in flight from when its body has come until its response is sent, also when that is a
 * long download.
 */
export const inflightLimit = Effect.gen(function* () {
  const { maxInflight, trustedProxies } = yield* Config
  const whoAsks = callerOf(yield* ApiKeys, clientAddress(trustedProxies))
  const places = inflightPlaces(maxInflight)
  const waiting = waitingPlaces(maxInflight)

  return <E, R>(handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    const admit = (
      message: IncomingMessage,
      { standing, owner }: Caller
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
      const refusal = places.refusal(standing, owner)
      if (refusal !== undefined) return Effect.succeed(refused(refusal))
      const place = takePlace(places, standing, owner, message)
      return handle.pipe(Effect.provideService(Place, place), Effect.ensuring(place.release))
    }
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const message = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
      if (isHealth(request.url)) return handle
      const caller = whoAsks(request)
      if (!isAwaited(message)) return admit(message, caller)
      // Whoever would be refused then is told before sending the rest.
      const full = places.refusal(caller.standing, caller.owner)
      if (full !== undefined) return Effect.succeed(refused(full))
      return Effect.flatMap(awaitBody(waiting, request, caller.standing, caller.owner), (crowded) =>
        crowded === undefined ? admit(message, caller) : Effect.succeed(refused(crowded))
      )
    })
  }
})

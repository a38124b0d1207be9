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
import { isBrowserKey } from "../platform/config/apiKeyFormat.ts"
import { uploadPaths } from "./allowedMethods.ts"
import { isHealth } from "./health.ts"
import { hasBody, refuseLate } from "./listener.ts"
import { clientAddress, countedAs } from "./middleware/clientAddress.ts"
import { refuse } from "./refuse.ts"

// Waits for the body of a request before the request counts as being in flight: a client that sends its
// body slowly, or never, takes no place from those that are answered. An upload is read while it is
// worked on, and is not awaited.

/** Milliseconds. A sign-in is one packet; a known client has the 30 s of the listener. */
const strangersBodyTimeout = 5_000

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0]!

/** Whether its body is awaited. */
const isAwaited = (message: IncomingMessage): boolean =>
  hasBody(message) && !uploadPaths.has(pathOf(message))

/** Gives the place back as soon as the body is there: not after the turn in which it is read. */
const holdPlace = (
  message: IncomingMessage,
  places: Places,
  standing: Standing,
  owner: string
): void => {
  places.take(standing, owner)
  const timer =
    standing === "known" ? undefined : setTimeout(() => refuseLate(message), strangersBodyTimeout)
  const end = () => {
    message.off("end", end).off("close", end)
    clearTimeout(timer)
    places.leave(standing, owner)
  }
  message.on("end", end).on("close", end)
}

/**
 * The request keeps what is read for its handler, and the error if it is too large. `Refusal`: too many
 * bodies are awaited already.
 */
const awaitBody = (
  places: Places,
  request: HttpServerRequest.HttpServerRequest,
  standing: Standing,
  owner: string
): Effect.Effect<Refusal | undefined> =>
  Effect.suspend(() => {
    const refusal = places.refusal(standing, owner)
    if (refusal !== undefined) return Effect.succeed(refusal)
    const message = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
    holdPlace(message, places, standing, owner)
    return Effect.as(Effect.exit(request.arrayBuffer), undefined)
  })

// The places of requests in flight on this node. Clients that have shown a right credential share all of
// `RCPT_MAX_INFLIGHT`. All others have separate places, so that they can neither take those nor be kept out
// by them.

/**
 * "known": its key was right on this node before, or it has been authenticated. "unproven": its key is
 * new here and is being looked up. "anonymous": no key; a session counts so until it is looked up.
 */
type Standing = "known" | "unproven" | "anonymous"

/**
 * One in so many requests in flight may be anonymous: sign-in, public pages and the demo are a small
 * part of the work, and their answers need no credits.
 */
const anonymousShare = 8

/** A browser opens six connections to show its first page. */
const anonymousMin = 16

/** One client address may have one in so many of the places of strangers. */
const addressShare = 2

interface Limits {
  /** Requests of all clients. */
  readonly all: number
  /** Requests of one owner: an account that is known, or else a client address. */
  readonly each: number
}

interface Refusal {
  readonly reason: "full" | "owner is over its share"
  /** The requests that there may be. */
  readonly limit: number
}

interface Places {
  readonly refusal: (standing: Standing, owner: string) => Refusal | undefined
  readonly take: (standing: Standing, owner: string) => void
  readonly leave: (standing: Standing, owner: string) => void
}

const make = (limits: Readonly<Record<Standing, Limits>>): Places => {
  const taken: Record<Standing, number> = { known: 0, unproven: 0, anonymous: 0 }
  const owners = new Map<string, number>()
  const isCounted = (standing: Standing) => limits[standing].each < limits[standing].all

  const count = (standing: Standing, owner: string, step: 1 | -1) => {
    taken[standing] += step
    if (!isCounted(standing)) return
    const key = `${standing} ${owner}`
    const now = (owners.get(key) ?? 0) + step
    if (now === 0) owners.delete(key)
    else owners.set(key, now)
  }

  return {
    refusal: (standing, owner) => {
      const { all, each } = limits[standing]
      // Most unproven keys turn out to be right, and then need a place among the known.
      const isKnownFull = standing === "unproven" && taken.known >= limits.known.all
      if (isKnownFull || taken[standing] >= all) return { reason: "full", limit: all }
      if (!isCounted(standing)) return undefined
      const own = owners.get(`${standing} ${owner}`) ?? 0
      return own >= each ? { reason: "owner is over its share", limit: each } : undefined
    },
    take: (standing, owner) => count(standing, owner, 1),
    leave: (standing, owner) => count(standing, owner, -1)
  }
}

const unshared = (all: number): Limits => ({ all, each: all })

const sharedBy = (all: number, share: number): Limits => ({ all, each: Math.ceil(all / share) })

const anonymousMax = (inflightMax: number): number =>
  Math.max(anonymousMin, Math.ceil(inflightMax / anonymousShare))

/** Places for requests that are being answered. The rate limit bounds how many one account has. */
const inflightPlaces = (inflightMax: number): Places =>
  make({
    known: unshared(inflightMax),
    unproven: unshared(inflightMax),
    anonymous: sharedBy(anonymousMax(inflightMax), addressShare)
  })

/** One account, or one address, may have this part of all requests whose bodies are awaited. */
const waitingShare = 4

/**
 * Places for requests whose bodies are awaited. Nothing has been done for these yet, so no share of the work
 * is at stake but memory: the 1 MiB that a body may have, 4 KiB in practice.
 */
const waitingPlaces = (inflightMax: number): Places => {
  const strangers = sharedBy(anonymousMax(inflightMax), addressShare)
  return make({
    known: sharedBy(inflightMax, waitingShare),
    unproven: strangers,
    anonymous: strangers
  })
}

/** Seconds. Most requests take milliseconds, and balancers try another node at once. */
const retryAfter = 1

/** An owner over its share gets 429: balancers must not take the node for one that is full. */
const refused = ({ reason, limit }: Refusal) =>
  reason === "full"
    ? refuse(503, "service unavailable", { "retry-after": String(retryAfter) })
    : refuse(429, "rate limit exceeded", {
        "retry-after": String(retryAfter),
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + retryAfter)
      })

/** The place of the current request. */
interface RequestPlace {
  /** Gives the place back, for a response that stays open for hours and is idle most of the time. */
  readonly release: Effect.Effect<void>
  /** The request has shown a right credential: it leaves the places of strangers. */
  readonly authenticated: Effect.Effect<void>
}

export const RequestPlace = Context.Reference<RequestPlace>(
  "@rcpt/service/http/inflightLimit/RequestPlace",
  {
    defaultValue: () => ({ release: Effect.void, authenticated: Effect.void })
  }
)

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
): RequestPlace => {
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
  /** The name under which the request is counted: the account of a known key, or the client's address. */
  readonly owner: string
}

/** Judges the caller by what this node remembers: nothing is looked up before a request has a place. */
const callerOf =
  (keys: ApiKeys["Service"], addressOf: ReturnType<typeof clientAddress>) =>
  (request: HttpServerRequest.HttpServerRequest): Caller => {
    const key = request.headers["x-api-key"]
    // Everybody can read a browser key: it says nothing about who asks.
    const account =
      key === undefined || isBrowserKey(key) ? undefined : keys.lastHolderOf(key)?.accountId
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
      return handle.pipe(Effect.provideService(RequestPlace, place), Effect.ensuring(place.release))
    }
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const message = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
      if (isHealth(request.url)) return handle
      const caller = whoAsks(request)
      if (!isAwaited(message)) return admit(message, caller)
      // A request that would be refused afterwards is refused before it sends the rest.
      const full = places.refusal(caller.standing, caller.owner)
      if (full !== undefined) return Effect.succeed(refused(full))
      return Effect.flatMap(awaitBody(waiting, request, caller.standing, caller.owner), (crowded) =>
        crowded === undefined ? admit(message, caller) : Effect.succeed(refused(crowded))
      )
    })
  }
})

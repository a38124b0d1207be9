/**
 * Waits for the body of a request before the request counts as being in flight: a client that sends its
 * body slowly, or never, takes no place from those that are answered. An upload is read while it is
 * worked on, and is not awaited.
 */
import type { IncomingMessage } from "node:http"

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"

import { uploadPath } from "./allowedMethods.ts"
import { hasBody, refuseLate } from "./listener.ts"
import type { Places, Refusal, Standing } from "./places.ts"

/** Milliseconds. A sign-in is one packet; a known client has the 30 s of the listener. */
const strangersBodyTimeout = 5_000

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0]

/** Whether its body is awaited. */
export const isAwaited = (message: IncomingMessage): boolean =>
  hasBody(message) && pathOf(message) !== uploadPath

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
export const awaitBody = (
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

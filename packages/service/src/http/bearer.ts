/**
 * `Authorization: Bearer rcpt_…` is `X-API-Key: rcpt_…` (RFC 6750 §2.1). It is made so before anything reads
 * the key. Other bearer tokens are not ours: proxies that authenticate people send their own.
 */
import { unauthorized } from "@rcpt/api/Problem"
import { Effect } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { refuse } from "./refuse.ts"

const keyHeader = "x-api-key"

/** The name of the scheme has no case (RFC 9110 §11.1). */
const bearer = /^bearer +(rcpt_\S*) *$/i

const keyIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]

/** One request has one caller: it is refused with two different keys, whichever of them is right. */
export const bearerKeys = <E, R>(
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  R | HttpServerRequest.HttpServerRequest
> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { [keyHeader]: sent = "", authorization } = request.headers
    const key = keyIn(authorization)
    if (key === undefined || key === sent) return handle
    if (sent !== "") return Effect.sync(() => refuse(401, unauthorized.error))
    const headers = Headers.set(request.headers, keyHeader, key)
    return Effect.provideService(
      handle,
      HttpServerRequest.HttpServerRequest,
      request.modify({ headers })
    )
  })

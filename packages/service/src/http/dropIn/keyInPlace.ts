/**
 * Puts the key of a request into our own header before anything else reads the request: other services have it in the
 * query, in several schemes of `Authorization`, or in a header of theirs. From then on it is in no URL, which is all that
 * log, traces and activity may see of a request.
 */
import { ByteSize, Effect } from "effect"
import { Headers, HttpIncomingMessage, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import { findRoutes } from "../../dropin/dropIns.ts"

export const keyHeader = "x-api-key"
const reacherHeader = "x-reacher-secret"

/** Some 200,000 addresses in JSON. Larger lists are sent as a file. */
export const listOctetsMax = 8 * 1024 * 1024

const basic = /^basic +([\w+/=-]+)$/i
const scheme = /^(?:bearer|token) +(\S+)$/i

/** With Basic the key is the name or the password (RFC 7617 §2). */
const keyInAuthorization = (authorization: string): string => {
  const [, encoded] = basic.exec(authorization) ?? []
  if (encoded === undefined) return scheme.exec(authorization)?.[1] ?? authorization
  const text = Buffer.from(encoded, "base64").toString("utf8")
  const at = text.indexOf(":")
  return at < 0 ? text : text.slice(0, at) || text.slice(at + 1)
}

const firstKey = (keys: ReadonlyArray<string | undefined>): string | undefined =>
  keys.map((key) => key?.trim()).find((key) => key !== undefined && key !== "")

const inPlace = (
  request: HttpServerRequest.HttpServerRequest,
  path: string,
  keyFields: ReadonlyArray<string>
) => {
  const [, query = ""] = request.url.split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  const inQuery = keyFields.map((name) => params.get(name) ?? undefined)
  for (const name of keyFields) params.delete(name)
  const { [keyHeader]: own, [reacherHeader]: secret, authorization } = request.headers
  const key = firstKey([
    own,
    secret,
    authorization && keyInAuthorization(authorization),
    ...inQuery
  ])
  const rest = params.toString()
  const headers = Headers.removeMany(request.headers, ["authorization", "cookie", reacherHeader])
  return request.modify({
    url: rest === "" ? path : `${path}?${rest}`,
    headers: key === undefined ? headers : Headers.set(headers, keyHeader, key)
  })
}

type Response<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** The outermost middleware but for the count of octets. A session never counts: it has pages of its own. */
export const keyInPlace = <E, R>(
  handle: Response<E, R>
): Response<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const [path = ""] = request.url.split("?", 1)
    const found = findRoutes(path)
    if (found.length === 0) return handle
    const keyFields = found.flatMap(({ dropIn }) => dropIn.keyFields)
    const takesList = found.some(({ route }) => route.takes !== undefined)
    return handle.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, inPlace(request, path, keyFields)),
      (placed) =>
        takesList
          ? Effect.provideService(
              placed,
              HttpIncomingMessage.MaxBodySize,
              ByteSize.bytes(listOctetsMax)
            )
          : placed
    )
  })

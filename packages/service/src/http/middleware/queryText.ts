/**
 * Parses the query as the URL Standard does (§5.1). The router's own parser leaves a value undecoded
 * when one of its escapes is not UTF-8: `%FF@x.org` would be judged, and charged, as a mailbox named
 * "%FF". The standard's parser replaces such escapes, and takes `%zz` as it is written, so a query that has
 * any is refused, on every endpoint and before anything is looked up for it.
 */
import { isUtf8 } from "node:buffer"

import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

/** Octets that a client has not escaped are UTF-8 as well (isDecodable). */
const searchParamsOf = (query: string) => {
  const text = Buffer.from(query, "latin1").toString("utf8")
  return HttpServerRequest.searchParamsFromURL(new URL(`http://localhost/?${text}`))
}

const queryOf = (url: string): string => {
  const start = url.indexOf("?")
  return start < 0 ? "" : url.slice(start + 1)
}

const escape = /%([\da-f]{2})/gi
const brokenEscape = /%(?![\da-f]{2})/i

/**
 * Whether each escape of a query, or of a part of one, is two hex digits, and all octets together are UTF-8 (RFC 3986
 * §2.1, §2.5). Node gives each octet that is not escaped as one character.
 */
export const isDecodable = (query: string): boolean => {
  if (brokenEscape.test(query)) return false
  const octets = query.replace(escape, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return isUtf8(Buffer.from(octets, "latin1"))
}

const undecodable = HttpServerResponse.jsonUnsafe(
  {
    error:
      "the query has escapes or bytes that are not UTF-8: each % must be followed by two hex digits of UTF-8, and " +
      "a percent sign itself is sent as %25"
  },
  { status: 400 }
)

export const { layer } = HttpRouter.middleware((handle) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const query = queryOf(url)
    return isDecodable(query)
      ? Effect.provideService(handle, HttpServerRequest.ParsedSearchParams, searchParamsOf(query))
      : Effect.succeed(undecodable)
  })
)

/**
 * Parses the query as the URL Standard does (§5.1). The router's own parser leaves a value undecoded
 * when one of its escapes is not UTF-8: `%FF@x.org` would be judged, and charged, as a mailbox named
 * "%FF".
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"

const searchParamsOf = (url: string) => {
  const query = url.indexOf("?")
  const text = query < 0 ? "" : url.slice(query)
  return HttpServerRequest.searchParamsFromURL(new URL(`http://localhost/${text}`))
}

export const { layer } = HttpRouter.middleware((handle) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
    Effect.provideService(handle, HttpServerRequest.ParsedSearchParams, searchParamsOf(url))
  )
)

/**
 * Serves the documentation (`@rcpt/docs`): static pages of our own, compressed once, and `llms.txt`. The
 * browser loads everything from this service, so no third party learns who reads it.
 */
import { siteFiles } from "@rcpt/docs/site/Site"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"

import { compressed } from "./staticFiles/compressed.ts"
import { sendFile } from "./staticFiles/sendFile.ts"
import type { StaticFile } from "./staticFiles/StaticFile.ts"

/** Each file as it was first asked for: it does not change until the service restarts. */
const files = new Map<string, Promise<StaticFile>>()

const fileAt = (path: string): Promise<StaticFile> | undefined => {
  const make = siteFiles.get(path)
  if (make === undefined) return undefined
  const file =
    files.get(path) ?? make().then(({ contentType, text }) => compressed(contentType, text))
  files.set(path, file)
  return file
}

const serve = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const file = fileAt(request.url.split("?", 1)[0]!)
  if (file === undefined)
    return yield* new HttpServerError.HttpServerError({
      reason: new HttpServerError.RouteNotFound({ request })
    })
  return sendFile(yield* Effect.promise(() => file), request)
})

export const layer = Layer.mergeAll(
  // The router gives it `/docs` too.
  HttpRouter.add("GET", "/docs/*", serve),
  HttpRouter.add("GET", "/llms.txt", serve)
)

/**
 * Serves the documentation (`@rcpt/docs`): static pages of our own, compressed once, and `llms.txt`. The
 * browser loads everything from this service, so no third party learns who reads it.
 */
import type { Part } from "@rcpt/api/document/tags"
import { siteFiles } from "@rcpt/docs/site/Site"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"

import { Config } from "../platform/Config.ts"
import { adminOpenapiPath, openapiPath } from "./allowedMethods.ts"
import { compressed, sendFile, sendData } from "./staticFiles.ts"
import type { StaticFile } from "./staticFiles.ts"

/** Files are made when they are first asked for: a file does not change until the service restarts. */
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

export const docsLayer = Layer.mergeAll(
  // The router gives it `/docs` too.
  HttpRouter.add("GET", "/docs/*", serve),
  HttpRouter.add("GET", "/llms.txt", serve)
)

// The OpenAPI documents. Each is made when it is first asked for: together they take a tenth of the processor
// time of a start, and 8 MB.

const paths: Readonly<Record<Part, typeof openapiPath | typeof adminOpenapiPath>> = {
  public: openapiPath,
  admin: adminOpenapiPath
}

const makeDocument = async (part: Part, publicUrl: string | undefined) => {
  const { documentOf } = await import("@rcpt/api/document/documents")
  return compressed("application/json", JSON.stringify(documentOf(part, publicUrl)))
}

const route = (part: Part) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { publicUrl } = yield* Config
      const file = yield* Effect.cached(Effect.promise(() => makeDocument(part, publicUrl)))
      const serve = HttpServerRequest.HttpServerRequest.use((request) =>
        Effect.map(file, (made) => sendData(made, request))
      )
      yield* router.add("GET", paths[part], serve)
    })
  )

export const openApiLayer = Layer.merge(route("public"), route("admin"))

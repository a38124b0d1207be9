/**
 * Serves the documentation (`@rcpt/docs`): static pages of our own, compressed once, and `llms.txt`. The
 * browser loads everything from this service, so no third party learns who reads it. Also the OpenAPI documents, and
 * the script for forms.
 */
import { createHash } from "node:crypto"

import type { Part } from "@rcpt/api/document/tags"
import { siteFiles } from "@rcpt/docs/site/Site"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"

import { Config } from "../platform/Config.ts"
import { adminOpenapiPath, formPath, hashedFormPath, openapiPath } from "./allowedMethods.ts"
import { formScript } from "./formScript.ts"
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

// The script for forms. Pages name `/form.js`, which redirects to the path of its content, so that a browser asks
// for the content only once.

const formHash = createHash("sha256").update(formScript).digest("hex").slice(0, 16)
const currentForm = `/form/${formHash}.js` as const

/**
 * Pages of other origins load the script, also those that are isolated (`require-corp`) or name its hash
 * (`integrity`). It is the same for all, and no answer about anybody.
 */
const ofForm = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff"
}

/** Seconds until a page gets the script of a new release. */
const redirectLifetime = 3_600

const toCurrentForm = HttpServerResponse.empty({
  status: 302,
  headers: {
    ...ofForm,
    location: currentForm,
    "cache-control": `public, max-age=${redirectLifetime}`
  }
})

/** A node of another release may have named its own script: a page gets this one instead of none. */
const toCurrentFormOnce = HttpServerResponse.setHeader(toCurrentForm, "cache-control", "no-store")

export const formLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const file = yield* Effect.cached(
      Effect.promise(() => compressed("text/javascript; charset=utf-8", formScript))
    )
    const serve = HttpServerRequest.HttpServerRequest.use((request) =>
      Effect.map(file, (made) => sendData({ ...made, isImmutable: true }, request, ofForm))
    )
    yield* router.add("GET", formPath, Effect.succeed(toCurrentForm))
    yield* router.add("GET", currentForm, serve)
    yield* router.add("GET", hashedFormPath, Effect.succeed(toCurrentFormOnce))
  })
)

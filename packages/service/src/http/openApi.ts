/**
 * The OpenAPI documents. Each is made when it is first asked for: together they take a tenth of the processor
 * time of a start, and 8 MB.
 */
import type { Part } from "@rcpt/api/document/tags"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"

import { Config } from "../platform/Config.ts"
import { adminOpenapiPath, openapiPath } from "./allowedMethods.ts"
import { compressed } from "./staticFiles/compressed.ts"
import { sendData } from "./staticFiles/sendFile.ts"

const paths: Readonly<Record<Part, typeof openapiPath | typeof adminOpenapiPath>> = {
  public: openapiPath,
  admin: adminOpenapiPath
}

const make = async (part: Part, publicUrl: string | undefined) => {
  const { documentOf } = await import("@rcpt/api/document/documents")
  return compressed("application/json", JSON.stringify(documentOf(part, publicUrl)))
}

const route = (part: Part) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { publicUrl } = yield* Config
      const file = yield* Effect.cached(Effect.promise(() => make(part, publicUrl)))
      const serve = HttpServerRequest.HttpServerRequest.use((request) =>
        Effect.map(file, (made) => sendData(made, request))
      )
      yield* router.add("GET", paths[part], serve)
    })
  )

export const layer = Layer.merge(route("public"), route("admin"))

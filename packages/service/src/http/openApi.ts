/** The OpenAPI documents. They are made once, at the start. */
import { documentOf } from "@rcpt/api/document/documents"
import type { Part } from "@rcpt/api/document/tags"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

import { Config } from "../platform/Config.ts"
import { adminOpenapiPath, openapiPath } from "./allowedMethods.ts"

const paths: Readonly<Record<Part, typeof openapiPath | typeof adminOpenapiPath>> = {
  public: openapiPath,
  admin: adminOpenapiPath
}

const route = (part: Part) =>
  HttpRouter.use((router) =>
    Effect.flatMap(Config, ({ publicUrl }) =>
      router.add("GET", paths[part], HttpServerResponse.jsonUnsafe(documentOf(part, publicUrl)))
    )
  )

export const layer = Layer.merge(route("public"), route("admin"))

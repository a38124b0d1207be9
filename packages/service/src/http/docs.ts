/**
 * Serves the documentation (`@rcpt/docs`): static pages of our own, compressed once, and `llms.txt`. The
 * browser loads everything from this service, so no third party learns who reads it.
 */
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

import { siteFiles } from "@rcpt/docs/site/Site"
import type { SiteFile } from "@rcpt/docs/site/Site"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest } from "effect/http"

import { sendFile } from "./staticFiles/sendFile.ts"
import { formOf } from "./staticFiles/StaticFile.ts"
import type { StaticFile } from "./staticFiles/StaticFile.ts"

/** Of 11: the smallest pages come from it at a hundredth of the time that the last step takes. */
const brotliQuality = 6

const toBrotli = (bytes: Uint8Array): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })

const compressed = async ({ contentType, text }: SiteFile): Promise<StaticFile> => {
  const bytes = Buffer.from(text)
  const [br, gz] = await Promise.all([toBrotli(bytes), promisify(gzip)(bytes)])
  return {
    contentType,
    isImmutable: false,
    forms: new Map([
      ["identity", formOf(bytes)],
      ["br", formOf(br)],
      ["gzip", formOf(gz)]
    ])
  }
}

/** Each file as it was first asked for: it does not change until the service restarts. */
const files = new Map<string, Promise<StaticFile>>()

const fileAt = (path: string): Promise<StaticFile> | undefined => {
  const make = siteFiles.get(path)
  if (make === undefined) return undefined
  const file = files.get(path) ?? make().then(compressed)
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

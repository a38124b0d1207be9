/** Sends a file from memory; one of the dashboard or of the documentation under the strictest policy. */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"

// Says whether the copy that a client has cached is still current.

/** RFC 9110 §13.1.2: the comparison is weak, because a proxy may have weakened the tag. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === etag || candidate === "*")

// Compresses a text for all who will ask for it.

/** Level 6 of 11: the smallest pages come from it at a hundredth of the time that the last step takes. */
const brotliQuality = 6

const toBrotli = (bytes: Uint8Array): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })

export const compressed = async (contentType: string, text: string): Promise<StaticFile> => {
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

// Chooses the compressed form of a file by `Accept-Encoding` (RFC 9110 §12.5.3).

/** The smallest first: it wins when the client weighs several equally. */
const encodings: ReadonlyArray<Encoding> = ["br", "gzip", "identity"]

/** `gzip;q=0.8, br` → the weight of each encoding. */
const weightsOf = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding.split(",").map((item) => {
      const [name = "", ...parameters] = item.toLowerCase().split(";")
      const weight = parameters.map((part) => part.trim()).find((part) => part.startsWith("q="))
      const value = weight === undefined ? 1 : Number(weight.slice(2))
      return [name.trim(), Number.isNaN(value) ? 0 : value] as const
    })
  )

/** An encoding that is not listed: `identity` is acceptable, the others are not. */
const weightOf = (weights: ReadonlyMap<string, number>, encoding: Encoding): number =>
  weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.001 : 0)

/** `identity` where the client accepts none: a response that it may not read is better than none. */
const acceptedForm = (
  forms: ReadonlyMap<Encoding, Form>,
  acceptEncoding: string | undefined
): readonly [encoding: Encoding, form: Form] => {
  const weights = weightsOf(acceptEncoding ?? "")
  let best: readonly [Encoding, Form] = ["identity", forms.get("identity")!]
  let bestWeight = 0
  for (const encoding of encodings) {
    const form = forms.get(encoding)
    const weight = weightOf(weights, encoding)
    if (form && weight > bestWeight) [best, bestWeight] = [[encoding, form], weight]
  }
  return best
}

// A file that is served from memory, in each form that a client may accept.

/** Names of `Accept-Encoding`; `identity` is uncompressed. */
export type Encoding = "br" | "gzip" | "identity"

export interface StaticFile {
  readonly contentType: string
  /** The file's name changes with its content, so a client can cache it for good. */
  readonly isImmutable: boolean
  /** Always has `identity`. */
  readonly forms: ReadonlyMap<Encoding, Form>
}

export interface Form {
  readonly bytes: Uint8Array
  /** A strong tag, so each form has its own (RFC 9110 §8.8.3.3). */
  readonly etag: string
}

export const formOf = (bytes: Uint8Array): Form => ({
  bytes,
  etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`
})

/** Everything comes from this origin, nothing is inline, and no other site may frame the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

/** `referrer-policy`: the URL of a page may contain an id, which other sites must not learn. */
export const pageHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY"
}

/** One year in seconds, historically the maximum (RFC 9111 §5.3). */
const cacheForever = "public, max-age=31536000, immutable"

type Request = HttpServerRequest.HttpServerRequest

/** Sends data without a content security policy: it is not a page. */
export const sendData = (
  file: StaticFile,
  { headers }: Request,
  others: Readonly<Record<string, string>> = {}
) => {
  const [encoding, { bytes, etag }] = acceptedForm(file.forms, headers["accept-encoding"])
  const head = {
    ...others,
    "cache-control": file.isImmutable ? cacheForever : "no-cache",
    etag,
    vary: "Accept-Encoding"
  }
  if (matches(headers["if-none-match"], etag))
    return HttpServerResponse.empty({ status: 304, headers: head })
  return HttpServerResponse.uint8Array(bytes, {
    contentType: file.contentType,
    headers: { ...head, ...(encoding !== "identity" && { "content-encoding": encoding }) }
  })
}

export const sendFile = (file: StaticFile, request: Request) =>
  sendData(file, request, { ...pageHeaders, "content-security-policy": policy })

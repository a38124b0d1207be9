/** Sends a file from memory; one of the dashboard or of the documentation under the strictest policy. */
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"

import { matches } from "../entityTag.ts"
import { acceptedForm } from "./acceptedForm.ts"
import type { StaticFile } from "./StaticFile.ts"

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

/** Under no policy: for what is no page. */
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

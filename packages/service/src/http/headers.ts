/**
 * Headers that keep an answer to its receiver. No cache stores an account's answer (RFC 9111 §5.2.2.5), and
 * no browser takes one type for another (Fetch Standard §3.6). A response that has its own Cache-Control
 * keeps it: downloads with an ETag, pages and files of the dashboard.
 */
import { HttpServerResponse } from "effect/http"

/** Every JSON answer has these headers. */
export const ofJson = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** Every other answer has these headers. */
const ofAny = { "x-content-type-options": "nosniff" }

/**
 * One year, in seconds. For this host alone: names below it may well be without TLS. Browsers ignore it
 * without TLS and for an IP address (RFC 6797 §8.1).
 */
const strictTransport = { "strict-transport-security": "max-age=31536000" }

const isJson = ({ body }: HttpServerResponse.HttpServerResponse): boolean =>
  body._tag === "Uint8Array" && body.contentType === "application/json"

type AddHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  requestId: string
) => HttpServerResponse.HttpServerResponse

/** Made once; each response is copied once. */
export const addHeaders = (publicUrl: string | undefined): AddHeaders => {
  const tls = publicUrl?.startsWith("https:") ? strictTransport : {}
  const json = { ...ofJson, ...tls }
  const any = { ...ofAny, ...tls }
  return (response, requestId) => {
    const isStored = response.headers["cache-control"] !== undefined || !isJson(response)
    return HttpServerResponse.setHeaders(response, {
      ...(isStored ? any : json),
      "x-request-id": requestId
    })
  }
}

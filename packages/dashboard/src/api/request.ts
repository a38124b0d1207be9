/**
 * Requests to the service, at the same origin and with the session cookie. Types come from the API by
 * `import type`. Responses are not validated, because page and service come from the same source.
 */
import type { ErrorName } from "@rcpt/api/errors/errorCodes"

import { words } from "../words/api.tsx"
import { language } from "../words/language.ts"
import { ApiError } from "./ApiError.ts"
import { connection } from "./connection.ts"
import { enterPasswordAgain, isPasswordNeeded } from "./passwordAgain.ts"

/**
 * A random key for a request that must not be repeated. `crypto.randomUUID` works only over https, and
 * many operators run this service over http in their own network.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface Options {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Values that are undefined or empty are left out. */
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, for files. */
  readonly form?: FormData
  /** The bytes of a CSV, sent unchanged as the body. */
  readonly csv?: ArrayBuffer
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const base = "/api/v1"

/** The path with its query, such as `/ledger?job=…`, for `request`, links and downloads. */
export const pathWith = (path: string, query: Query = {}): string => {
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]]
  )
  const text = new URLSearchParams(params).toString()
  return text === "" ? path : `${path}?${text}`
}

/** The URL of an API path, for links that the browser fetches itself, such as a CSV. */
export const apiUrl = (path: string, query?: Query): string => base + pathWith(path, query)

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^\d+$/.test(text) ? Number(text) : undefined

const errorIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : undefined

/** The error of a response, for senders that do not use `request`. */
export const toError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined)
  const { status, headers } = response
  return new ApiError(errorIn(body) ?? words.responded(status), status, {
    code: (headers.get("x-error-code") ?? undefined) as ErrorName | undefined,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: numberOf(headers.get("retry-after"))
  })
}

const send = async (path: string, options: Options): Promise<Response> => {
  const { method = "GET", query, body, form, csv, headers, signal } = options
  try {
    return await fetch(apiUrl(path, query), {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        "accept-language": language,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(csv && { "content-type": "text/csv" }),
        ...headers
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      ...(csv && { body: csv }),
      ...(signal && { signal })
    })
  } catch (error) {
    // An aborted request does not mean that the connection is lost.
    if (signal?.aborted) throw error
    connection.lost()
    throw new ApiError("no response", 0)
  }
}

interface Exchange<A> {
  readonly data: A
  readonly headers: Headers
}

/** Sends a request and returns its response. It fails with an `ApiError`. */
const respond = async (path: string, options: Options = {}): Promise<Response> => {
  const response = await send(path, options)
  if (!response.ok) {
    const error = await toError(response)
    if (error.isConnection) connection.lost()
    if (isPasswordNeeded(error) && (await enterPasswordAgain())) return respond(path, options)
    throw error
  }
  connection.restored()
  return response
}

const exchange = async <A>(path: string, options: Options = {}): Promise<Exchange<A>> => {
  const response = await respond(path, options)
  return { data: (await response.json()) as A, headers: response.headers }
}

interface RowsPage<Row> {
  readonly rows: ReadonlyArray<Row>
  /** How many rows there are on all pages. */
  readonly total: number
}

/** A page of a list whose endpoint says how many there are. */
export const requestPage = async <Row>(path: string, options: Options): Promise<RowsPage<Row>> => {
  const { data: rows, headers } = await exchange<ReadonlyArray<Row>>(path, options)
  return { rows, total: numberOf(headers.get("x-total-count")) ?? rows.length }
}

/** The response as text, such as a CSV. */
export const requestText = async (path: string, options?: Options): Promise<string> =>
  (await respond(path, options)).text()

export const request = async <A>(path: string, options?: Options): Promise<A> =>
  (await exchange<A>(path, options)).data

/** Reads a resource, as a query does: a page that is left no longer waits for it. */
export const read =
  <A>(path: string, query: Query = {}) =>
  ({ signal }: { readonly signal: AbortSignal }): Promise<A> =>
    request(path, { query, signal })

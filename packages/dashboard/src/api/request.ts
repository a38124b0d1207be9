/**
 * One request to the service, at the same origin and with the cookie of the session. Types come from
 * the contract by `import type`: the service is ours, so its answers are believed.
 */
import { ApiError } from "./ApiError.ts"
import { connection } from "./connection.ts"

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface Options {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Those that are undefined or empty are left out. */
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, such as a file. */
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const base = "/api/v1"

/** `/ledger?job=…`: path and query, for `request`, links and downloads. */
export const pathWith = (path: string, query: Query = {}): string => {
  const words = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]]
  )
  const text = new URLSearchParams(words).toString()
  return text === "" ? path : `${path}?${text}`
}

/** For a link to something that the browser fetches itself, such as a CSV. */
export const apiUrl = (path: string, query?: Query): string => base + pathWith(path, query)

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^\d+$/.test(text) ? Number(text) : undefined

const wordsIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : undefined

/** For who sends without `request`. */
export const toError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined)
  const { status, headers } = response
  return new ApiError(wordsIn(body) ?? `the service answered ${status}`, status, {
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: numberOf(headers.get("retry-after"))
  })
}

const send = async (path: string, options: Options): Promise<Response> => {
  const { method = "GET", query, body, form, headers, signal } = options
  try {
    return await fetch(apiUrl(path, query), {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      ...(signal && { signal })
    })
  } catch (error) {
    // Whoever gave up has not lost the connection.
    if (signal?.aborted) throw error
    connection.lost()
    throw new ApiError("no answer", 0)
  }
}

export interface Exchange<A> {
  readonly data: A
  readonly headers: Headers
}

/** The answer and its headers, for the few who need them. */
export const exchange = async <A>(path: string, options: Options = {}): Promise<Exchange<A>> => {
  const response = await send(path, options)
  if (!response.ok) {
    const error = await toError(response)
    if (error.isConnection) connection.lost()
    throw error
  }
  connection.found()
  return { data: (await response.json()) as A, headers: response.headers }
}

export const request = async <A>(path: string, options?: Options): Promise<A> =>
  (await exchange<A>(path, options)).data

/**
 * The errors of a call: one class per kind, so that a program branches on the class and never on a sentence.
 * All are an `RcptError`, except for an abort by the caller, which is the caller's own reason.
 */

export interface ErrorDetails {
  /** The status of the HTTP response; absent where there was none. */
  readonly status?: number | undefined
  /** Stable, from `X-Error-Code`; absent from services that do not send it. */
  readonly code?: string | undefined
  /** `X-Request-Id`, by which the operator finds the request in the log. */
  readonly requestId?: string | undefined
  /** The response as JSON, or its text. */
  readonly body?: unknown
  /** Seconds, from `Retry-After` or the rate limit's headers. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

export class RcptError extends Error {
  override readonly name: string = "RcptError"
  readonly status: number | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly body: unknown
  readonly retryAfter: number | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.body = details.body
    this.retryAfter = details.retryAfter
  }
}

/** 400, or refused before it was sent. */
export class ValidationError extends RcptError {
  override readonly name = "ValidationError"
  /** The parameter that the sentence names; absent where it names none. */
  readonly field: string | undefined

  constructor(message: string, details?: ErrorDetails) {
    super(message, details)
    this.field = /^([a-z][\w.[\]-]*) (?:must|is)\b/.exec(message)?.[1]
  }
}

/** 401: the API key is missing, wrong or revoked. */
export class AuthenticationError extends RcptError {
  override readonly name = "AuthenticationError"
}

const numberIn = (body: unknown, field: string): number | undefined => {
  const value: unknown = typeof body === "object" && body !== null && Reflect.get(body, field)
  return typeof value === "number" ? value : undefined
}

/** 402. Nothing was charged. */
export class InsufficientCreditsError extends RcptError {
  override readonly name = "InsufficientCreditsError"
  /** Credits, if the service tells. */
  readonly needed: number | undefined
  readonly available: number | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details)
    this.needed = numberIn(details.body, "needed")
    this.available = numberIn(details.body, "available")
  }
}

/** 403: the key's scopes do not allow it. */
export class PermissionError extends RcptError {
  override readonly name = "PermissionError"
}

/** 404: does not exist, or belongs to another account. */
export class NotFoundError extends RcptError {
  override readonly name = "NotFoundError"
}

/** 409: the first request with this key is not answered yet. 422: the key belongs to another request. */
export class ConflictError extends RcptError {
  override readonly name = "ConflictError"
}

/** 429, with `retryAfter`. */
export class RateLimitError extends RcptError {
  override readonly name = "RateLimitError"
}

/** 5xx. */
export class ServerError extends RcptError {
  override readonly name = "ServerError"
}

/** No response, or one that broke off. */
export class ConnectionError extends RcptError {
  override readonly name = "ConnectionError"
}

/** The time of the call is over, its retries included. */
export class TimeoutError extends RcptError {
  override readonly name = "TimeoutError"
}

/** The message does not come from the service, or is too old. */
export class WebhookVerificationError extends RcptError {
  override readonly name = "WebhookVerificationError"
}

const byStatus: Readonly<Record<number, typeof RcptError>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: ValidationError,
  422: ConflictError,
  429: RateLimitError
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const sentenceOf = (body: unknown, response: Response): string => {
  const sentence: unknown = typeof body === "object" && body !== null && Reflect.get(body, "error")
  if (typeof sentence === "string") return sentence
  const to = response.headers.get("location")
  if (to !== null) return `the service redirects to ${to}: set baseUrl to where it is`
  return `the service answered ${response.status}`
}

/** Seconds. `Retry-After` is a number or a date; without it, until the rate limit is whole again. */
const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const after = headers.get("retry-after")
  if (after !== null) {
    const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - now) / 1000
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
  }
  const reset = headers.get("x-ratelimit-reset")
  const isEmpty = headers.get("x-ratelimit-remaining") === "0"
  return reset !== null && isEmpty ? Math.max(0, Number(reset) - now / 1000) : undefined
}

/** The error of a response that is not 2xx. */
export const errorOf = (response: Response, text: string, now: number): RcptError => {
  const { status, headers } = response
  const body = parsed(text)
  const Kind = byStatus[status] ?? (status >= 500 ? ServerError : RcptError)
  return new Kind(sentenceOf(body, response), {
    status,
    code: headers.get("x-error-code") ?? undefined,
    requestId: headers.get("x-request-id") ?? undefined,
    body,
    retryAfter: retryAfterOf(headers, now)
  })
}

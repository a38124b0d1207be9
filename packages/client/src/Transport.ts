/** One call: its request, its attempts and its deadline. */
import { Deadline, sleep } from "./Deadline.ts"
import { ConnectionError, errorOf, RcptError } from "./RcptError.ts"
import { isRetried, retryDelay } from "./retry.ts"

export interface TransportOptions {
  readonly apiKey: string
  /** With or without `/api/v1`. Default: where `npm start` listens. */
  readonly baseUrl?: string
  /** Milliseconds of a whole call, its retries included. Default 120,000. */
  readonly timeout?: number
  /** Further attempts after the first one. Default 4. */
  readonly maxRetries?: number
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Options of a single call, which come before those of the client. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
  readonly maxRetries?: number | undefined
  /** The key of a call that charges or changes something. Default: a new UUID, kept in all attempts of the call. */
  readonly idempotencyKey?: string | undefined
}

type QueryValue = string | number | boolean | undefined

export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** After `/api/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly json?: object
  readonly form?: FormData
  readonly csv?: string
  /** The service answers the same request with the same key by the same bytes, and charges once. */
  readonly hasKey?: boolean
  /** Has the same effect once or twice. Default: those that read, replace or have a key. */
  readonly isRepeatable?: boolean
}

/** A deep check takes up to a minute, and an upload of 32 MB may. */
const timeoutDefault = 120_000
const retriesDefault = 4
const baseDefault = "http://127.0.0.1:8080"
const version = "/api/v1"

const baseOf = (url: string): string => {
  const base = url.replace(/\/+$/, "")
  return base.endsWith(version) ? base : base + version
}

const queryOf = (query: NonNullable<Call["query"]>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === "" ? "" : `?${text}`
}

const isRepeatable = ({ method = "GET", hasKey = false, isRepeatable: said }: Call): boolean =>
  said ?? (method === "GET" || method === "PUT" || hasKey)

/** A part of a path, as it is given by a caller. */
export const segment = (text: string): string => encodeURIComponent(text)

export class Transport {
  readonly #apiKey: string
  readonly #base: string
  readonly #timeout: number
  readonly #maxRetries: number
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>

  constructor(options: TransportOptions) {
    if (!/^[\x21-\x7e]+$/.test(options.apiKey ?? ""))
      throw new TypeError("apiKey must be an API key, such as rcpt_live_…")
    this.#apiKey = options.apiKey
    this.#base = baseOf(options.baseUrl ?? baseDefault)
    this.#timeout = options.timeout ?? timeoutDefault
    this.#maxRetries = options.maxRetries ?? retriesDefault
    this.#fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  }

  /** The response's JSON. */
  json<A>(call: Call, options: RequestOptions = {}): Promise<A> {
    return this.#send(call, options, async (response) => JSON.parse(await response.text()) as A)
  }

  /** The response's body, which ends only with the caller's signal. */
  stream(call: Call, options: RequestOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#send(call, options, async ({ body }, deadline) => {
      if (body === null) throw new TypeError("the response has no body")
      deadline.stopClock()
      return body
    })
  }

  async #send<A>(
    call: Call,
    options: RequestOptions,
    read: (response: Response, deadline: Deadline) => Promise<A>
  ): Promise<A> {
    const deadline = new Deadline(options.timeout ?? this.#timeout, options.signal)
    const init = this.#initOf(call, options, deadline.signal)
    const url = this.#base + call.path + queryOf(call.query ?? {})
    const retries = options.maxRetries ?? this.#maxRetries
    let isStream = false
    try {
      for (let attempt = 0; ; attempt++) {
        const outcome = await this.#attempt(url, init, (response) => read(response, deadline))
        if (!(outcome instanceof RcptError)) {
          isStream = outcome.value instanceof ReadableStream
          return outcome.value
        }
        const delay = retryDelay(attempt, outcome.retryAfter)
        const isOver = attempt >= retries || delay > deadline.left
        if (isOver || !isRetried(outcome, isRepeatable(call))) throw outcome
        await sleep(delay, deadline.signal)
      }
    } finally {
      if (!isStream) deadline.clear()
    }
  }

  #initOf(
    { method = "GET", json, form, csv, hasKey }: Call,
    options: RequestOptions,
    signal: AbortSignal
  ) {
    return {
      method,
      signal,
      // A redirect would hand the key to whoever it leads to.
      redirect: "manual",
      headers: {
        "x-api-key": this.#apiKey,
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(csv !== undefined && { "content-type": "text/csv" }),
        ...(hasKey && { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() })
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: form }),
      ...(csv !== undefined && { body: csv })
    } satisfies RequestInit
  }

  /** Rejects only when the deadline has passed or the caller has aborted. */
  async #attempt<A>(
    url: string,
    init: RequestInit & { readonly signal: AbortSignal },
    read: (response: Response) => Promise<A>
  ): Promise<{ readonly value: A } | RcptError> {
    try {
      const response = await this.#fetch(url, init)
      if (response.ok) return { value: await read(response) }
      return errorOf(response, await response.text(), Date.now())
    } catch (cause) {
      init.signal.throwIfAborted()
      const why = cause instanceof Error ? cause.message : String(cause)
      return new ConnectionError(`no usable answer from ${new URL(url).origin}: ${why}`, { cause })
    }
  }
}

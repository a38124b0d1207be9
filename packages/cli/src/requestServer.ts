/** One request to the API of a server, with an error sentence for each way it can fail. */
import { Duration, Effect, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import type { HttpClientResponse, HttpMethod } from "effect/http"

import { failed, unavailableCode, usageCode } from "./exitCodes.ts"
import type { CommandFailed } from "./exitCodes.ts"

export interface Server {
  /** The part before `/api/v1`. */
  readonly url: string
  readonly apiKey: Redacted.Redacted
}

export interface Request<A> {
  readonly method: HttpMethod.HttpMethod
  /** The part after `/api/v1`. */
  readonly path: string
  readonly urlParams?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** In place of `body`: read while it is sent. */
  readonly form?: FormData
  /** In place of `body`. */
  readonly csv?: string
  /** The response is text, not JSON. */
  readonly isText?: boolean
  /** Checked, not decoded: `--json` also prints fields that only a newer server knows. */
  readonly isResponse: (body: unknown) => body is A
  readonly timeout: Duration.Duration
}

const endpointOf = (base: string, path: string): Effect.Effect<URL, CommandFailed> => {
  const url = `${base.replace(/\/+$/, "")}/api/v1${path}`
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? Effect.succeed(new URL(url))
    : Effect.fail(failed(usageCode, `--url must look like http://localhost:8080, not ${base}`))
}

const Problem = Schema.Struct({ error: Schema.String })
const decodeProblem = Schema.decodeUnknownEffect(Problem)

export const noCredits =
  "The account has too few credits. Ask the operator of the service, who grants them with rcpt admin grant."

/** Statuses with a sentence of their own; for the others the server's error is printed. */
const sentences: Readonly<Record<number, readonly [code: number, sentence: string]>> = {
  401: [usageCode, "The server does not accept this API key."],
  402: [unavailableCode, noCredits]
}

/** The same request would be refused again. */
const requestErrors: ReadonlySet<number> = new Set([400, 403, 404, 422])

const refused = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.gen(function* () {
    const sentence = sentences[response.status]
    if (sentence !== undefined) return failed(...sentence)
    const { error } = yield* Effect.flatMap(response.json, decodeProblem)
    const code = requestErrors.has(response.status) ? usageCode : unavailableCode
    return failed(code, `The server refused the request (${response.status}): ${error}.`)
  })

// A server whose database restarts, or that is full for a moment, answers 503 and says when to come again.

/** Postgres restarts in about two seconds, which is also what the server asks to wait. */
const furtherAttempts = 3

/** Seconds. A command does not wait for longer without a word. */
const waitMax = 5

/** It reads, or the server carries it out once however often it comes. */
const isRepeatable = ({ method, headers = {} }: Pick<Request<unknown>, "method" | "headers">) =>
  method === "GET" || Object.keys(headers).some((name) => name.toLowerCase() === "idempotency-key")

/** Seconds until the request may be sent again; `undefined`: it may not. */
const waitOf = ({ status, headers }: HttpClientResponse.HttpClientResponse): number | undefined => {
  const seconds = Number(headers["retry-after"] ?? NaN)
  return status === 503 && seconds <= waitMax ? seconds : undefined
}

const execute = (
  sent: HttpClientRequest.HttpClientRequest,
  attempts: number
): ReturnType<typeof HttpClient.execute> =>
  Effect.flatMap(HttpClient.execute(sent), (response) => {
    const seconds = attempts > 0 ? waitOf(response) : undefined
    if (seconds === undefined) return Effect.succeed(response)
    return Effect.andThen(Effect.sleep(Duration.seconds(seconds)), execute(sent, attempts - 1))
  })

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const withContent = (
  request: HttpClientRequest.HttpClientRequest,
  { body, form, csv }: Pick<Request<unknown>, "body" | "form" | "csv">
) => {
  if (csv !== undefined) return HttpClientRequest.bodyText(request, csv, "text/csv")
  if (form !== undefined) return HttpClientRequest.bodyFormData(request, form)
  return body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body)
}

export const requestServer = <A>(
  { url, apiKey }: Server,
  {
    method,
    path,
    urlParams = {},
    headers: more = {},
    isText,
    isResponse,
    timeout,
    ...content
  }: Request<A>
): Effect.Effect<A, CommandFailed> =>
  Effect.gen(function* () {
    const endpoint = yield* endpointOf(url, path)
    const headers = { ...more, "x-api-key": Redacted.value(apiKey) }
    const request = HttpClientRequest.make(method)(endpoint, { urlParams, headers })
    const sent = withContent(request, content)
    const notRcpt = failed(unavailableCode, `The server at ${url} is not an rcpt server.`)
    const attempts = isRepeatable({ method, headers: more }) ? furtherAttempts : 0
    const response = yield* execute(sent, attempts).pipe(
      Effect.mapError(() => failed(unavailableCode, `No response from ${url}. Is it running?`))
    )
    if (!isSuccess(response.status)) {
      return yield* Effect.fail(yield* Effect.mapError(refused(response), () => notRcpt))
    }
    const answer = yield* Effect.mapError(isText ? response.text : response.json, () => notRcpt)
    return isResponse(answer) ? answer : yield* Effect.fail(notRcpt)
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => {
        const seconds = Duration.toSeconds(timeout)
        return Effect.fail(
          failed(unavailableCode, `No response from ${url} within ${seconds} seconds.`)
        )
      }
    }),
    Effect.provide(FetchHttpClient.layer)
  )

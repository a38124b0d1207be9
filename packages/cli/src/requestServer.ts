/** One request to the API of a server, and what to say when the answer is not what was asked for. */
import { Duration, Effect, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import type { HttpClientResponse, HttpMethod } from "effect/http"

import { CommandFailed, unavailableCode, usageCode } from "./ending.ts"

export interface Server {
  /** What stands before `/api/v1`. */
  readonly url: string
  readonly apiKey: Redacted.Redacted
}

export interface Request<A> {
  readonly method: HttpMethod.HttpMethod
  /** What stands after `/api/v1`. */
  readonly path: string
  readonly urlParams?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** Looked at, not decoded: what a newer server says beyond what we know is kept for `--json`. */
  readonly isAnswer: (body: unknown) => body is A
  readonly waitMax: Duration.Duration
}

const failed = (code: number, sentence: string) => new CommandFailed({ code, sentence })

const endpointOf = (base: string, path: string): Effect.Effect<URL, CommandFailed> => {
  const url = `${base.replace(/\/+$/, "")}/api/v1${path}`
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? Effect.succeed(new URL(url))
    : Effect.fail(failed(usageCode, `--url must be like http://localhost:8080, not ${base}`))
}

const Problem = Schema.Struct({ error: Schema.String })
const decodeProblem = Schema.decodeUnknownEffect(Problem)

/** Statuses that a person can do something about; all others are the server's trouble. */
const sentences: Readonly<Record<number, readonly [code: number, sentence: string]>> = {
  401: [usageCode, "The server does not accept this API key."],
  402: [unavailableCode, "The account has no credits left."]
}

/** Asked again in the same words, it is refused again. */
const askersFault: ReadonlySet<number> = new Set([400, 403, 404, 422])

const refused = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.gen(function* () {
    const known = sentences[response.status]
    if (known !== undefined) return failed(...known)
    const { error } = yield* Effect.flatMap(response.json, decodeProblem)
    const code = askersFault.has(response.status) ? usageCode : unavailableCode
    return failed(code, `The server refuses (${response.status}): ${error}.`)
  })

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export const requestServer = <A>(
  { url, apiKey }: Server,
  { method, path, urlParams = {}, headers: more = {}, body, isAnswer, waitMax }: Request<A>
): Effect.Effect<A, CommandFailed> =>
  Effect.gen(function* () {
    const endpoint = yield* endpointOf(url, path)
    const headers = { ...more, "x-api-key": Redacted.value(apiKey) }
    const request = HttpClientRequest.make(method)(endpoint, { urlParams, headers })
    const sent = body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body)
    const notRcpt = failed(unavailableCode, `What answers at ${url} does not speak as rcpt does.`)
    const response = yield* HttpClient.execute(sent).pipe(
      Effect.mapError(() =>
        failed(unavailableCode, `There is no answer from ${url}. Is it running?`)
      )
    )
    if (!isSuccess(response.status)) {
      return yield* Effect.fail(yield* Effect.mapError(refused(response), () => notRcpt))
    }
    const answer = yield* Effect.mapError(response.json, () => notRcpt)
    return isAnswer(answer) ? answer : yield* Effect.fail(notRcpt)
  }).pipe(
    Effect.timeoutOrElse({
      duration: waitMax,
      orElse: () => {
        const waited = Duration.toSeconds(waitMax)
        return Effect.fail(failed(unavailableCode, `${url} has not answered in ${waited} seconds.`))
      }
    }),
    Effect.provide(FetchHttpClient.layer)
  )

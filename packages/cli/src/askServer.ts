/** `GET /api/v1/verify` of a server, and what to say when it does not answer with a result. */
import { timeoutMillis } from "@rcpt/api/query"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Duration, Effect, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import type { HttpClientResponse } from "effect/http"

import { CommandFailed, unavailableCode, usageCode } from "./ending.ts"

/** A fast answer takes 5 s at most, a deep one a minute; the rest is for the way there. */
const answerWaits: Readonly<Record<VerifyResult["mode"], Duration.Duration>> = {
  fast: Duration.seconds(15),
  deep: Duration.sum(Duration.millis(timeoutMillis.max), Duration.seconds(15))
}

export interface Question {
  /** Base of the server; what stands before `/api/v1`. */
  readonly url: string
  readonly apiKey: Redacted.Redacted
  readonly address: string
  readonly mode: VerifyResult["mode"]
}

const failed = (code: number, sentence: string) => new CommandFailed({ code, sentence })

const endpointOf = (base: string): Effect.Effect<URL, CommandFailed> => {
  const url = `${base.replace(/\/+$/, "")}/api/v1/verify`
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? Effect.succeed(new URL(url))
    : Effect.fail(failed(usageCode, `--url must be like http://localhost:8080, not ${base}`))
}

/** Looked at, not decoded: what a newer server says beyond what we know is kept for `--json`. */
const isResult = Schema.is(VerifyResult)

const Problem = Schema.Struct({ error: Schema.String })
const decodeProblem = Schema.decodeUnknownEffect(Problem)

/** Statuses that a person can do something about; all others are the server's trouble. */
const sentences: Readonly<Record<number, readonly [code: number, sentence: string]>> = {
  401: [usageCode, "The server does not accept this API key."],
  402: [unavailableCode, "The account has no credits left."]
}

const refused = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.gen(function* () {
    const known = sentences[response.status]
    if (known !== undefined) return failed(...known)
    const { error } = yield* Effect.flatMap(response.json, decodeProblem)
    const code = response.status === 400 ? usageCode : unavailableCode
    return failed(code, `The server refuses (${response.status}): ${error}.`)
  })

export const askServer = ({
  url,
  apiKey,
  address,
  mode
}: Question): Effect.Effect<VerifyResult, CommandFailed> =>
  Effect.gen(function* () {
    const endpoint = yield* endpointOf(url)
    const notRcpt = failed(unavailableCode, `What answers at ${url} does not speak as rcpt does.`)
    const response = yield* HttpClient.get(endpoint, {
      urlParams: { email: address, mode },
      headers: { "x-api-key": Redacted.value(apiKey) }
    }).pipe(
      Effect.mapError(() =>
        failed(unavailableCode, `There is no answer from ${url}. Is it running?`)
      )
    )
    if (response.status !== 200) {
      return yield* Effect.fail(yield* Effect.mapError(refused(response), () => notRcpt))
    }
    const body = yield* Effect.mapError(response.json, () => notRcpt)
    return isResult(body) ? body : yield* Effect.fail(notRcpt)
  }).pipe(
    Effect.timeoutOrElse({
      duration: answerWaits[mode],
      orElse: () => {
        const waited = Duration.toSeconds(answerWaits[mode])
        return Effect.fail(failed(unavailableCode, `${url} has not answered in ${waited} seconds.`))
      }
    }),
    Effect.provide(FetchHttpClient.layer)
  )

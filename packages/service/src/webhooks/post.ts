/**
 * One POST to an untrusted server: only to the address that was checked, without redirects, proxies or
 * cookies. Little of the response is read.
 */
import type { IncomingMessage } from "node:http"

import { pinnedRequest } from "@rcpt/verifier/rdap/pinnedRequest"
import { Duration, Effect } from "effect"

import { addressOf, refusalOf } from "./target.ts"
import type { Network } from "./target.ts"

/** DNS, connection and response together; Standard Webhooks recommends 15 to 30 s. */
export const answerWaitMax = Duration.seconds(15)

/** It is read so that the connection is not closed during the response. */
const bodyOctetsMax = 16 * 1024

/** Octets of the body that are kept: an error's sentence, and no page. */
const answerKeptMax = 1_024
export const bodyWaitMax = Duration.seconds(1)

export interface Posted {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Answer {
  readonly status: number
  /** The first `answerKeptMax` octets of the body, as UTF-8, without what a database cannot keep. */
  readonly text: string
}

/** Posts a message. Any status is an answer. Fails with the reason, as a text for people. */
export const post = (network: Network, posted: Posted): Effect.Effect<Answer, string> =>
  Effect.gen(function* () {
    const answer = yield* exchange(network, posted).pipe(
      Effect.timeoutOrElse({
        duration: answerWaitMax,
        orElse: () => Effect.fail(`no answer within ${Duration.toSeconds(answerWaitMax)} s`)
      })
    )
    const kept: Array<Buffer> = []
    yield* Effect.timeoutOption(drain(answer, kept), bodyWaitMax)
    return { status: answer.statusCode ?? 0, text: textOf(kept) }
  }).pipe(Effect.scoped)

/** A character that is cut in two is left out. */
const textOf = (chunks: ReadonlyArray<Buffer>): string =>
  new TextDecoder()
    .decode(Buffer.concat(chunks).subarray(0, answerKeptMax), { stream: true })
    .replaceAll("\0", "\uFFFD")

/** All headers of a request except what belongs to the connection. */
export const requestHeaders = ({ url, headers, body }: Posted): Posted["headers"] => ({
  ...headers,
  host: new URL(url).host,
  "content-type": "application/json",
  "content-length": String(Buffer.byteLength(body)),
  "user-agent": "rcpt-webhooks"
})

const exchange = Effect.fnUntraced(function* (network: Network, posted: Posted) {
  const url = new URL(posted.url)
  const refusal = refusalOf(network, url)
  if (refusal !== undefined) return yield* Effect.fail(refusal.why)
  const address = yield* Effect.mapError(addressOf(network, url), ({ sentence }) => sentence)
  const headers = requestHeaders(posted)
  return yield* pinnedRequest({ method: "POST", url, address, headers, body: posted.body })
})

const drain = (response: IncomingMessage, kept: Array<Buffer>) =>
  Effect.callback<void>((resume) => {
    let octets = 0
    const done = () => resume(Effect.void)
    response.on("data", (chunk: Buffer) => {
      if (octets < answerKeptMax) kept.push(chunk)
      octets += chunk.length
      if (octets > bodyOctetsMax) done()
    })
    response.on("close", done)
    response.on("end", done)
  })

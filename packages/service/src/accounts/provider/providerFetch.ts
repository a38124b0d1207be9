/**
 * `fetch` for requests to the provider, with what holds for other requests of ours: to the address that was looked up,
 * without redirects, proxies or cookies, and an answer of limited size within a limited time. The operator has chosen the
 * provider, so it may have a private address; without TLS it must be on this machine.
 */
import { lookup } from "node:dns/promises"

import { collect } from "@rcpt/verifier/rdap/httpGet"
import { hostOf, pinnedRequest, reasonOf } from "@rcpt/verifier/rdap/pinnedRequest"
import { Duration, Effect, Schema } from "effect"

import { isLoopback } from "../../platform/config/openIdSettings.ts"

/** The provider gave no answer, so it is not known what it would say. */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }
}

/** A person waits at the browser. It ends before `signInWaitMax`, so that the answer can say what is wrong. */
export const answerWaitMax = Duration.seconds(4)

/** Tokens with many groups take some 20 kB, and metadata and keys less. */
const octetsMax = 512 * 1024

/** Statuses whose answer has no body (Fetch Standard, null body status). */
const bodiless = [204, 205, 304]

interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** A form: this is all that is posted to a provider. */
  readonly body?: unknown
}

const exchange = Effect.fnUntraced(function* (url: URL, { method, headers, body }: Asked) {
  if (url.protocol !== "https:" && !isLoopback(url)) return yield* Effect.fail("not https")
  const { address } = yield* Effect.tryPromise({
    try: () => lookup(hostOf(url)),
    catch: (error) => (error instanceof Error ? reasonOf(error) : String(error))
  })
  const text = body instanceof URLSearchParams ? body.toString() : undefined
  const response = yield* pinnedRequest({
    method: method === "POST" ? "POST" : "GET",
    url,
    address,
    headers: {
      ...headers,
      "accept-encoding": "identity",
      ...(text !== undefined && { "content-length": String(Buffer.byteLength(text)) })
    },
    ...(text !== undefined && { body: text })
  })
  const answer = yield* collect(response, octetsMax)
  return new Response(bodiless.includes(answer.status) ? null : answer.text, {
    status: answer.status,
    headers: ["content-type", "date", "location"].map((name): [string, string] => [
      name,
      answer.header(name) ?? ""
    ])
  })
}, Effect.scoped)

/** Rejects with `NoAnswer`. */
export const providerFetch = (url: string, asked: Asked): Promise<Response> =>
  exchange(new URL(url), asked).pipe(
    Effect.timeoutOrElse({ duration: answerWaitMax, orElse: () => Effect.fail("timeout") }),
    Effect.mapError((why) => new NoAnswer({ why: `${new URL(url).host}: ${why}` })),
    Effect.runPromise
  )

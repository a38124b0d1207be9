/** HTTPS as a browser does it: one authority is trusted, and the answer is read as it comes. */
import type { IncomingMessage } from "node:http"
import { request } from "node:https"

import { Deferred, Effect } from "effect"
import type { Scope } from "effect"

import { NoAnswer } from "./service.ts"

/** Milliseconds. Longer than any answer may take, so that a hanging one fails its test. */
const answerWaitMax = 45_000

/** The name that clients use. */
export const host = "localhost"

/** A proxy on loopback that holds the certificate. */
export interface TlsProxy {
  readonly httpPort: number
  readonly httpsPort: number
  /** What it wrote in all its runs. */
  readonly log: () => string
  /** The certificate of its authority; Caddy's exists once it has run. */
  readonly authority: () => string
  /** Until the scope closes, or it is killed. */
  readonly start: Effect.Effect<{ readonly pid: number }, never, Scope.Scope>
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The client's address; default 127.0.0.1. */
  readonly from?: string
}

export interface Coming {
  readonly response: IncomingMessage
  /** What has come so far. */
  readonly text: () => string
  /** The whole text; fails if it was cut off. */
  readonly whole: Effect.Effect<string, NoAnswer>
}

/** Returns when the answer has begun. */
export const open = (
  { httpsPort, authority }: TlsProxy,
  path: string,
  { method = "GET", headers = {}, body, from = "127.0.0.1" }: Sent = {}
): Effect.Effect<Coming, NoAnswer, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Coming & { readonly stop: () => void }, NoAnswer>((resume) => {
      const whole = Deferred.makeUnsafe<string, NoAnswer>()
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
      const options = {
        host,
        port: httpsPort,
        path,
        method,
        headers: { ...length, ...headers },
        localAddress: from,
        family: 4,
        ca: authority(),
        agent: false,
        signal: AbortSignal.timeout(answerWaitMax)
      } as const
      const sent = request(options, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (part: string) => (text += part))
        const fail = (cause: unknown) =>
          Deferred.doneUnsafe(whole, Effect.fail(new NoAnswer({ cause })))
        response.on("error", fail).on("end", () => Deferred.doneUnsafe(whole, Effect.succeed(text)))
        const stop = () => sent.destroy()
        resume(Effect.succeed({ response, text: () => text, whole: Deferred.await(whole), stop }))
      })
      // After the beginning of an answer an error is the response's, too.
      sent.on("error", (cause) => resume(Effect.fail(new NoAnswer({ cause }))))
      sent.end(body)
    }),
    ({ stop }) => Effect.sync(stop)
  )

/** The whole answer. */
export const send = (proxy: TlsProxy, path: string, sent?: Sent) =>
  Effect.gen(function* () {
    const { response, whole } = yield* open(proxy, path, sent)
    const text = yield* whole
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  }).pipe(Effect.scoped)

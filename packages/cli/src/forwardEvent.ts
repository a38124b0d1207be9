/** Hands an event on to a program of the developer's, as a webhook would get it. */
import { createHmac } from "node:crypto"

import { signedHeaders } from "@rcpt/service/webhooks/signature"
import { Clock, Duration, Effect, Redacted } from "effect"

import { CommandFailed, usageCode } from "./exitCodes.ts"
import type { AccountEvent } from "./followEvents.ts"
import { printable } from "./report.ts"

/** As long as the service waits for a webhook. */
const answerWaitMax = Duration.seconds(15)

/** The same for an API key each time, so that it can stay in the program's settings. */
export const secretOf = (apiKey: Redacted.Redacted): string =>
  `whsec_${createHmac("sha256", Redacted.value(apiKey)).update("rcpt listen").digest("base64")}`

/** `localhost:3000`, `3000/hook` and `https://…` alike. */
export const targetOf = (text: string): Effect.Effect<URL, CommandFailed> => {
  const address = /^:?\d+(?:\/|$)/.test(text) ? `localhost:${text.replace(/^:/, "")}` : text
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`)
  return url === null || /^\w+:\/\/(?!\/)/.test(text.replace(/^https?:\/\//i, ""))
    ? Effect.fail(
        new CommandFailed({
          code: usageCode,
          sentence: `--forward must look like localhost:3000/hook, not ${printable(text)}`
        })
      )
    : Effect.succeed(url)
}

export interface Answer {
  /** `error`: why there is none. */
  readonly status?: number
  readonly error?: string
  readonly milliseconds: number
}

const reasonOf = (cause: unknown): string => {
  const { name, message, cause: inner } = Object(cause)
  if (name === "TimeoutError") return `no answer within ${Duration.toSeconds(answerWaitMax)} s`
  const { code, message: why = message } = Object(inner)
  return String(code ?? why)
}

const post = (target: URL, secret: string, { id, body }: AccountEvent, at: number) =>
  Effect.tryPromise({
    try: async (signal) => {
      const timeout = AbortSignal.timeout(Duration.toMillis(answerWaitMax))
      const response = await fetch(target, {
        method: "POST",
        // As a webhook: a redirect is an answer, and none that accepts.
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          ...signedHeaders({ id, at, body }, [secret]),
          "content-type": "application/json",
          "user-agent": "rcpt-webhooks"
        },
        body
      })
      await response.body?.cancel()
      return response.status
    },
    catch: reasonOf
  })

export const forwardEvent = (
  target: URL,
  secret: string,
  event: AccountEvent
): Effect.Effect<Answer> =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const answer = yield* Effect.match(post(target, secret, event, at), {
      onSuccess: (status) => ({ status }),
      onFailure: (error) => ({ error })
    })
    return { ...answer, milliseconds: (yield* Clock.currentTimeMillis) - at }
  })

/** Lets nobody try keys for long: see limits/Guesses.ts. A request without a key is no try. */
import { tooManyRequests, Unauthorized } from "@rcpt/api/Problem"
import { WrongKeys } from "@rcpt/api/RateLimited"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"

import { Config } from "../Config.ts"
import * as Guesses from "../limits/Guesses.ts"
import { clientAddress, countedAs } from "./clientAddress.ts"

/** Refused for what it asks, or served: its key was right. Of one that broke off nobody knows. */
const verdictOf = <E>(exit: Exit.Exit<unknown, E>): Guesses.Verdict => {
  if (Exit.isSuccess(exit)) return "right"
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) return "unknown"
  return error.value instanceof Unauthorized ? "wrong" : "right"
}

export const layer: Layer.Layer<WrongKeys, never, Config> = Layer.effect(
  WrongKeys,
  Effect.map(Config, ({ trustedProxies }) => {
    const addressOf = clientAddress(trustedProxies)
    const guesses = Guesses.make()
    return (handle) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const key = request.headers["x-api-key"]
        if (!key) return yield* handle
        const guess = guesses.begin(countedAs(addressOf(request)), key, performance.now())
        if ("retryAfterSeconds" in guess)
          return yield* Effect.fail(tooManyRequests(guess.retryAfterSeconds))
        return yield* Effect.onExit(handle, (exit) => Effect.sync(() => guess.end(verdictOf(exit))))
      })
  })
)

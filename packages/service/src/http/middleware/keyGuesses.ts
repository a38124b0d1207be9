/** Limits requests with wrong API keys (limits/KeyGuessLimiter.ts). One without a key does not count. */
import { tooManyRequests, Unauthorized } from "@rcpt/api/Problem"
import { WrongKeys } from "@rcpt/api/RateLimited"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"

import { Refusals } from "../../accounts/security/Refusals.ts"
import { keyedLimits } from "../../limits/keyedLimits.ts"
import * as KeyGuessLimiter from "../../limits/KeyGuessLimiter.ts"
import { Config } from "../../platform/Config.ts"
import { clientAddress, countedAs } from "./clientAddress.ts"
import * as untrustedProxy from "./untrustedProxy.ts"

/** Any outcome but a 401 shows that the key was right; an interrupted request shows nothing. */
const verdictOf = <E>(exit: Exit.Exit<unknown, E>): KeyGuessLimiter.Verdict => {
  if (Exit.isSuccess(exit)) return "right"
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isNone(error)) return "unknown"
  return error.value instanceof Unauthorized ? "wrong" : "right"
}

export const layer: Layer.Layer<WrongKeys, never, Config | Refusals> = Layer.effect(
  WrongKeys,
  Effect.gen(function* () {
    const { trustedProxies } = yield* Config
    const refusals = yield* Refusals
    const addressOf = clientAddress(trustedProxies)
    const noticeProxy = yield* untrustedProxy.notice
    const limiter = KeyGuessLimiter.make()
    return (handle) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const key = request.headers["x-api-key"]
        if (!key) return yield* handle
        yield* noticeProxy(request)
        const guess = limiter.begin(countedAs(addressOf(request)), key, performance.now())
        if ("retryAfterSeconds" in guess) {
          yield* refusals.note("keys_throttled", { _tag: "Nobody" })
          return yield* Effect.fail(
            tooManyRequests({ ...guess, limit: keyedLimits.wrongKeys.burst })
          )
        }
        return yield* Effect.onExit(handle, (exit) => Effect.sync(() => guess.end(verdictOf(exit))))
      })
  })
)

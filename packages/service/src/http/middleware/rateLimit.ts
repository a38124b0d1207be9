/** Enforces the rate limit of an account, and adds `X-RateLimit-*` headers to its responses. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { tooManyRequests } from "@rcpt/api/Problem"
import type { TooManyRequests } from "@rcpt/api/Problem"
import { RateLimited } from "@rcpt/api/RateLimited"
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

import { RateLimits } from "../../limits/RateLimits.ts"
import type { Standing } from "../../limits/RateLimits.ts"

const headersOf = ({ burst, remaining, fullAt }: Standing) => ({
  "x-ratelimit-limit": String(burst),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(fullAt)
})

/** A 429 has the headers of the limit that refused already. */
export const withStanding = (
  response: HttpServerResponse.HttpServerResponse,
  standing: Standing | undefined
): HttpServerResponse.HttpServerResponse =>
  standing === undefined || response.headers["x-ratelimit-limit"] !== undefined
    ? response
    : HttpServerResponse.setHeaders(response, headersOf(standing))

/** Runs when the response is sent: errors have the headers too, and the tokens of a batch count. */
const addHeaders = (limits: RateLimits["Service"], account: string) =>
  HttpEffect.withPreResponseHandler((_request, response) =>
    Effect.succeed(withStanding(response, limits.standing(account)))
  )

const take = (limits: RateLimits["Service"], account: string, cost: number) =>
  Effect.catchTag(limits.take(account, cost), "RateLimitExceeded", ({ retryAfterSeconds }) => {
    const { burst = cost, fullAt } = limits.standing(account) ?? {}
    const reset = fullAt === undefined ? {} : { resetAt: fullAt }
    return Effect.fail(tooManyRequests({ retryAfterSeconds, limit: burst, ...reset }))
  })

export const layer: Layer.Layer<RateLimited, never, RateLimits> = Layer.effect(
  RateLimited,
  Effect.map(
    RateLimits,
    (limits) => (handle) =>
      Effect.flatMap(CurrentAccount, ({ accountId, terms }) => {
        const limited = Effect.andThen(take(limits, accountId, 1), handle)
        // The visitor of a page has a limit of its own (withinTerms.ts).
        return terms?.visitorLimit ? limited : limited.pipe(addHeaders(limits, accountId))
      })
  )
)

/** Addresses of a batch that count as one request, rounded up. */
const addressesPerToken = 10

/**
 * Takes the tokens of a batch beyond the one that every request pays before it is read. The total is
 * capped at a full bucket: a larger cost could never be paid.
 */
export const takeForBatch = (
  addresses: number
): Effect.Effect<void, TooManyRequests, CurrentAccount | RateLimits> =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const limits = yield* RateLimits
    const burst = limits.standing(accountId)?.burst ?? 0
    const extra = Math.min(burst, Math.ceil(addresses / addressesPerToken)) - 1
    if (extra > 0) yield* take(limits, accountId, extra)
  })

/** Counts what an account asks, and tells it with every answer how it stands. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { tooManyRequests } from "@rcpt/api/Problem"
import type { TooManyRequests } from "@rcpt/api/Problem"
import { RateLimited } from "@rcpt/api/RateLimited"
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

import { RateLimits } from "../limits/RateLimits.ts"
import type { Standing } from "../limits/RateLimits.ts"

const headersOf = ({ burst, remaining, fullAt }: Standing) => ({
  "x-ratelimit-limit": String(burst),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(fullAt)
})

/** When the answer goes out, whoever made it: also errors, and what a handler took besides. */
const tellStanding = (limits: RateLimits["Service"], account: string) =>
  HttpEffect.withPreResponseHandler((_request, response) => {
    const standing = limits.standing(account)
    return Effect.succeed(
      standing === undefined
        ? response
        : HttpServerResponse.setHeaders(response, headersOf(standing))
    )
  })

const take = (limits: RateLimits["Service"], account: string, cost: number) =>
  Effect.catchTag(limits.take(account, cost), "RateLimitExceeded", ({ retryAfterSeconds }) =>
    Effect.fail(tooManyRequests(retryAfterSeconds))
  )

export const layer: Layer.Layer<RateLimited, never, RateLimits> = Layer.effect(
  RateLimited,
  Effect.map(
    RateLimits,
    (limits) => (handle) =>
      Effect.flatMap(CurrentAccount, ({ accountId }) =>
        Effect.andThen(take(limits, accountId, 1), handle).pipe(tellStanding(limits, accountId))
      )
  )
)

/** Addresses of a batch that count as one request, the last ones also when they are fewer. */
const addressesPerToken = 10

/**
 * What a batch costs beyond the one token that every request has paid before it is read; together
 * never more than a full bucket holds, for nobody could ever pay that.
 */
export const takeForBatch = (
  addresses: number
): Effect.Effect<void, TooManyRequests, CurrentAccount | RateLimits> =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const limits = yield* RateLimits
    const burst = limits.standing(accountId)?.burst ?? 0
    const more = Math.min(burst, Math.ceil(addresses / addressesPerToken)) - 1
    if (more > 0) yield* take(limits, accountId, more)
  })

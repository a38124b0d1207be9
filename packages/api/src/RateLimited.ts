/**
 * Rate limits per account. Inside `Authentication`, because accounts are counted, and outside of
 * everything that is more expensive than counting.
 */
import { Schema } from "effect"
import { HttpApiMiddleware, HttpApiSchema } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { Sentence } from "./errors/Sentence.ts"
import { integer } from "./fields.ts"
import { TooManyRequests } from "./Problem.ts"

/** The HTTP encoding: the time to wait and the limit are headers, and the body is that of every error. */
export const TooManyRequestsReply = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct({ error: Sentence }).annotate({
        identifier: "TooManyRequests",
        httpApiStatus: 429,
        description: "Too many requests. Retry after the time in `Retry-After`."
      }),
      headers: {
        "retry-after": integer("Seconds, 1 or more."),
        "x-ratelimit-limit": integer(
          "Of the limit that refused: how many it lets through at once."
        ),
        "x-ratelimit-remaining": integer("0: of requests like this one none is let through now."),
        "x-ratelimit-reset": Schema.optionalKey(
          integer("Unix time in seconds at which all of them are available again.")
        )
      }
    },
    {
      decode: ({ body, headers }) =>
        new TooManyRequests({
          ...body,
          retryAfterSeconds: headers["retry-after"],
          limit: headers["x-ratelimit-limit"]
        }),
      encode: ({ error, retryAfterSeconds, limit, resetAt }) => ({
        body: { error },
        headers: {
          "retry-after": retryAfterSeconds,
          "x-ratelimit-limit": limit,
          "x-ratelimit-remaining": 0,
          ...(resetAt !== undefined && { "x-ratelimit-reset": resetAt })
        }
      })
    }
  )
)

export class RateLimited extends HttpApiMiddleware.Service<
  RateLimited,
  { requires: CurrentAccount }
>()("@rcpt/api/RateLimited", { error: TooManyRequestsReply }) {}

/** Outside `Authentication`: refuses a client that has sent many wrong keys. */
export class WrongKeys extends HttpApiMiddleware.Service<WrongKeys>()("@rcpt/api/WrongKeys", {
  error: TooManyRequestsReply
}) {}

/**
 * Rate limits per account. Inside `Authentication`, because accounts are counted, and outside of
 * everything that is more expensive than counting.
 */
import { Schema } from "effect"
import { HttpApiMiddleware, HttpApiSchema } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { TooManyRequests } from "./Problem.ts"

/** The HTTP encoding: the time to wait is a header, and the body is that of every error. */
export const TooManyRequestsReply = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct({ error: Schema.String }).annotate({
        identifier: "TooManyRequests",
        httpApiStatus: 429,
        description: "Too many requests. Retry after the time in `Retry-After`."
      }),
      headers: {
        "retry-after": Schema.Int.annotate({ description: "Seconds, 1 or more." })
      }
    },
    {
      decode: ({ body, headers }) =>
        new TooManyRequests({ ...body, retryAfterSeconds: headers["retry-after"] }),
      encode: ({ error, retryAfterSeconds }) => ({
        body: { error },
        headers: { "retry-after": retryAfterSeconds }
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

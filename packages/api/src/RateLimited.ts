/**
 * How fast an account may ask. Inside `Authentication`, for it is the account that is counted, and
 * outside of everything that costs more than counting.
 */
import { Schema } from "effect"
import { HttpApiMiddleware, HttpApiSchema } from "effect/http-api"

import type { CurrentAccount } from "./Authentication.ts"
import { TooManyRequests } from "./Problem.ts"

/** As HTTP says it: the time to wait is a header, and the body is like that of every error. */
export const TooManyRequestsReply = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct({ error: Schema.String }).annotate({
        identifier: "TooManyRequests",
        httpApiStatus: 429,
        description: "Asked too often; `Retry-After` says when to ask again."
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

/** Outside `Authentication`: who has sent many wrong keys does not get to try the next. */
export class WrongKeys extends HttpApiMiddleware.Service<WrongKeys>()("@rcpt/api/WrongKeys", {
  error: TooManyRequestsReply
}) {}

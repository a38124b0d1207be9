/** The one endpoint for everybody: a fast verification without an account. */
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { BadRequest, NotFound } from "./Problem.ts"
import { EmailQuery } from "./query.ts"
import { TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { VerifyResult } from "./VerifyResult.ts"

const FastQuery = Schema.Literals(["fast"])
  .annotate({ message: 'must be "fast": the demo asks no mail server' })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("fast" as const)))

const verify = HttpApiEndpoint.get("verify", "/demo/verify", {
  query: { email: EmailQuery, mode: FastQuery },
  success: VerifyResult,
  error: [BadRequest, NotFound, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Try one address without an account",
    description:
      "Only where `RCPT_DEMO=on`; else 404. A few addresses a minute for each network address. " +
      "Nothing is charged, so the answer has no `credits_used`."
  })
)

export class Demo extends HttpApiGroup.make("Demo")
  .add(verify)
  .middleware(RequestErrors)
  .prefix("/api/v1") {}

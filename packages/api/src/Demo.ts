/** The public demo: a fast verification without an account. */
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { BadRequest, NotFound } from "./Problem.ts"
import { EmailQuery } from "./query.ts"
import { TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { basePath } from "./secured.ts"
import { VerifyResult } from "./VerifyResult.ts"

const FastQuery = Schema.Literals(["fast"])
  .annotate({
    message: 'must be "fast": the demo does not contact mail servers',
    description: "The demo never contacts the recipient's mail server."
  })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("fast" as const)))

const verify = HttpApiEndpoint.get("verify", "/demo/verify", {
  query: { email: EmailQuery, mode: FastQuery },
  success: VerifyResult,
  error: [BadRequest, NotFound, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "verifyDemo",
    summary: "Verify one address without an account",
    description:
      "Only available if `RCPT_DEMO=on`, otherwise 404 for all but sandbox addresses. Limited to a few " +
      "addresses per minute and network address. Free of charge, so the result has no `credits_used`."
  })
)

export class Demo extends HttpApiGroup.make("Demo")
  .add(verify)
  .middleware(RequestErrors)
  .prefix(basePath) {}

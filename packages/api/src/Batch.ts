/** `POST /verify/batch`: up to 100 addresses at once, answered in the order in which they came. */
import { Mode } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

import { ModeQuery } from "./query.ts"
import { VerifyResult } from "./VerifyResult.ts"

/** What one request answers in reasonable time; more are a bulk job. */
export const batchAddressesMax = 100

const size = `must be a list of 1 to ${batchAddressesMax} addresses`

export const BatchRequest = Schema.Struct({
  emails: Schema.Array(Schema.String.annotate({ message: "must be a string" }))
    .annotate({ message: size })
    .check(
      Schema.isMinLength(1, { message: size }),
      Schema.isMaxLength(batchAddressesMax, { message: size })
    )
    .annotate({ description: "One that comes again is verified and charged once." }),
  mode: ModeQuery
}).annotate({ identifier: "BatchRequest" })
export type BatchRequest = typeof BatchRequest.Type

export const BatchResultItem = Schema.Struct({
  email: Schema.String.annotate({ description: "As it was sent." }),
  result: Schema.optionalKey(VerifyResult),
  error: Schema.optionalKey(
    Schema.String.annotate({ description: "Why there is no `result`. It cost nothing." })
  )
}).annotate({ identifier: "BatchResultItem" })
export type BatchResultItem = typeof BatchResultItem.Type

export const BatchResponse = Schema.Struct({
  results: Schema.Array(BatchResultItem).annotate({
    description: "In the order of the request; all of it, or its beginning when `truncated`."
  }),
  count: Schema.Int.annotate({ description: "Number of results." }),
  credits_used: Schema.Int.annotate({ description: "Credits charged for all of them together." }),
  mode: Mode,
  truncated: Schema.Boolean.annotate({ description: "Credits ran out before the end." })
}).annotate({ identifier: "BatchResponse" })
export type BatchResponse = typeof BatchResponse.Type

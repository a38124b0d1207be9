/** `POST /verify/batch`: up to 100 addresses at once, with results in the same order. */
import { Mode } from "@rcpt/domain/Verdict"
import { Schema } from "effect"

import { boolean, described, integer, string } from "./fields.ts"
import { MaxAge, ModeQuery } from "./query.ts"
import { VerifyResult } from "./VerifyResult.ts"

/** One request answers this many in reasonable time; more are a bulk job. */
export const batchAddressesMax = 100

const size = `must be a list of 1 to ${batchAddressesMax} addresses`

export const BatchRequest = Schema.Struct({
  emails: Schema.Array(Schema.String.annotate({ message: "must be a string" }))
    .annotate({ message: size })
    .check(
      Schema.isMinLength(1, { message: size }),
      Schema.isMaxLength(batchAddressesMax, { message: size })
    )
    .annotate({ description: "Duplicates are verified and charged once." }),
  mode: ModeQuery,
  max_age: Schema.optionalKey(MaxAge)
}).annotate({ identifier: "BatchRequest" })
export type BatchRequest = typeof BatchRequest.Type

export const BatchResultItem = Schema.Struct({
  email: string("The address as sent."),
  result: described(Schema.optionalKey(VerifyResult), "The answer."),
  error: Schema.optionalKey(string("Why there is no `result`. It is free of charge."))
}).annotate({ identifier: "BatchResultItem" })
export type BatchResultItem = typeof BatchResultItem.Type

export const BatchResponse = Schema.Struct({
  results: Schema.Array(BatchResultItem).annotate({
    description: "In the order of the request. Only the first ones if `truncated`."
  }),
  count: integer("Number of results."),
  credits_used: integer("Credits charged for the whole batch."),
  mode: Mode.annotate({ description: "The mode that was used." }),
  truncated: boolean("Whether credits ran out before the end.")
}).annotate({ identifier: "BatchResponse" })
export type BatchResponse = typeof BatchResponse.Type

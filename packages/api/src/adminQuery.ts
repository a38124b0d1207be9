/**
 * Parameters of what an owner of the service asks. What a check answers completes the sentence that
 * begins with the parameter's name, as in query.ts.
 */
import { Effect, Schema } from "effect"

import { once, whole } from "./jobsQuery.ts"
import { uuid } from "./ledgerQuery.ts"
import { emailCharsMax } from "./query.ts"

export const accountsMax = 100
const accountsDefault = 50

export const LimitQuery = whole(
  `must be a whole number from 1 to ${accountsMax}`,
  "Accounts of a page.",
  accountsMax
).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(accountsDefault))))

export const CursorQuery = Schema.optionalKey(
  once
    .check(Schema.isPattern(uuid, { message: "must be one that a page was given as `next`" }))
    .annotate({ description: "`next` of the page before. Default: from the newest on." })
)

export const EmailQuery = Schema.optionalKey(
  once
    .check(
      Schema.isMaxLength(emailCharsMax, {
        message: `must have at most ${emailCharsMax} characters`
      })
    )
    .annotate({ description: "The account of this address alone, in any case." })
)

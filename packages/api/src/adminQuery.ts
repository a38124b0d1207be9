/**
 * Parameters of the admin endpoints. The message of a check completes the sentence that starts with
 * the parameter's name, as in query.ts.
 */
import { Schema } from "effect"

import { singleValue, wholeNumberOr } from "./jobsQuery.ts"
import { uuid } from "./ledgerQuery.ts"
import { emailCharsMax } from "./query.ts"

export const accountsMax = 100
const accountsDefault = 50

export const LimitQuery = wholeNumberOr(
  `must be a whole number from 1 to ${accountsMax}`,
  "Accounts per page.",
  { maximum: accountsMax, default: accountsDefault }
)

export const CursorQuery = Schema.optionalKey(
  singleValue
    .check(Schema.isPattern(uuid, { message: "must be the `next` of a previous page" }))
    .annotate({ description: "`next` of the previous page. Default: the newest accounts." })
)

export const EmailQuery = Schema.optionalKey(
  singleValue
    .check(
      Schema.isMaxLength(emailCharsMax, {
        message: `must have at most ${emailCharsMax} characters`
      })
    )
    .annotate({ description: "Only the account with this address, ignoring case." })
)

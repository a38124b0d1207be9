/** Limits how often an account gets the free preview of a list, in this process. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Clock, Effect } from "effect"

import { makeBuckets } from "../limits/TokenBucket.ts"

/** A person looks at some lists an hour, and changes the column or the mode of each. */
export const previewsPerHour = 30

const hourSeconds = 3_600

/** Some 100 octets each. An evicted account begins with all of its previews. */
const accountsMax = 10_000

const previews = makeBuckets(
  { perSecond: previewsPerHour / hourSeconds, burst: previewsPerHour },
  accountsMax
)

/** Whether this account may get one more. It is counted. */
export const mayPreview: Effect.Effect<boolean, never, CurrentAccount> = Effect.gen(function* () {
  const { accountId } = yield* CurrentAccount
  return previews.take(accountId, yield* Clock.currentTimeMillis) === undefined
})

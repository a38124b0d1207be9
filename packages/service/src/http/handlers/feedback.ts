/** The endpoint for reports on mail to verified addresses. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import type { FeedbackItem } from "@rcpt/api/Feedback"
import { BadRequest } from "@rcpt/api/Problem"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import type { Caller } from "../../feedback/findChecks.ts"
import { bodyOf, giveFeedback } from "../../feedback/giveFeedback.ts"
import { giveToNewest } from "../../feedback/giveToNewest.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { idempotent } from "../middleware/idempotent.ts"
import { takeForBatch } from "../middleware/rateLimit.ts"

/** Addresses of a large list are searched for in the whole list: a second for a million. */
const feedbackWaitMax = Duration.seconds(15)

/** Each job is read from its own rows. */
const jobsMax = 10

const tooManyJobs = new BadRequest({ error: `items must be of at most ${jobsMax} jobs` })

const permitJobs = (items: ReadonlyArray<FeedbackItem>): Effect.Effect<void, BadRequest> =>
  new Set(items.flatMap(({ job_id: job }) => job ?? [])).size > jobsMax
    ? Effect.fail(tooManyJobs)
    : Effect.void

/** Its reply is not stored: a repeat records nothing again, and has the same answer. */
const giveSearching = (caller: Caller, items: ReadonlyArray<FeedbackItem>) =>
  Effect.map(giveToNewest(caller, items), (results) => ({
    body: bodyOf(results),
    kept: "no" as const
  }))

export const feedbackHandlers = HttpApiBuilder.group(Api, "Feedback", (handlers) =>
  handlers.handle("give", ({ payload, headers }) =>
    Effect.gen(function* () {
      const { items, search_lists: isSearching = false } = payload
      const caller = yield* CurrentAccount
      yield* permitJobs(items)
      const key = headers["idempotency-key"]
      return yield* idempotent({ status: 200, key, meaning: payload }, (command) =>
        Effect.andThen(
          takeForBatch(items.length),
          readTimeout(feedbackWaitMax)(
            isSearching ? giveSearching(caller, items) : giveFeedback(caller, items, command)
          )
        )
      )
    })
  )
)

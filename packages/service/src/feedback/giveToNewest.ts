/**
 * Gives reports that name an address alone, as bounces do: to a check of the address by itself, and if there is none, to the
 * newest list in which it stands. Reading large lists takes seconds, so a request has to ask for it.
 */
import type { FeedbackItem, FeedbackResult } from "@rcpt/api/Feedback"
import { feedbackCounts } from "@rcpt/domain/Feedback"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { Jobs } from "../jobs/Jobs.ts"
import { findAddresses } from "../jobs/results/searchIndex.ts"
import type { Caller } from "./findChecks.ts"
import { giveFeedback } from "./giveFeedback.ts"

/** The newest lists of an account in which an address is looked for that was not checked alone. */
const listsMax = 50

/** The newest list of the account in which each address stands. */
const listsWith = Effect.fnUntraced(function* (account: string, emails: ReadonlyArray<string>) {
  const found = new Map<string, string>()
  if (emails.length === 0) return found
  const sql = yield* SqlClient.SqlClient
  const { find } = yield* Jobs
  const lists = yield* sql<{ readonly job: string }>`
    select job_id as job from job
    where account_id = ${account} and completed_at is not null
      and created_at > now() - make_interval(secs => ${Duration.toSeconds(feedbackCounts)}::float8)
    order by created_at desc limit ${listsMax}`.pipe(Effect.orDie)
  for (const { job } of lists) {
    const wanted = emails.filter((email) => !found.has(email))
    if (wanted.length === 0) break
    const list = yield* find({ account, job }).pipe(
      Effect.catchTag("JobNotFound", () => Effect.undefined)
    )
    if (list === undefined) continue
    const rowOf = yield* findAddresses(list, wanted)
    for (const email of wanted) if (rowOf(email) !== undefined) found.set(email, job)
  }
  return found
})

/** Returns what became of each report, in their order. */
export const giveToNewest = Effect.fnUntraced(function* (
  caller: Caller,
  items: ReadonlyArray<FeedbackItem>
): Effect.fn.Return<
  ReadonlyArray<FeedbackResult>,
  Effect.Error<ReturnType<typeof giveFeedback>>,
  Effect.Services<ReturnType<typeof giveFeedback>> | Jobs | SqlClient.SqlClient
> {
  if (items.length === 0) return []
  const give = (some: ReadonlyArray<FeedbackItem>) =>
    Effect.map(
      giveFeedback(caller, some, undefined),
      ({ body }): ReadonlyArray<FeedbackResult> => JSON.parse(body).results
    )
  const alone = yield* give(items)
  const others = items.filter(
    ({ job_id: job }, at) => job === undefined && alone[at]!.status === "not_verified_by_you"
  )
  const lists = yield* listsWith(caller.accountId, [
    ...new Set(others.map(({ email = "" }) => email))
  ])
  const inLists = others.flatMap((item) => {
    const job = lists.get(item.email ?? "")
    return job === undefined ? [] : [[item, { ...item, job_id: job }] as const]
  })
  const told = inLists.length === 0 ? [] : yield* give(inLists.map(([, item]) => item))
  const ofLists = new Map(inLists.map(([item], at) => [item, told[at]!]))
  return items.map((item, at) => {
    const { status } = ofLists.get(item) ?? alone[at]!
    return { ...alone[at]!, status }
  })
})

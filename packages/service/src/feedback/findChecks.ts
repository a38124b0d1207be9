/**
 * The verifications that an account reports on: those alone or in a batch by the digests of their holds, those
 * of a list by its rows.
 */
import type { FeedbackItem } from "@rcpt/api/Feedback"
import { feedbackCounts } from "@rcpt/domain/Feedback"
import { uuid } from "@rcpt/domain/limits"
import { Status } from "@rcpt/domain/Verdict"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { addressDigest } from "../accounts/addressHmac.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { resultsAt } from "../jobs/results/resultsPage.ts"
import { findAddresses } from "../jobs/results/searchIndex.ts"
import { decodeRows } from "../platform/decodeRows.ts"
import type { Caller } from "../verify/CreditReservation.ts"
import { awaitAccount } from "../views/awaitAccount.ts"
import { checkedAddresses } from "../views/checkedAddresses.ts"
import { isOfHolds, liveEntries } from "../views/ledger/entryRows.ts"
import { ledgerView } from "../views/ledger/ledgerView.ts"

export interface Check {
  readonly email: string
  readonly status: Status
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

/** The verification that each item is about. */
type Checks = ReadonlyMap<FeedbackItem, Check>

const decodeChecks = decodeRows(
  Schema.Struct({ digest: Schema.String, status: Status, checkedAt: Schema.Date })
)

/** A check that has no answer yet, or was given up, has no receipt. */
const checksOf = (account: string, digests: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select encode(c.digest, 'hex') as digest, c.checked_at as "checkedAt",
        said.data -> 'receipt' ->> 'status' as status
      from (
        select * from checked_address
        where generation = (select generation from es.projection where name = ${checkedAddresses.name} and live)
          and account_id = ${account}
          and digest in (select decode(asked, 'hex') from unnest(${digests}::text[]) asked)
          and checked_at > now()
            - make_interval(secs => ${Duration.toSeconds(feedbackCounts)}::float8)
        offset 0) c
      cross join lateral (
        select data from ${liveEntries(sql)} e join es.event using (commit_id, idx)
        where e.account_id = c.account_id
          and ${isOfHolds(sql, sql`array[c.hold_id]`)} and data -> 'receipt' is not null
        order by e.seq, e.idx limit 1) said`
  ).pipe(decodeChecks, Effect.orDie)

const findSingle = Effect.fnUntraced(function* (
  caller: Caller,
  items: ReadonlyArray<FeedbackItem>
) {
  const byDigest = Map.groupBy(items, ({ email = "" }) => addressDigest(caller.addressKey, email))
  if (byDigest.size === 0) return []
  yield* awaitAccount(checkedAddresses, caller.accountId)
  yield* awaitAccount(ledgerView, caller.accountId)
  const found = yield* checksOf(caller.accountId, [...byDigest.keys()])
  return found.flatMap(({ digest, status, checkedAt }) =>
    (byDigest.get(digest) ?? []).map(
      (item) => [item, { email: item.email ?? "", status, checkedAt: checkedAt.getTime() }] as const
    )
  )
})

const findInJob = Effect.fnUntraced(function* (
  account: string,
  id: string,
  items: ReadonlyArray<FeedbackItem>
) {
  const { find } = yield* Jobs
  const job = uuid.test(id)
    ? yield* find({ account, job: id.toLowerCase() }).pipe(
        Effect.catchTag("JobNotFound", () => Effect.undefined)
      )
    : undefined
  if (job === undefined) return []
  const rowOf = yield* findAddresses(
    job,
    items.flatMap(({ email }) => email ?? [])
  )
  const rows = items.flatMap((item) => {
    const row = item.row === undefined ? rowOf(item.email ?? "") : item.row - 1
    return row === undefined || row >= job.records ? [] : [[item, row] as const]
  })
  const found = yield* resultsAt(
    job,
    rows.map(([, row]) => row)
  )
  return rows.flatMap(([item, row]) => {
    const { email, result } = found.get(row) ?? {}
    if (result === undefined || email === undefined || isSandbox(email)) return []
    return [
      [item, { email, status: result.status, checkedAt: Date.parse(result.checkedAt) }] as const
    ]
  })
})

export const findChecks = Effect.fnUntraced(function* (
  caller: Caller,
  items: ReadonlyArray<FeedbackItem>
) {
  const single = yield* findSingle(
    caller,
    items.filter(({ job_id: job }) => job === undefined)
  )
  const listed = items.filter(({ job_id: job }) => job !== undefined)
  const inJobs = yield* Effect.forEach(
    Map.groupBy(listed, ({ job_id: job = "" }) => job),
    ([job, ofJob]) => findInJob(caller.accountId, job, ofJob)
  )
  const checks: Checks = new Map([...single, ...inJobs.flat()])
  return checks
})

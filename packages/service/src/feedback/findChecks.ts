/**
 * The verifications that an account reports on: those alone or in a batch by the digests of their holds, those
 * of a list by its rows.
 */
import { defined } from "@rcpt/api/defined"
import type { FeedbackItem } from "@rcpt/api/Feedback"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Receipt } from "@rcpt/domain/Credits"
import { feedbackCounts } from "@rcpt/domain/Feedback"
import type { Facts } from "@rcpt/domain/Feedback"
import { uuid } from "@rcpt/domain/limits"
import { Mode } from "@rcpt/domain/Verdict"
import type { Status } from "@rcpt/domain/Verdict"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { addressDigest } from "../accounts/addressHmac.ts"
import { readAnswers } from "../activity/readAnswers.ts"
import type { AnswerPlace } from "../activity/readAnswers.ts"
import type { ResultRow } from "../jobs/csv/ResultRow.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { resultsAt } from "../jobs/results/resultsPage.ts"
import { findAddresses } from "../jobs/results/searchIndex.ts"
import { decodeRows } from "../platform/decodeRows.ts"
import type { Caller as AnyCaller } from "../verify/CreditReservation.ts"
import { awaitAccount } from "../views/awaitAccount.ts"
import { checkedAddresses } from "../views/checkedAddresses.ts"
import { isOfHolds, liveEntries } from "../views/ledger/entryRows.ts"
import { ledgerView } from "../views/ledger/ledgerView.ts"

export type Caller = Pick<AnyCaller, "accountId" | "addressKey">

export interface Check {
  readonly email: string
  readonly status: Status
  readonly facts: Facts
  /** Epoch milliseconds. */
  readonly checkedAt: number
}

/** The verification that each item is about. */
type Checks = ReadonlyMap<FeedbackItem, Check>

const SingleCheck = Schema.Struct({
  digest: Schema.String,
  mode: Mode,
  receipt: Receipt,
  checkedAt: Schema.Date,
  /** Null, like the place: activity has no answer, or no longer. */
  answersId: Schema.NullOr(Schema.String),
  place: Schema.NullOr(Schema.Int)
})
type SingleCheck = typeof SingleCheck.Type
const decodeChecks = decodeRows(SingleCheck)

/** A check that has no answer yet, or was given up, has no receipt. */
const checksOf = (account: string, digests: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select encode(c.digest, 'hex') as digest, c.checked_at as "checkedAt",
        said.data -> 'receipt' as receipt, held.data -> 'purpose' ->> 'mode' as mode,
        a.answers_id as "answersId", a.place
      from (
        select * from checked_address
        where generation = (select generation from es.projection where name = ${checkedAddresses.name} and live)
          and account_id = ${account}
          and digest in (select decode(asked, 'hex') from unnest(${digests}::text[]) asked)
          and checked_at > now()
            - make_interval(secs => ${Duration.toSeconds(feedbackCounts)}::float8)
        offset 0) c
      join es.hold h using (hold_id)
      join es.event held on held.commit_id = h.commit_id and held.idx = h.event_idx
      left join activity a on a.account_id = c.account_id and a.id = c.hold_id
      cross join lateral (
        select data from ${liveEntries(sql)} e join es.event using (commit_id, idx)
        where e.account_id = c.account_id
          and ${isOfHolds(sql, sql`array[c.hold_id]`)} and data -> 'receipt' is not null
        order by e.seq, e.idx limit 1) said`
  ).pipe(decodeChecks, Effect.orDie)

const isPlaced = (check: SingleCheck): check is SingleCheck & AnswerPlace =>
  check.answersId !== null && check.place !== null

/** The ledger has what a verification said, but not of whom; that is in activity, as long as it is kept. */
const readFacts = Effect.fnUntraced(function* (
  account: string,
  checks: ReadonlyArray<SingleCheck>
) {
  const answerOf = yield* Effect.orDie(readAnswers(account, checks.filter(isPlaced)))
  return (check: SingleCheck): Facts => {
    const { mode, receipt } = check
    const kept = isPlaced(check) ? answerOf(check) : undefined
    // An answer of ours, so it is not decoded.
    const answer: Partial<VerifyResult> = kept?.answer ? JSON.parse(kept.answer) : {}
    return defined({
      mode,
      subStatus: receipt.subStatus,
      score: receipt.score,
      provider: answer.mx_provider,
      confidence: answer.catch_all_confidence
    })
  }
})

const findSingle = Effect.fnUntraced(function* (
  caller: Caller,
  items: ReadonlyArray<FeedbackItem>
) {
  const byDigest = Map.groupBy(items, ({ email = "" }) => addressDigest(caller.addressKey, email))
  if (byDigest.size === 0) return []
  yield* awaitAccount(checkedAddresses, caller.accountId)
  yield* awaitAccount(ledgerView, caller.accountId)
  const found = yield* checksOf(caller.accountId, [...byDigest.keys()])
  const factsOf = yield* readFacts(caller.accountId, found)
  return found.flatMap((check) => {
    const { status } = check.receipt
    const said = { status, checkedAt: check.checkedAt.getTime(), facts: factsOf(check) }
    const of = byDigest.get(check.digest) ?? []
    return of.map((item) => [item, { email: item.email ?? "", ...said }] as const)
  })
})

const factsOfRow = (row: ResultRow, mode: Mode): Facts =>
  defined({
    mode: row.smtpStatus === undefined ? mode : "deep",
    subStatus: row.subStatus,
    score: row.score,
    provider: row.mxProvider,
    confidence: row.catchAllConfidence
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
    const facts = factsOfRow(result, job.mode)
    const checkedAt = Date.parse(result.checkedAt)
    return [[item, { email, status: result.status, checkedAt, facts }] as const]
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

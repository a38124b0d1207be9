/** Takes reports on verified addresses: finds the verifications, judges each item, records what is new. */
import type { FeedbackItem, FeedbackResponse } from "@rcpt/api/Feedback"
import { Clock, Effect } from "effect"

import type { IdempotentCommand, StoredReply } from "../ledger/idempotency/Reply.ts"
import { mailboxDigest } from "../reports/mailboxDigest.ts"
import { recordReports } from "../reports/recordReports.ts"
import type { Caller } from "../verify/holdCommands.ts"
import { findChecks } from "./findChecks.ts"
import { judgeItem, problemOf } from "./judgeItem.ts"

export const giveFeedback = Effect.fnUntraced(function* (
  caller: Caller,
  items: ReadonlyArray<FeedbackItem>,
  command: IdempotentCommand | undefined
) {
  const now = yield* Clock.currentTimeMillis
  const checks = yield* findChecks(
    caller,
    items.filter((item) => problemOf(item, now) === undefined)
  )
  const judged = items.map((item) => judgeItem({ item, check: checks.get(item), now }))
  const results = judged.map(({ result }) => result)
  const response: FeedbackResponse = {
    results,
    count: results.length,
    accepted: results.filter(({ status }) => status === "accepted").length
  }
  const reports = judged.flatMap(({ report }) => {
    if (report === undefined) return []
    const { email, ...rest } = report
    return [{ ...rest, mailbox: mailboxDigest(caller.addressKey, email) }]
  })
  const body = JSON.stringify(response)
  const kept = yield* recordReports(caller.accountId, reports, command && { ...command, body })
  const stored: StoredReply = { body, kept }
  return stored
})

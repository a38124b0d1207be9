/**
 * Reads what an account has reported about the addresses that it verifies now: one look-up for all of them,
 * beside the verification, and none for accounts that have never reported. If it gets no answer in time, the
 * verification goes on without it.
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { Reported } from "@rcpt/domain/Evidence"
import type { Verification } from "@rcpt/domain/Verification"
import { judge } from "@rcpt/verifier/judge/judge"
import type { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { readTimeout } from "../platform/readTimeout.ts"
import { mailboxDigest } from "./mailboxDigest.ts"

/** An index look-up takes a millisecond; a check in fast mode waits no longer than for its other facts. */
const lookUpWaitMax = Duration.seconds(1)

/** When the account last reported about each of these mailboxes, in epoch milliseconds, by digest. */
export const reportedAt = (
  account: string,
  mailboxes: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, number>, never, SqlClient.SqlClient> =>
  Effect.map(
    Effect.orDie(lookUp(account, mailboxes)),
    (rows) => new Map(rows.map(({ mailbox, reported }) => [mailbox, reported.getTime()]))
  )

type Caller = Pick<CurrentAccount["Service"], "accountId" | "addressKey" | "hasFeedback">

type OwnReports = (email: string) => Reported | undefined

const none: OwnReports = () => undefined

interface ReportRow {
  readonly mailbox: string
  readonly outcome: Reported["outcome"]
  readonly at: Date
  readonly reported: Date
}

const lookUp = (account: string, mailboxes: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<ReportRow>`
      select encode(mailbox, 'hex') as mailbox, outcome, at, reported_at as reported from reported_mailbox
      where account_id = ${account} and expires_at > now()
        and mailbox in (select decode(asked, 'hex') from unnest(${mailboxes}::text[]) asked)`
  )

const ownReports = (
  account: string,
  addressKey: Uint8Array,
  emails: ReadonlyArray<string>
): Effect.Effect<OwnReports, never, SqlClient.SqlClient> =>
  Effect.suspend(() =>
    lookUp(
      account,
      emails.map((email) => mailboxDigest(addressKey, email))
    )
  ).pipe(
    Effect.map((rows): OwnReports => {
      const found = new Map(rows.map(({ mailbox, ...report }) => [mailbox, report]))
      return (email) => {
        const report = found.size === 0 ? undefined : found.get(mailboxDigest(addressKey, email))
        return report && { outcome: report.outcome, at: report.at.getTime() }
      }
    }),
    readTimeout(lookUpWaitMax),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logDebug("The reports of an account could not be read", cause), none)
    )
  )

/** A single verification, with what was reported about its address. */
export const withOwnReports = <R>(
  { accountId, addressKey, hasFeedback = false }: Caller,
  email: string,
  verifying: Effect.Effect<Verification, never, R>
): Effect.Effect<Verification, never, R | SqlClient.SqlClient> =>
  hasFeedback
    ? Effect.zipWith(verifying, ownReports(accountId, addressKey, [email]), withReport, {
        concurrent: true
      })
    : verifying

interface Rows {
  readonly account: string
  readonly feedbackKey?: Uint8Array
  readonly rows: ReadonlyArray<readonly [row: number, email: string]>
}

/**
 * Verifies the rows of a list with the account's reports: one look-up for all of them, beside the first
 * verification.
 */
export const verifyWithReports = (
  { account, feedbackKey, rows }: Rows,
  { verify }: Verifier["Service"]
): Effect.Effect<Verifier["Service"]["verify"], never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (feedbackKey === undefined) return verify
    const emails = rows.map(([, email]) => email)
    const reports = yield* Effect.forkChild(ownReports(account, feedbackKey, emails), {
      startImmediately: true
    })
    return (email, options) =>
      Effect.zipWith(verify(email, options), Fiber.join(reports), withReport)
  })

/** The verification with what was reported about its address. The sandbox is the same for all. */
const withReport = (verification: Verification, reports: OwnReports): Verification => {
  const { evidence } = verification
  const reported = evidence.sandbox === undefined ? reports(evidence.input) : undefined
  if (reported === undefined) return verification
  const known = { ...evidence, reported }
  return { evidence: known, judgement: judge(known) }
}

/**
 * Reads what an account has reported about the addresses that it verifies now, and what became of mail to their domains: one
 * look-up for all of them, beside the verification, and none for accounts that have never reported. If it gets no answer in
 * time, the verification goes on without it.
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { Evidence, Reported } from "@rcpt/domain/Evidence"
import type { Verification } from "@rcpt/domain/Verification"
import { judge } from "@rcpt/verifier/judge/judge"
import type { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

import { readTimeout } from "../platform/readTimeout.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { domainDigest, domainMailOf, domainRows } from "./domainMail.ts"
import type { DomainRow } from "./domainMail.ts"
import { mailboxDigest } from "./mailboxDigest.ts"

/** An index look-up takes a millisecond; a check in fast mode waits no longer than for its other facts. */
const lookUpWaitMax = Duration.seconds(1)

/** When the account last reported about each of these mailboxes, in epoch milliseconds, by digest. */
export const reportedAt = (
  account: string,
  mailboxes: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, number>, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly mailbox: string; readonly reported: Date }>`
      select encode(mailbox, 'hex') as mailbox, reported_at as reported
      from ${reportsOf(sql, account, mailboxes)}`
  ).pipe(
    Effect.orDie,
    Effect.map(
      (rows) => new Map(rows.map(({ mailbox, reported }) => [mailbox, reported.getTime()]))
    )
  )

const reportsOf = (
  sql: SqlClient.SqlClient,
  account: string,
  mailboxes: ReadonlyArray<string>
) => sql`
  reported_mailbox where account_id = ${account} and expires_at > now()
    and mailbox in (select decode(asked, 'hex') from unnest(${mailboxes}::text[]) asked)`

type Caller = Pick<CurrentAccount["Service"], "accountId" | "addressKey" | "hasFeedback">

type Known = Pick<Evidence, "reported" | "domainMail">

type OwnReports = (email: string) => Known

const none: OwnReports = () => ({})

interface ReportRow {
  readonly mailbox: string
  readonly outcome: Reported["outcome"]
  /** Epoch milliseconds. */
  readonly at: number
}

interface Found {
  readonly reports: ReadonlyArray<ReportRow>
  readonly domains: ReadonlyArray<DomainRow>
}

/** One statement, so that it is one round trip. */
const lookUp = (
  account: string,
  mailboxes: ReadonlyArray<string>,
  domains: ReadonlyArray<string>
) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Found>`
      select
        (select coalesce(json_agg(report), '[]') from (
          select encode(mailbox, 'hex') as mailbox, outcome,
            round(extract(epoch from at) * 1000)::float8 as at
          from ${reportsOf(sql, account, mailboxes)}) report) as reports,
        (select coalesce(json_agg(counted), '[]') from (
          ${domainRows(sql, account, domains)}) counted) as domains`
  ).pipe(Effect.map(([found]) => found!))

const ownReports = (
  account: string,
  addressKey: Uint8Array,
  emails: ReadonlyArray<string>
): Effect.Effect<OwnReports, never, Secrets | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const domainOf = yield* domainDigest
    const mailboxes = emails.map((email) => mailboxDigest(addressKey, email))
    const { reports, domains } = yield* lookUp(account, mailboxes, [
      ...new Set(emails.map(domainOf))
    ])
    const reported = new Map(reports.map(({ mailbox, ...report }) => [mailbox, report]))
    const mail = new Map(domains.map((row) => [row.domain, domainMailOf(row)]))
    return (email: string): Known => {
      const own = reported.get(mailboxDigest(addressKey, email))
      const ofDomain = mail.get(domainOf(email))
      return { ...(own && { reported: own }), ...(ofDomain && { domainMail: ofDomain }) }
    }
  }).pipe(
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
): Effect.Effect<Verification, never, R | Secrets | SqlClient.SqlClient> =>
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
): Effect.Effect<Verifier["Service"]["verify"], never, Secrets | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (feedbackKey === undefined) return verify
    const emails = rows.map(([, email]) => email)
    const reports = yield* Effect.forkChild(ownReports(account, feedbackKey, emails), {
      startImmediately: true
    })
    return (email, options) =>
      Effect.zipWith(verify(email, options), Fiber.join(reports), withReport)
  })

/** The verification with what was reported about its address and domain. The sandbox is the same for all. */
const withReport = (verification: Verification, reports: OwnReports): Verification => {
  const { evidence } = verification
  if (evidence.sandbox !== undefined) return verification
  const { reported, domainMail } = reports(evidence.input)
  if (reported === undefined && domainMail === undefined) return verification
  const known = { ...evidence, ...(reported && { reported }), ...(domainMail && { domainMail }) }
  return { evidence: known, judgement: judge(known) }
}

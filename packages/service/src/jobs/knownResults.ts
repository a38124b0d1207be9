/**
 * Earlier results of an account that are given again for 0 credits (`max_age`): of its lists and of its single checks, and
 * verdicts of other services that a list has, where there is none of our own.
 * Both are found by what is stored anyway: rows of lists by the digest of the address in `job_result`, checks by that of
 * the mailbox in `activity`. So a result is forgotten with its list or its activity, and when the address is erased.
 *
 * The same address is the same spelling, as for the repeats in a list: a server may take `ann@` and refuse `ann+news@`.
 * The newest result of an address counts. One that a change of today contradicts is not known: a rule of the account, an
 * entry of our lists, or a report that is newer.
 */
import { serviceNamed } from "@rcpt/api/otherServices"
import { keptReason } from "@rcpt/api/render"
import type { KeptResult } from "@rcpt/api/render"
import { columnOf } from "@rcpt/domain/checkFlags"
import type { DomainEvidence, ListEvidence } from "@rcpt/domain/Evidence"
import { reason } from "@rcpt/domain/reasons"
import type { Reason } from "@rcpt/domain/reasons"
import type { Mode } from "@rcpt/domain/Verdict"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import type { RuleSet } from "@rcpt/verifier/judge/RuleSet"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { addressDigest } from "../accounts/addressHmac.ts"
import { Activity } from "../activity/Activity.ts"
import { readAnswers } from "../activity/readAnswers.ts"
import type { AnswerPlace } from "../activity/readAnswers.ts"
import { firstIdAt } from "../activity/uuidTime.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { mailboxDigest, mailboxOf } from "../reports/mailboxDigest.ts"
import { reportedAt } from "../reports/ownReports.ts"
import { rulesNamed } from "../rules/ruleRows.ts"
import { answerOfRow, isLasting, packedAt, rowOfAnswer, unpackRow } from "./csv/ResultRow.ts"
import type { ResultRow } from "./csv/ResultRow.ts"
import type { Imported } from "./imports/findImports.ts"
import { takesNoMail } from "./previewUpload.ts"

/** The account whose results are looked for. */
interface Owner {
  readonly account: string
  readonly addressKey: Uint8Array
  /** Names the account's rules of now, if it has any. */
  readonly rulesId?: string | null | undefined
  /** Whether the account has reported about mail. */
  readonly hasFeedback: boolean
}

export interface WantedResults {
  readonly emails: ReadonlyArray<string>
  /** The mode that was asked for: a deep result also serves a request in fast mode. */
  readonly mode: Mode
  /** Epoch milliseconds: an older result is not known. */
  readonly since: number
  /** Verdicts of another service, by address. They count where the account has no result of its own. */
  readonly brought?: ReadonlyMap<string, Imported> | undefined
}

interface Found {
  /** The mode of the verification. */
  readonly mode: Mode
  readonly row: ResultRow
  /** The answer; a row of a list has only what its line in the download needs. */
  readonly answer?: KeptResult
}

export interface KnownResult extends Found {
  /** The row as it is given again. */
  readonly row: ResultRow
}

/** By address as it was asked for. */
export type KnownResults = ReadonlyMap<string, KnownResult>

/** In `job_result`: 64 bits tell the addresses of an account apart, and the normalized address is compared as well. */
const storedDigestHexChars = 16

export const storedDigest = (addressKey: Uint8Array, email: string): string =>
  addressDigest(addressKey, email).slice(0, storedDigestHexChars)

const spelled = (email: string): string => email.trim().toLowerCase()

const checkedAtOf = ({ row }: Found): number => Date.parse(row.checkedAt)

interface ListedRow {
  readonly digest: string
  readonly result: string
  readonly mode: Mode
}

/** `any (array(…))` is one index look-up for all; only rows that may be given again have a digest. */
const inLists = (account: string, digests: ReadonlyArray<string>, { mode, since }: WantedResults) =>
  SqlClient.SqlClient.use(
    (sql) => sql<ListedRow>`
      select distinct on (r.address) encode(r.address, 'hex') as digest, r.result, j.mode
      from job_result r join job j using (job_id)
      where r.address = any (array(select decode(asked, 'hex') from unnest(${digests}::text[]) asked))
        and j.account_id = ${account} and (j.mode = 'deep' or j.mode = ${mode})
        and (j.completed_at is null or j.completed_at >= ${new Date(since)})
      order by r.address, (r.result::jsonb ->> ${sql.literal(String(packedAt("importedFrom")))}) is not null,
        j.created_at desc, j.job_id desc`
  )

const findListed = Effect.fnUntraced(function* (
  { account, addressKey }: Owner,
  wanted: WantedResults
) {
  const digests = new Map(wanted.emails.map((email) => [email, storedDigest(addressKey, email)]))
  const rows = yield* inLists(account, [...digests.values()], wanted)
  const byDigest = new Map(rows.map((row) => [row.digest, row]))
  return (email: string): Found | undefined => {
    const found = byDigest.get(digests.get(email)!)
    if (found === undefined) return undefined
    const row = unpackRow(found.result)
    const isSame = row.normalizedEmail === undefined || row.normalizedEmail === mailboxOf(email)
    return isSame ? { mode: found.mode, row } : undefined
  }
})

const isOneOf = (kept: Reason | string | undefined, ...codes: ReadonlyArray<Reason["code"]>) => {
  const read = kept && keptReason(kept)
  return typeof read === "object" && codes.includes(read.code)
}

interface CheckedRow extends AnswerPlace {
  readonly mailbox: string
  readonly mode: Mode
}

const newestChecks = (
  account: string,
  mailboxes: ReadonlyArray<string>,
  { mode, since }: WantedResults
) =>
  SqlClient.SqlClient.use(
    (sql) => sql<CheckedRow>`
      select distinct on (mailbox) encode(mailbox, 'hex') as mailbox, mode, answers_id as "answersId",
        place
      from activity
      where mailbox = any (array(select decode(asked, 'hex') from unnest(${mailboxes}::text[]) asked))
        and account_id = ${account} and id >= ${firstIdAt(since)} and (mode = 'deep' or mode = ${mode})
        and status <> 'unknown' and not is_replay and answers_id is not null
      order by mailbox, id desc`
  )

const findChecked = Effect.fnUntraced(function* (
  { account, addressKey }: Owner,
  wanted: WantedResults
) {
  const mailboxes = new Map(wanted.emails.map((email) => [email, mailboxDigest(addressKey, email)]))
  const rows = yield* newestChecks(account, [...new Set(mailboxes.values())], wanted)
  const byMailbox = new Map(rows.map((row) => [row.mailbox, row]))
  const answerOf = yield* readAnswers(account, rows)
  return (email: string): Found | undefined => {
    const found = byMailbox.get(mailboxes.get(email)!)
    const kept = found && answerOf(found)
    if (found === undefined || !kept?.answer || spelled(kept.email) !== spelled(email))
      return undefined
    // An answer of ours, so it is not decoded. What it is based on is too long ago to be shown as of now.
    const { evidence: _, ...answer }: KeptResult = JSON.parse(kept.answer)
    const row = rowOfAnswer(answer, { creditsUsed: 0, checkedAt: answer.checked_at })
    const isAllowed = answer.reasons.some((one) =>
      isOneOf(one, "allowedByRule", "allowedOverLists")
    )
    return { mode: found.mode, answer, row: isAllowed ? { ...row, isAllowed } : row }
  }
})

/** The result of the service itself before one of another service, and then the newest. */
const better = (one: Found | undefined, other: Found | undefined): Found | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  const isOwn = one.row.importedFrom === undefined
  if (isOwn !== (other.row.importedFrom === undefined)) return isOwn ? one : other
  return checkedAtOf(other) > checkedAtOf(one) ? other : one
}

// Verdicts that a list brings along, as results. Of the address only that is known which needs no network.

/** A verdict has no findings to weigh: the points are the fewest that it can have, and half of them. */
const scores = { valid: 80, risky: 50, invalid: 0 } as const

/** `undefined`: what rcpt knows itself says something else, or would. */
const broughtAs = (
  lists: Lists["Service"],
  domainOf: (domain: string) => DomainEvidence | undefined,
  mode: Mode
) => {
  // No mail server was asked, since the verdict settles the address.
  const notAsked = {
    smtpStatus: "not_checked",
    smtpReason: "smtp_not_required",
    mailboxExists: "unknown"
  } as const
  return (email: string, { service, verdict, checkedAt }: Imported): Found | undefined => {
    const parsed = parseAddress(email)
    if (Result.isFailure(parsed)) return undefined
    const domain = domainOf(parsed.success.domain)
    if (domain !== undefined && takesNoMail(domain)) return undefined
    const { disposable, relay, role, free } = lists.consult(parsed.success)
    if (verdict.status === "valid" && (disposable ?? relay ?? role) !== undefined) return undefined
    return {
      mode,
      row: {
        ...verdict,
        score: scores[verdict.status],
        normalizedEmail: mailboxOf(email),
        is_disposable: disposable !== undefined,
        is_relay: relay !== undefined,
        is_role_based: role !== undefined,
        is_free_provider: free !== undefined,
        creditsUsed: 0,
        checkedAt,
        importedFrom: service,
        ...(mode === "deep" && notAsked)
      }
    }
  }
}

/** What today's knowledge says of an address, without asking anyone. */
const stillHolds = (
  lists: Lists["Service"],
  rules: RuleSet | undefined,
  domainOf: (domain: string) => DomainEvidence | undefined
) => {
  const ruleOf = (email: string): "block" | "allow" | "none" | "unclear" => {
    const parsed = parseAddress(email)
    if (rules === undefined || Result.isFailure(parsed)) return "none"
    const domain = rules.hasHosts ? domainOf(parsed.success.domain) : undefined
    if (rules.hasHosts && domain === undefined) return "unclear"
    return rules.find(parsed.success, mailboxOf(email), domain)?.action ?? "none"
  }
  const isNewlyListed = (email: string, row: ResultRow): boolean => {
    const parsed = parseAddress(email)
    if (Result.isFailure(parsed)) return false
    const listed = lists.consult(parsed.success)
    const names = Object.keys(listed) as ReadonlyArray<keyof ListEvidence>
    return names.some((name) => listed[name] !== undefined && row[columnOf(name)] === false)
  }
  return (email: string, { row }: Found): boolean => {
    const rule = ruleOf(email)
    const had = row.subStatus === "blocked_by_rule" ? "block" : row.isAllowed ? "allow" : "none"
    return rule === had && !isNewlyListed(email, row)
  }
}

/** The reports of the account that are newer than a result. */
const notReported = Effect.fnUntraced(function* (
  { account, addressKey, hasFeedback }: Owner,
  emails: ReadonlyArray<string>
) {
  if (!hasFeedback) return () => true
  const reports = yield* reportedAt(
    account,
    emails.map((email) => mailboxDigest(addressKey, email))
  )
  return (email: string, found: Found): boolean =>
    (reports.get(mailboxDigest(addressKey, email)) ?? 0) < checkedAtOf(found)
})

/** Looks all addresses up at once: those of a chunk of a list, or of a batch. */
export const findKnown = Effect.fnUntraced(function* (
  owner: Owner,
  wanted: WantedResults
): Effect.fn.Return<
  KnownResults,
  SqlError.SqlError,
  Lists | Secrets | SqlClient.SqlClient | Verifier
> {
  const emails = wanted.emails.filter((email) => !isSandbox(email))
  if (emails.length === 0) return new Map()
  const activity = yield* Effect.serviceOption(Activity)
  if (Option.isSome(activity)) yield* activity.value.flush
  const listed = yield* findListed(owner, { ...wanted, emails })
  const checked = yield* findChecked(owner, { ...wanted, emails })
  const { knownDomain } = yield* Verifier
  const now = yield* Clock.currentTimeMillis
  const domainOf = (domain: string) => knownDomain(domain, now)
  const lists = yield* Lists
  const asFound = broughtAs(lists, domainOf, wanted.mode)
  const isGood = (known: Found | undefined): known is Found =>
    known !== undefined && isLasting(known.row) && checkedAtOf(known) >= wanted.since
  const found = emails.flatMap((email) => {
    const imported = wanted.brought?.get(email)
    const known = [better(listed(email), checked(email)), imported && asFound(email, imported)]
      .filter(isGood)
      .reduce<Found | undefined>(better, undefined)
    return known === undefined ? [] : [[email, known] as const]
  })
  const isNews = yield* notReported(
    owner,
    found.map(([email]) => email)
  )
  const rules = yield* rulesNamed(owner.account, owner.rulesId)
  const holds = stillHolds(lists, rules, domainOf)
  return new Map(
    found
      .filter(([email, known]) => isNews(email, known) && holds(email, known))
      .map(([email, known]) => [
        email,
        { ...known, row: { ...known.row, creditsUsed: 0, isKnown: true } }
      ])
  )
}, Effect.orDie)

const dayChars = "2026-11-28".length

/** The answer that is given again. */
export const answerOf = ({
  email,
  known: { row, mode, answer },
  elapsedMillis
}: {
  readonly email: string
  readonly known: KnownResult
  readonly elapsedMillis: number
}): KeptResult => {
  const date = row.checkedAt.slice(0, dayChars)
  const from = row.importedFrom
  const says = from
    ? reason("broughtResult", { service: serviceNamed(from), date })
    : reason("earlierResult", { date })
  const base = answer ?? answerOfRow(email.trim(), row, mode)
  // The answer may itself be one that was given again.
  const isTold = isOneOf(base.reasons[0], says.code)
  return {
    ...base,
    email: email.trim(),
    credits_used: 0,
    response_time_ms: elapsedMillis,
    reasons: [says, ...base.reasons.slice(isTold ? 1 : 0)]
  }
}

/**
 * What an answer says, in one word: the key of the tables in which each interface has its own words. It is the
 * `sub_status`; for `mailbox_unverified`, why the mail server proved nothing.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { SmtpStatus } from "@rcpt/domain/Smtp"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

/** A visitor of a browser key is told a part of it (http/handlers/verification.ts). */
export type Said = Pick<VerifyResult, "email" | "status"> & Partial<VerifyResult>

const inconclusive = [
  "greylisted",
  "rate_limited",
  "policy_blocked",
  "timeout",
  /** The server could not be reached, or broke off. */
  "connection_failed",
  /** It answered, and the answer proves nothing: some providers hide which mailboxes exist. */
  "inconclusive",
  /** It was not asked: no slot in time, an internationalized name, a limit of ours. */
  "not_asked"
] as const

type Inconclusive = (typeof inconclusive)[number]

export type Outcome =
  /** Deep mode: the mail server accepts mail for the mailbox. */
  | "accepted"
  /** Fast mode: no problem was found, and the mail server was not asked. */
  | "no_problem"
  | Exclude<SubStatus, "mailbox_unverified">
  | Inconclusive

const ofSmtp: Readonly<Record<SmtpStatus, Inconclusive>> = {
  greylisted: "greylisted",
  rate_limited: "rate_limited",
  policy_blocked: "policy_blocked",
  timeout: "timeout",
  not_checked: "not_asked",
  unknown: "inconclusive",
  // With these `mailbox_unverified` is not said.
  deliverable: "inconclusive",
  undeliverable: "inconclusive",
  catch_all: "inconclusive"
}

const whyUnverified = ({ smtp }: Said): Inconclusive => {
  if (smtp === undefined) return "not_asked"
  return smtp.sub_reason === "connection_failed" ? "connection_failed" : ofSmtp[smtp.status]
}

export const outcomeOf = (said: Said): Outcome => {
  const { sub_status: subStatus } = said
  if (subStatus === "mailbox_unverified") return whyUnverified(said)
  return subStatus ?? (isVouchedFor(said) ? "accepted" : withoutReason[said.status])
}

/** A verdict that a list brought along may have no reason: the words that say the least. */
const withoutReason: Readonly<Record<Status, Outcome>> = {
  valid: "no_problem",
  risky: "low_score",
  invalid: "mailbox_disabled",
  unknown: "inconclusive"
}

/** The verdict; `unknown` also where the mail server proved nothing: rcpt calls that risky, other services do not. */
export const verdictOf = (said: Said): Status =>
  said.sub_status === "mailbox_unverified" ? "unknown" : said.status

/** Whether the mail server accepts mail for this mailbox, and not for any other name too. */
export const isVouchedFor = ({ smtp }: Said): boolean => smtp?.status === "deliverable"

/** The parts of an address: all of a malformed one is its name. */
export const partsOf = (email: string): { readonly user: string; readonly domain: string } => {
  const at = email.lastIndexOf("@")
  return at < 0
    ? { user: email, domain: "" }
    : { user: email.slice(0, at), domain: email.slice(at + 1) }
}

/** Seconds with milliseconds; `undefined`: not measured. */
export const secondsOf = ({ response_time_ms: millis }: Said): number | undefined =>
  millis === undefined ? undefined : millis / 1_000

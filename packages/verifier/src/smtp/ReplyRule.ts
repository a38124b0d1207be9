/** The shape of a rule about replies, and the meanings that replies can have. */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

import type { TwoCauses } from "./otherCauses.ts"
import type { Predicate, Subject } from "./understand.ts"

export interface ReplyMeaning {
  /** What the reply speaks about. */
  readonly subject: "recipient" | "domain" | "sender" | "us" | "session" | "server" | "unknown"
  /** What it says of that, for people. */
  readonly predicate: string
  readonly status: SmtpChecked["status"]
  readonly subReason?: SmtpSubReason
  /** Whether the mailbox exists, although the reply does not accept it. */
  readonly exists?: true
  /** Whether it is about the recipient or its domain, so that only the reply to RCPT can say it. */
  readonly aboutRecipient?: true
}

export const replyMeanings = {
  accepted: {
    subject: "recipient",
    predicate: "accepted",
    status: "deliverable",
    aboutRecipient: true
  },
  unverified: {
    subject: "recipient",
    predicate: "not verified",
    status: "unknown",
    subReason: "provider_unverifiable",
    aboutRecipient: true
  },
  greylisted: { subject: "us", predicate: "deferred", status: "greylisted" },
  rateLimited: { subject: "us", predicate: "limited", status: "rate_limited" },
  /** The mailbox gets more mail than its limit allows. */
  mailboxBusy: {
    subject: "recipient",
    predicate: "limited",
    status: "rate_limited",
    exists: true,
    aboutRecipient: true
  },
  policyBlocked: { subject: "us", predicate: "refused", status: "policy_blocked" },
  tlsRequired: {
    subject: "session",
    predicate: "refused",
    status: "policy_blocked",
    subReason: "tls_required"
  },
  senderRejected: {
    subject: "sender",
    predicate: "refused",
    status: "policy_blocked",
    subReason: "sender_rejected"
  },
  /** The host takes no mail for anybody, and says so in its greeting. */
  hostTakesNoMail: {
    subject: "server",
    predicate: "refusing",
    status: "undeliverable",
    subReason: "domain_not_found"
  },
  domainRefused: {
    subject: "domain",
    predicate: "refused",
    status: "undeliverable",
    subReason: "domain_not_found",
    aboutRecipient: true
  },
  mailboxFull: {
    subject: "recipient",
    predicate: "full",
    status: "undeliverable",
    subReason: "mailbox_full",
    exists: true,
    aboutRecipient: true
  },
  mailboxDisabled: {
    subject: "recipient",
    predicate: "closed",
    status: "undeliverable",
    subReason: "mailbox_disabled",
    aboutRecipient: true
  },
  mailboxMissing: {
    subject: "recipient",
    predicate: "absent",
    status: "undeliverable",
    subReason: "mailbox_not_found",
    aboutRecipient: true
  },
  serverTrouble: { subject: "server", predicate: "failing", status: "unknown" },
  /** The reply fits none of our commands, or no rule says what it means. */
  notUnderstood: {
    subject: "unknown",
    predicate: "not understood",
    status: "unknown",
    subReason: "protocol_error"
  }
} satisfies Record<string, ReplyMeaning>

/** A rule about replies. All conditions that are present must match. */
export interface ReplyRule {
  /** The id is stable, because it is shown to customers and counted. */
  readonly id: string
  /** The phases in which the rule holds. A meaning about the recipient holds only at RCPT in any case. */
  readonly phases?: ReadonlyArray<SmtpPhase>
  /** Matches the three digits. */
  readonly code?: RegExp
  /** Matches the enhanced code, which is empty if there is none. */
  readonly enhanced?: RegExp
  /** Matches all lines as one, blanks collapsed, without addresses. */
  readonly text?: RegExp
  /** Matches the reasons of the reply (understand.ts): neither links nor advice. */
  readonly reason?: RegExp
  /** The rule does not match a reply with these words. */
  readonly unless?: RegExp
  /** What the reply has to say (understand.ts). */
  readonly says?: { readonly subject: ReadonlyArray<Subject>; readonly predicate: Predicate }
  /** What the words of the predicate must not be: a quota, say, in place of storage. */
  readonly saysOtherThan?: RegExp
  /** The rule matches only replies that refuse in words that we know, or give grounds in such words. */
  readonly refuses?: true
  /**
   * The rule matches only replies whose words say nothing else: no refusal and no grounds in any language, and no script
   * that we cannot read, and no sentence that no rule reads. `grounds`: a refusal may stand there, without grounds.
   */
  readonly saysNothingElse?: "refusals and grounds" | "grounds"
  /** The rule matches only replies with a clause that names two causes. */
  readonly namesTwoCauses?: TwoCauses
  /** The rule matches only replies without words of the server's own. */
  readonly isWordless?: true
  /** The rule matches only replies that speak about us (understand.ts). */
  readonly isAboutUs?: true
  /**
   * The codes, or words that may also be about us, do not tell what was refused. A control probe can: if a
   * made-up address gets the same reply, it is not about the mailbox.
   */
  readonly isUnclear?: true
  /** No rule knows the words, so the text is kept for a bug report. */
  readonly isUnread?: true
  readonly means: keyof typeof replyMeanings
  readonly source: string
}

/** A rule of one provider, for hosts with one of these suffixes. It comes before all other rules. */
export interface ProviderReplyRule extends ReplyRule {
  readonly hosts: ReadonlyArray<string>
}

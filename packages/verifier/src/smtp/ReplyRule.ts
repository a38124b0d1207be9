/** The shape of a rule about replies, and the few things that replies can mean. */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

export interface ReplyMeaning {
  readonly status: SmtpChecked["status"]
  readonly subReason?: SmtpSubReason
  /** The mailbox exists, although the reply does not accept it. */
  readonly exists?: true
  /** About the recipient or its domain, so only the reply to RCPT can say it. */
  readonly aboutRecipient?: true
}

export const replyMeanings = {
  accepted: { status: "deliverable", aboutRecipient: true },
  unverified: { status: "unknown", subReason: "provider_unverifiable", aboutRecipient: true },
  greylisted: { status: "greylisted" },
  rateLimited: { status: "rate_limited" },
  /** The mailbox gets more mail than its limit allows. */
  mailboxBusy: { status: "rate_limited", exists: true, aboutRecipient: true },
  policyBlocked: { status: "policy_blocked" },
  tlsRequired: { status: "policy_blocked", subReason: "tls_required" },
  senderRejected: { status: "policy_blocked", subReason: "sender_rejected" },
  /** The host takes no mail for anybody, and says so in its greeting. */
  hostTakesNoMail: { status: "undeliverable", subReason: "domain_not_found" },
  domainRefused: { status: "undeliverable", subReason: "domain_not_found", aboutRecipient: true },
  mailboxFull: {
    status: "undeliverable",
    subReason: "mailbox_full",
    exists: true,
    aboutRecipient: true
  },
  mailboxDisabled: {
    status: "undeliverable",
    subReason: "mailbox_disabled",
    aboutRecipient: true
  },
  mailboxMissing: {
    status: "undeliverable",
    subReason: "mailbox_not_found",
    aboutRecipient: true
  },
  serverTrouble: { status: "unknown" },
  /** It fits none of our commands, or no rule says what it means. */
  notUnderstood: { status: "unknown", subReason: "protocol_error" }
} satisfies Record<string, ReplyMeaning>

/** All conditions that are present must match. */
export interface ReplyRule {
  /** Stable: it is shown to customers and counted. */
  readonly id: string
  /** Only in these. A rule whose meaning is about the recipient holds at RCPT only in any case. */
  readonly phases?: ReadonlyArray<SmtpPhase>
  /** Matches the three digits. */
  readonly code?: RegExp
  /** Matches the enhanced code, which is empty where there is none. */
  readonly enhanced?: RegExp
  /** Matches all lines as one, blanks collapsed, without addresses. */
  readonly text?: RegExp
  /** Does not match with these words in it. */
  readonly unless?: RegExp
  /** Each matches the same, folded (subject.ts). */
  readonly all?: ReadonlyArray<RegExp>
  /** Only replies in which something speaks about us (subject.ts). */
  readonly isAboutUs?: true
  /**
   * The codes, or words that may be about us too, do not tell what was refused. A control probe can: the same
   * reply for an address that was made up is not about the mailbox.
   */
  readonly isUnclear?: true
  readonly means: keyof typeof replyMeanings
  readonly source: string
}

/** A rule of one provider: only for hosts with one of these suffixes, and before all other rules. */
export interface ProviderReplyRule extends ReplyRule {
  readonly hosts: ReadonlyArray<string>
}

/** The shape of a rule about replies, and the meanings that replies can have. */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

export interface ReplyMeaning {
  readonly status: SmtpChecked["status"]
  readonly subReason?: SmtpSubReason
  /** Whether the mailbox exists, although the reply does not accept it. */
  readonly exists?: true
  /** Whether it is about the recipient or its domain, so that only the reply to RCPT can say it. */
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
  /** The reply fits none of our commands, or no rule says what it means. */
  notUnderstood: { status: "unknown", subReason: "protocol_error" }
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
  /** The rule does not match a reply with these words. */
  readonly unless?: RegExp
  /** Each matches the same text, folded (readReply.ts). */
  readonly all?: ReadonlyArray<RegExp>
  /** The rule matches only replies that speak about us (readReply.ts). */
  readonly isAboutUs?: true
  /**
   * The codes, or words that may also be about us, do not tell what was refused. A control probe can: if a
   * made-up address gets the same reply, it is not about the mailbox.
   */
  readonly isUnclear?: true
  readonly means: keyof typeof replyMeanings
  readonly source: string
}

/** A rule of one provider, for hosts with one of these suffixes. It comes before all other rules. */
export interface ProviderReplyRule extends ReplyRule {
  readonly hosts: ReadonlyArray<string>
}

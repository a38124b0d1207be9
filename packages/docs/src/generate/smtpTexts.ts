/** The meaning of each `smtp.status`, `smtp.reason` and `smtp.sub_reason`. */
import type { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"

import type { FindingText } from "./verdictTexts.ts"

export const smtpTexts: Readonly<Record<SmtpStatus, FindingText>> = {
  deliverable: {
    means: "The mail server accepts the address, but not every address: the mailbox exists.",
    how: "250 to RCPT for the address, and a refusal for a made-up name.",
    todo: "Send, unless the top-level `status` says otherwise: a throwaway address can be deliverable too."
  },
  undeliverable: {
    means: "The mail server permanently refuses this mailbox.",
    how: "A permanent refusal at RCPT whose subject is the mailbox. `response_code`, `enhanced_code` and `sub_reason` have the details.",
    todo: "Do not send."
  },
  catch_all: {
    means: "The server takes every name, so accepting this one proves nothing.",
    how: "It accepted a made-up name.",
    todo: "Go by `catch_all_confidence`."
  },
  unknown: {
    means: "The mail server was asked, but did not say whether the mailbox exists.",
    how: "The provider hides which mailboxes exist, a gateway in front of it accepts every name, or the reply is unclear. `sub_reason` names the cause where it is known.",
    todo: "Send with care. A second check seldom finds more."
  },
  greylisted: {
    means: "The server asks unknown senders to try again later, and accepts them then.",
    how: "A temporary refusal (4xx) in the words of greylisting (RFC 6647).",
    todo: "Check again after `retry_after` seconds. Rows of a list are checked again automatically, from the same IP address."
  },
  rate_limited: {
    means: "The mail server or its provider limits how often we may ask.",
    how: "A refusal about pace, connections or quotas, or a mailbox that receives more than its limit allows.",
    todo: "Check again after `retry_after` seconds. rcpt lowers its pace with that provider automatically."
  },
  policy_blocked: {
    means: "The server refuses us, not the mailbox: our address, our name or our sender.",
    how: "A refusal whose subject is the sender, or the same refusal for a made-up name.",
    todo: "It says nothing about the address. Operators: see `rcpt doctor` and [self-hosting](../self-hosting.md#reputation)."
  },
  timeout: {
    means: "The mail server did not answer in time.",
    how: "No mail server of the domain finished the conversation within the request's `timeout` or rcpt's own limits.",
    todo: "Check again after `retry_after` seconds, with a longer `timeout`, or in a list."
  },
  not_checked: {
    means: "The mail server was not asked. `reason` names the cause.",
    how: "See the reasons below.",
    todo: "Follow the reason."
  }
}

export const reasonTexts: Readonly<Record<SmtpReason, string>> = {
  smtp_not_required:
    "The other checks already decided, or the domain is known to take every address ([catch-all](../catch-all.md#in-lists-and-batches)).",
  smtp_not_requested: "Reserved; fast answers have no `smtp`.",
  smtp_unavailable: "This server cannot reach mail servers, or the provider blocks it.",
  smtp_no_mx: "The domain has no mail server to ask.",
  smtp_invalid_syntax: "The text is not an address.",
  smtp_smtputf8: "The name before the @ needs SMTPUTF8 (RFC 6531), which rcpt does not use.",
  smtp_unsafe_mx: "The mail servers have private IP addresses only.",
  smtp_throttled: "No conversation could begin in time: the pace with that provider is used up.",
  smtp_abuse_throttled:
    "The account has checked too many names of the domain ([limits](../lists.md#guessed-names))."
}

export const subReasonTexts: Readonly<Record<SmtpSubReason, string>> = {
  mailbox_not_found: "No such mailbox.",
  mailbox_full: "The mailbox is full.",
  mailbox_disabled: "The mailbox is switched off.",
  domain_not_found: "The server does not know the domain.",
  accept_all_gateway: "A gateway in front of the mail system takes every name.",
  provider_unverifiable: "The provider takes every name at first and decides later.",
  connection_failed: "The connection failed.",
  protocol_error:
    "The reply is not valid SMTP, or its words are not known: `explain=true` shows them.",
  tls_required: "The server demands TLS but does not support it.",
  sender_rejected: "The server refuses our sender address."
}

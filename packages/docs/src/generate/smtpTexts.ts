/** The meaning of each `smtp.status`, `smtp.reason` and `smtp.sub_reason`. */
import type { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"

import type { FindingText } from "./verdictTexts.ts"

export const smtpTexts: Readonly<Record<SmtpStatus, FindingText>> = {
  deliverable: {
    means: "The mail server took the address, and does not take every one: the mailbox exists.",
    how: "250 to RCPT for the address, and a refusal for a name that we made up.",
    todo: "Send, unless the top-level `status` says otherwise: a throwaway address can be deliverable too."
  },
  undeliverable: {
    means: "The mail server refuses this mailbox for good.",
    how: "A permanent refusal at RCPT whose subject is the mailbox; `response_code`, `enhanced_code` and `sub_reason` say more.",
    todo: "Do not send."
  },
  catch_all: {
    means: "The server takes every name, so its word proves nothing about this one.",
    how: "It took a name that we made up.",
    todo: "Go by `catch_all_confidence`. [More](../catch-all.md)."
  },
  unknown: {
    means: "There was a conversation, and it said nothing about the mailbox.",
    how: "The provider hides which mailboxes exist, a gateway in front of it takes all, or the reply says nothing that can be told apart. `sub_reason` has what is known.",
    todo: "Send with care. A second question seldom says more."
  },
  greylisted: {
    means: "The server puts unknown senders off once, and takes them later.",
    how: "A temporary refusal (4xx) in the words of greylisting (RFC 6647).",
    todo: "Ask again after `retry_after`. Rows of a job are asked again by themselves, from the same address."
  },
  rate_limited: {
    means: "The server, or the provider, has had enough questions from us for now.",
    how: "A refusal that speaks of pace, connections or quotas; or the mailbox itself gets more than its limit allows.",
    todo: "Ask again after `retry_after`. The pace with that provider is lowered by itself."
  },
  policy_blocked: {
    means: "The server refuses us, not the mailbox: our address, our name or our sender.",
    how: "A refusal whose subject is the sender, also where the same words answer a name that we made up.",
    todo: "It says nothing about the address. As an operator, look at `rcpt doctor` and [self-hosting](../self-hosting.md#reputation)."
  },
  timeout: {
    means: "The mail server did not answer in time.",
    how: "No host of the domain finished the conversation within the request's `timeout` or the server's own limits.",
    todo: "Ask again after `retry_after`, with a longer `timeout`, or in a job."
  },
  not_checked: {
    means: "There was no conversation; `reason` says why.",
    how: "See the reasons below.",
    todo: "Go by the reason."
  }
}

export const reasonTexts: Readonly<Record<SmtpReason, string>> = {
  smtp_not_required:
    "The other checks settle the address already, or the domain is known to take every address ([lists](../lists.md#domains-that-take-every-address)).",
  smtp_not_requested: "Reserved; fast answers have no `smtp`.",
  smtp_unavailable: "Mail servers cannot be asked from here, or the provider blocks us.",
  smtp_no_mx: "The domain has no mail server that could be asked.",
  smtp_invalid_syntax: "The text is no address.",
  smtp_smtputf8: "The name before the @ needs SMTPUTF8 (RFC 6531), which is not asked for.",
  smtp_unsafe_mx: "The mail hosts have private addresses only.",
  smtp_throttled: "No conversation could begin in time: the pace with that provider is used up.",
  smtp_abuse_throttled:
    "The account has asked for too many names of the domain ([limits](../lists.md#guessed-names))."
}

export const subReasonTexts: Readonly<Record<SmtpSubReason, string>> = {
  mailbox_not_found: "No such mailbox.",
  mailbox_full: "The mailbox is full.",
  mailbox_disabled: "The mailbox is switched off.",
  domain_not_found: "The server does not know the domain.",
  accept_all_gateway: "A gateway in front of the mail system takes every name.",
  provider_unverifiable: "The provider takes every name at first and decides later.",
  connection_failed: "No connection came about.",
  protocol_error: "What answered does not speak SMTP.",
  tls_required: "The server demands TLS and cannot do it.",
  sender_rejected: "The server refuses the sender that was named."
}

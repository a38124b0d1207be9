/** The words for the meaning of a verdict, for all pages that show one. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { wordsOf } from "./translation.ts"

export const words = wordsOf("verdict", {
  /**
   * The meaning of a sub-status for a sender, in one sentence. The reasons of the result explain it in
   * detail.
   */
  meanings: {
    failed_syntax_check: "Email cannot be sent: this is not a well-formed address.",
    domain_not_found: "Email bounces: the domain does not exist.",
    does_not_accept_mail: "Email bounces: the domain does not accept email.",
    mx_unroutable: "Email bounces: the domain's mail servers cannot be reached.",
    mailbox_not_found: "Email bounces: the mailbox does not exist.",
    mailbox_disabled: "Email bounces: the mailbox is disabled.",
    domain_rejected_by_mail_server: "Email bounces: the mail server rejects the whole domain.",
    reported_bounce: "You reported that email to this address bounced.",
    reported_complaint: "You reported a complaint about email to this address.",
    blocked_by_rule: "One of your rules blocks this address.",
    dns_error: "Nothing is known yet, because DNS failed.",
    no_mx_records: "Email is unlikely to arrive: the domain lists no mail server.",
    disposable: "A disposable mailbox: it may be gone in minutes, and its email is rarely read.",
    blocklisted: "The domain or its mail server is on a blocklist, a sign of spam or break-ins.",
    parked: "The domain is parked or for sale, so email is unlikely to be read.",
    role_based: "This is a shared inbox, such as sales or support, not a person.",
    role_based_catch_all:
      "A shared inbox at a domain that accepts every name: there is no way to tell whether it exists.",
    relay: "An alias that forwards to a hidden address. Its owner can switch it off.",
    catch_all:
      "The domain accepts every name: there is no way to tell whether this mailbox exists.",
    synthetic_local_part: "The name looks made up, as if it was typed to get past a form.",
    new_domain:
      "The domain was registered less than 30 days ago, too recently to have a reputation.",
    mailbox_full: "The mailbox exists but is full. Email bounces until the mailbox is emptied.",
    possible_typo: "The address is probably mistyped. A stranger may read the email.",
    mailbox_unverified: "The address may be right, but no mail server has confirmed the mailbox.",
    low_score: "No single finding is decisive, but together they bring the score below 80."
  } satisfies Record<NonNullable<VerifyResult["sub_status"]>, string>,
  valid: {
    mistyped: "The address may be mistyped. Apart from that, no problem was found.",
    fast: "The mail server was not asked whether the mailbox exists.",
    deep: "The mail server accepts email for this mailbox."
  },
  /** What `valid` stands for: the proof behind it depends on the mode. */
  found: { fast: "No problem found", deep: "Mailbox confirmed" },
  typoOf: (domain: string) => `Likely typo of ${domain}`,
  scoreMeaning:
    "100 minus points for each problem. It ranks addresses of the same status and is not a probability.",
  advice: {
    send: "You can send to it.",
    send_with_care: "Send with care: email to it may bounce.",
    do_not_send: "Do not send to it.",
    ask_again: "Ask again before you send."
  } satisfies Record<NonNullable<VerifyResult["recommendation"]>, string>,
  askAgainIn: {
    minutes: (minutes: number) => `Ask again in ${minutes} minutes before you send.`,
    hours: (hours: number) =>
      `Ask again in ${hours === 1 ? "an hour" : `${hours} hours`} before you send.`
  }
})

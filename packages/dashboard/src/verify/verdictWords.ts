/**
 * What a verdict means for whoever wants to send mail, in one sentence; the reasons of the answer say
 * how it came to it. Every word of the contract has a row, which the compiler holds.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

type SubStatus = NonNullable<VerifyResult["sub_status"]>

const meanings: Readonly<Record<SubStatus, string>> = {
  failed_syntax_check: "No mail can be sent to it, for it is not a well-formed address.",
  domain_not_found: "Mail to it bounces: its domain does not exist.",
  does_not_accept_mail: "Mail to it bounces: its domain takes no mail at all.",
  mx_unroutable: "Mail to it bounces: its mail servers cannot be reached by anybody.",
  mailbox_not_found: "Mail to it bounces: there is no such mailbox.",
  mailbox_disabled: "Mail to it bounces: the mailbox was disabled.",
  domain_rejected_by_mail_server: "Mail to it bounces: its mail server refuses the whole domain.",
  dns_error: "Nothing is known yet, because DNS failed. Verify it again in some minutes.",
  no_mx_records: "Mail to it may well bounce: its domain names no mail server.",
  disposable: "Mail arrives, but the mailbox is a throwaway one and may be gone in minutes.",
  blocklisted: "Its domain or mail server is on a blocklist: a sign of spam or of break-ins.",
  parked: "Its domain is parked or for sale, so nobody is likely to read the mail.",
  role_based: "Mail reaches a shared inbox, such as sales or support, not a person.",
  role_based_catch_all:
    "A shared inbox, and its domain accepts every name: whether it exists cannot be known.",
  relay: "Mail is passed on to an address that its owner hides, for as long as the owner likes.",
  catch_all: "Its domain accepts every name: whether this mailbox exists cannot be known.",
  synthetic_local_part: "The name looks made up, as one typed to get past a form.",
  new_domain: "Its domain was registered less than 30 days ago: too young for a reputation.",
  mailbox_full: "The mailbox exists but is full: mail to it comes back until it is emptied.",
  low_score: "No finding decides alone, but together they leave the score below 80."
}

const whenValid = ({ mode, smtp }: VerifyResult): string => {
  if (mode === "fast")
    return "Nothing speaks against it. Whether the mailbox exists, deep mode asks its mail server."
  return smtp?.status === "deliverable"
    ? "Mail to it should arrive: its mail server takes mail for this mailbox."
    : "Nothing speaks against it, but its mail server did not say whether the mailbox exists."
}

/** `undefined`: a word of a newer service, whose reasons say enough. */
export const meaningOf = (result: VerifyResult): string | undefined =>
  result.sub_status === undefined
    ? result.status === "valid"
      ? whenValid(result)
      : undefined
    : meanings[result.sub_status]

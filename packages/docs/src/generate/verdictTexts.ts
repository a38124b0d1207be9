/** The meaning of each `sub_status`, and what to do about it. */
import type { SubStatus } from "@rcpt/domain/Verdict"

export interface FindingText {
  /** For a person who sends mail. */
  readonly means: string
  /** How it is found out. */
  readonly how: string
  readonly todo: string
}

export const verdictTexts: Readonly<Record<SubStatus, FindingText>> = {
  failed_syntax_check: {
    means: "The text is not an email address, so no mail can be sent to it.",
    how: "By the grammar of RFC 5321 and 5322, and by what mail systems accept in practice. Nothing is looked up.",
    todo: "Ask for the address again. If a small repair is enough (a space next to the `@`, `mailto:`, a name around it), `did_you_mean` has the repaired address. `reasons` names the character. A repair never drops a letter before the `@`: `jane tag@…` has none. In a URL, `+` means a blank, so send a `+` of an address as `%2B`."
  },
  domain_not_found: {
    means: "The domain does not exist, so mail to it bounces at once.",
    how: "The name servers of the parent domain answer NXDOMAIN. A resolver that denies everything is believed only if it finds a name that certainly exists.",
    todo: "Do not send. Most are typing errors: look at `did_you_mean`, and ask for the address again."
  },
  does_not_accept_mail: {
    means: "The domain declares in DNS that it takes no mail at all.",
    how: "It publishes a null MX (RFC 7505).",
    todo: "Do not send. The address cannot have worked; ask for another one."
  },
  mx_unroutable: {
    means: "The domain names mail servers, but none of them can be reached from the internet.",
    how: "Each host of its MX records has no address, or only private and loopback ones.",
    todo: "Do not send. The domain's owner may have made a mistake: for a customer you know, check again in a few days."
  },
  mailbox_not_found: {
    means: "The domain's own mail server says that there is no such mailbox.",
    how: "Deep mode only: a permanent refusal whose subject is the mailbox. Replies about us, our address or the message never count.",
    todo: "Do not send. Ask for the address again, and remove it from your lists."
  },
  mailbox_disabled: {
    means: "The mailbox was switched off or suspended; its user cannot read it.",
    how: "Deep mode only: a permanent refusal in which the mail server names the disabled mailbox.",
    todo: "Do not send. Most of these people have left their company: look for a successor."
  },
  domain_rejected_by_mail_server: {
    means: "The mail server that the domain names does not handle mail for it.",
    how: "Deep mode only: the server refuses the domain, not the mailbox, and not us.",
    todo: "Do not send. The domain has moved, or its mail was never set up."
  },
  reported_bounce: {
    means: "You have reported that your own mail to this address bounced.",
    how: "By [feedback](../feedback.md) of your account within 90 days. Other accounts do not see it.",
    todo: "Do not send until the address is confirmed. A later report of a delivery cancels it."
  },
  reported_complaint: {
    means: "You have reported that the recipient complained about your mail, for example as spam.",
    how: "By [feedback](../feedback.md) of your account within 90 days. Other accounts do not see it.",
    todo: "Do not send. The mailbox may well exist, but more mail harms your reputation."
  },
  blocked_by_rule: {
    means: "One of your own rules blocks the address.",
    how: "By a [rule](../rules.md) of your account about the address, its domain, its mail server or its top-level domain. No mail server is asked.",
    todo: "Do not send, or remove the rule that `reasons` names. Other accounts are not affected."
  },
  dns_error: {
    means: "DNS did not answer, so nothing is known about the address.",
    how: "Name servers did not answer, or answered with a failure (SERVFAIL, REFUSED, time-out).",
    todo: "Check again after `retry_after` seconds. The address is not at fault, and the check is free."
  },
  no_mx_records: {
    means:
      "The domain exists but names no mail server. Mail then goes to the host of that name, which seldom takes any.",
    how: "There are no MX records (RFC 5321 §5.1 falls back to A and AAAA). If there is no address either, mail has nowhere to go, and `reasons` states it.",
    todo: "Do not send, unless you know that the host takes mail. Deep mode finds out."
  },
  disposable: {
    means: "A throwaway address: it works now, and is abandoned tomorrow.",
    how: "The domain, or its mail server, is on lists of such providers. One list alone is not enough: `rcpt lists show` with a domain names the lists that have it.",
    todo: "Do not send newsletters to it. At a sign-up, ask for another address."
  },
  blocklisted: {
    means: "A blocklist names the domain or its first mail server as a source of abuse.",
    how: "By the blocklists that the operator has chosen (`RCPT_DNSBL_ZONES`). `dnsbl_listings` has their names.",
    todo: "Send with care. The mailbox may be real, but the company behind it may be a risk to you."
  },
  parked: {
    means: "The domain is for sale or parked. There are hardly ever mailboxes on it.",
    how: "Its name servers or mail servers belong to a parking service.",
    todo: "Do not send. Many of these companies were bought or closed."
  },
  role_based: {
    means: "An inbox of a function, such as `info` or `sales`, which several people read.",
    how: "By the name before the @, in ten languages.",
    todo: "Send what was asked for, and leave it out of newsletters. No single person has agreed to them, and complaints are more frequent."
  },
  role_based_catch_all: {
    means:
      "An inbox of a function at a domain that takes mail for every name. Its existence cannot be checked.",
    how: "Both [`role_based`](verdicts/role_based.md) and `catch_all` are true of it.",
    todo: "Send with care, in small batches."
  },
  relay: {
    means: "An alias that hides the real address and that its user can switch off.",
    how: "The domain belongs to a service such as Apple's Hide My Email or Firefox Relay.",
    todo: "Send with care. A person reads it: treat it as that person's address, and do not ask for the real one."
  },
  catch_all: {
    means: "The domain takes mail for every name, so accepting this one proves nothing.",
    how: "The server accepted a made-up name. In fast mode this may be known from an earlier check; `explain=true` shows since when.",
    todo: "Go by `catch_all_confidence`."
  },
  synthetic_local_part: {
    means: "The name before the @ looks typed by a machine or a tester, at a free provider.",
    how: "By its shape, and by how probable its letters are in the names of 25 languages.",
    todo: "Send with care. At a sign-up, confirm it by email before you count it as a customer."
  },
  new_domain: {
    means: "The domain was registered less than 30 days ago.",
    how: "The registry's data (RDAP, WHOIS).",
    todo: "Send with care. Most domains that are used for abuse are younger than a month, but new companies have new domains too."
  },
  mailbox_full: {
    means: "The mailbox exists, but has no room left. Most full mailboxes are abandoned.",
    how: "Deep mode only: a permanent refusal because of the mailbox's size. Limits for senders (too many messages, too many connections) do not count.",
    todo: "Check again in a day or more, and remove it from the list if it stays full."
  },
  possible_typo: {
    means:
      "The domain is one typing slip away from a large provider such as `gmail.com`, or a word processor added quotation marks (`“ann”@…`).",
    how: "By its spelling: a swapped, doubled or neighbouring letter, a known slip such as `gmai.com`, a letter of another alphabet. A mistyped domain may well take mail: such domains are registered to collect it. A mailbox that its mail server confirms is never reported as a typo.",
    todo: "Do not send: a stranger may read it. Ask for the address again, or check the one in `did_you_mean`."
  },
  mailbox_unverified: {
    means: "No problems were found, but the mail server did not say whether the mailbox exists.",
    how: "Deep mode only: the server gave no answer, asked us to try again later, or refused to talk to us. `smtp.status` says which.",
    todo: "Send with care, or check again where `recommendation` is `ask_again`. Other services call this “unknown”."
  },
  low_score: {
    means: "No single problem decides, but together they leave a score below 80.",
    how: "By findings that cost a few points each, such as no SPF, no DMARC and mail servers that could not be looked up.",
    todo: "Send with care. `explain=true` lists the findings."
  }
}

/** The words for the findings of each check, and of the session with the mail server. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Flag } from "@rcpt/domain/checkFlags"

import { wordsOf } from "./translation.ts"

type Smtp = NonNullable<VerifyResult["smtp"]>

interface CheckWords {
  readonly label: string
  readonly result: Outcome
  readonly present: string
  readonly absent: string
}

/** The outcome if something is present, and if it is absent. */
type Outcome = readonly [present: string, absent: string]

const valid: Outcome = ["Valid", "Invalid"]
const yes: Outcome = ["Yes", "No"]
const found: Outcome = ["Found", "None"]
const listed: Outcome = ["Listed", "Not listed"]
const published: Outcome = ["Published", "None"]

const noRecord = "No such record; most domains have none."

export const words = wordsOf("findings", {
  checks: {
    syntax: {
      label: "Syntax",
      result: valid,
      present: "The address is well-formed.",
      absent: "This is not a valid address."
    },
    role: {
      label: "Role account",
      result: yes,
      present: "The name stands for a role, not for a person.",
      absent: "The name does not stand for a role."
    },
    smtputf8: {
      label: "Non-ASCII name",
      result: yes,
      present: "Not every mail system can deliver to it.",
      absent: "The part before the @ is plain ASCII."
    },
    mx: {
      label: "Mail servers",
      result: found,
      present: "The domain lists its mail servers.",
      absent: "The domain lists no mail server."
    },
    mx_routable: {
      label: "Reachable",
      result: yes,
      present: "At least one mail server has a public address.",
      absent: "No mail server has a public address."
    },
    catch_all: {
      label: "Catch-all",
      result: yes,
      present: "The domain accepts every name.",
      absent: "The domain rejects names that do not exist."
    },
    free: {
      label: "Free provider",
      result: yes,
      present: "Anyone can get an address there.",
      absent: "Not a known free provider."
    },
    disposable: {
      label: "Disposable",
      result: yes,
      present: "A provider of disposable addresses.",
      absent: "Not a known provider of disposable addresses."
    },
    relay: {
      label: "Relay",
      result: yes,
      present: "An alias that hides another address.",
      absent: "Not a known alias service."
    },
    forwarder: {
      label: "Forwarder",
      result: yes,
      present: "A service forwards the domain's mail.",
      absent: "Not a known forwarding service."
    },
    parked: {
      label: "Parked",
      result: yes,
      present: "The domain is parked or for sale.",
      absent: "No sign of parking."
    },
    dnsbl: {
      label: "Blocklisted",
      result: listed,
      present: "The domain or its mail server is on a blocklist.",
      absent: "On none of the blocklists that were queried."
    },
    spf: {
      label: "SPF",
      result: published,
      present: "The domain says who may send for it.",
      absent: "The domain does not say who may send for it."
    },
    dmarc: {
      label: "DMARC",
      result: published,
      present: "The domain says what to do with forged mail.",
      absent: "The domain does not say what to do with forged mail."
    },
    mta_sts: {
      label: "MTA-STS",
      result: published,
      present: "The domain requires encrypted delivery.",
      absent: noRecord
    },
    tls_rpt: {
      label: "TLS-RPT",
      result: published,
      present: "The domain asks for reports on encryption.",
      absent: noRecord
    },
    bimi: {
      label: "BIMI",
      result: published,
      present: "The domain publishes a logo for its mail.",
      absent: noRecord
    }
  } satisfies Record<Flag, CheckWords>,
  groups: {
    address: "Address",
    domain: "Domain and mail servers",
    policies: "Published policies"
  },
  list: {
    title: "Checks",
    lead: "Not answered: the lookup failed or was skipped, so the result is open.",
    caption: (group: string) => `Checks: ${group}`,
    check: "Check",
    result: "Result",
    meaning: "Meaning"
  },
  unanswered: {
    label: "Not answered",
    fast: "Not asked: this was a fast check.",
    askedInVain: "The mail server was asked, but did not show whether it accepts every name.",
    skipped: "Skipped: other findings had already decided the result.",
    failed: (why: string) => `The lookup failed (${why}).`,
    /** Sentences by the reason in the evidence, which is meant for programs. */
    reasons: {
      "not asked": "Skipped: other findings had already decided the result.",
      timeout: "The server did not respond in time.",
      deadline: "The response did not arrive in time."
    }
  },
  smtp: {
    title: "Mail server",
    statuses: {
      deliverable: "The mail server accepted this recipient, and its answer can be trusted.",
      undeliverable: "The mail server permanently rejected this recipient.",
      catch_all: "The mail server accepts every recipient, so accepting this one proves nothing.",
      unknown: "The SMTP session ended without an answer about the mailbox.",
      greylisted:
        "The mail server asked us to try again later (greylisting). A later check usually succeeds.",
      rate_limited: "The mail server accepts no more requests from us for now.",
      policy_blocked:
        "The mail server rejected us, not the recipient. This says nothing about the mailbox.",
      timeout: "The mail server did not respond in time.",
      not_checked: "The mail server was not asked."
    } satisfies Record<Smtp["status"], string>,
    /** The second sentence, in which "it" is the mail server. */
    subReasons: {
      mailbox_not_found: "The mailbox does not exist.",
      mailbox_full: "The mailbox exists but is full.",
      mailbox_disabled: "The mailbox is disabled or suspended.",
      domain_not_found: "It handles no mail for this domain.",
      accept_all_gateway: "It is a gateway that accepts every recipient and filters later.",
      provider_unverifiable:
        "This provider accepts every recipient at first and does not reveal which mailboxes exist.",
      connection_failed: "The connection failed or was lost.",
      protocol_error: "Its reply was not valid SMTP, or in words that rcpt does not know.",
      tls_required: "It requires encryption, which could not be negotiated.",
      sender_rejected: "It rejected our sender address."
    } satisfies Record<NonNullable<Smtp["sub_reason"]>, string>,
    reasons: {
      smtp_not_required: "Not asked: what is known already decides the verdict.",
      smtp_not_requested: "Not asked: no SMTP session was requested.",
      smtp_unavailable: "Not asked: deep verification was not available for this address.",
      smtp_no_mx: "Not asked: the domain has no usable mail server.",
      smtp_invalid_syntax: "Not asked: the address is not well-formed.",
      smtp_smtputf8: "Not asked: the part before the @ is not ASCII, which needs SMTPUTF8.",
      smtp_unsafe_mx: "Not asked: its IP address is private or otherwise unsafe.",
      smtp_throttled: "Not asked: no SMTP session could start in time.",
      smtp_abuse_throttled: "Not asked: your account has checked too many names at this domain."
    } satisfies Record<NonNullable<Smtp["reason"]>, string>,
    /** Sentences by the answer of `smtp.control` in the evidence. */
    controls: {
      accepted: "The server also accepted a made-up address.",
      refused: "The server rejected a made-up address, so it tells mailboxes apart.",
      "neither accepted nor refused": "The server neither accepted nor rejected a made-up address.",
      "not asked": "No made-up address was tried."
    },
    /** Steps that are not a command of RFC 5321. */
    phases: { connect: "Connection", greeting: "Greeting" },
    facts: {
      host: "Mail server",
      provider: "Provider",
      reply: "Reply",
      encrypted: "Encrypted",
      encryptedYes: "Yes (STARTTLS)",
      catchAll: "Catch-all",
      duration: "Duration",
      yes: "Yes",
      no: "No",
      unknown: "Unknown"
    },
    session: {
      summary: (lines: number) => `SMTP session, ${lines === 1 ? "1 line" : `${lines} lines`}`,
      caption: "SMTP session, line by line",
      command: "Command",
      host: "Mail server",
      recipient: "Recipient",
      reply: "Reply",
      noReply: "none",
      rule: "Matched rule",
      madeUp: "Made-up address",
      thisAddress: "This address"
    }
  }
})

/**
 * What the files of other services say, as data: the names of their columns (as `plainName` writes them), and which verdict
 * of ours each of their words is. Sources: the references of their APIs, their guides to results, and headers of files
 * that programs on GitHub read. The tables of dropin/ are no help: they say ours in their words, which are fewer.
 *
 * A word without a verdict is known, and its address is verified: it is unknown, or may be another one tomorrow.
 */
import type { ServiceName } from "@rcpt/api/otherServices"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

/** Without a reason, where theirs has none that is as precise. */
export interface Verdict {
  readonly status: Exclude<Status, "unknown">
  readonly subStatus?: SubStatus
}

/** Where the verdicts are, by columns from 0. Stored with the job: add only optional fields. */
export interface Imports {
  readonly service: ServiceName
  readonly status: number
  readonly reason?: number
  readonly date?: number
  readonly flags?: Readonly<Record<string, number>>
  readonly on?: string
}

export interface ImportTable {
  /** Columns with the verdict that only this service has, and those that others may have too. */
  readonly ownNames: ReadonlyArray<string>
  readonly commonNames: ReadonlyArray<string>
  /** Columns of its files, one of which must be there beside a common name. */
  readonly marks: ReadonlyArray<string>
  readonly reasonNames: ReadonlyArray<string>
  /** By the word, or by the word and the reason. */
  readonly words: Readonly<Record<string, Verdict | undefined>>
  /** Columns that are `true` for what makes an address risky, the strongest first. */
  readonly flags?: Readonly<Record<string, SubStatus>>
}

const valid: Verdict = { status: "valid" }
const invalid = (subStatus?: SubStatus): Verdict => ({
  status: "invalid",
  ...(subStatus && { subStatus })
})
const risky = (subStatus: SubStatus = "low_score"): Verdict => ({ status: "risky", subStatus })

/** Kickbox made these words, and others have taken them. */
const fourResults = {
  deliverable: valid,
  undeliverable: invalid(),
  "undeliverable invalid_email": invalid("failed_syntax_check"),
  "undeliverable invalid_domain": invalid("domain_not_found"),
  "undeliverable rejected_email": invalid("mailbox_not_found"),
  risky: risky(),
  unknown: undefined
}

/** Where the date of a verdict is. */
export const dateNames: ReadonlyArray<string> = [
  "verificationdate",
  "verifiedat",
  "verifiedon",
  "dateverified",
  "lastverified",
  "lastverifiedat",
  "validatedat",
  "validationdate",
  "processedat",
  "zbprocessedat",
  "checkedat",
  "lastchecked"
]

export const importTables: Readonly<Record<ServiceName, ImportTable>> = {
  zerobounce: {
    ownNames: ["zbstatus", "zerobouncestatus"],
    commonNames: ["status"],
    marks: ["substatus", "mxfound"],
    reasonNames: ["zbsubstatus", "zerobouncesubstatus", "substatus"],
    words: {
      valid,
      invalid: invalid(),
      "invalid failed_syntax_check": invalid("failed_syntax_check"),
      "invalid no_dns_entries": invalid("domain_not_found"),
      "invalid does_not_accept_mail": invalid("does_not_accept_mail"),
      "invalid unroutable_ip_address": invalid("mx_unroutable"),
      "invalid mailbox_not_found": invalid("mailbox_not_found"),
      // The mailbox exists.
      "invalid mailbox_quota_exceeded": undefined,
      "invalid possible_typo": risky("possible_typo"),
      "catch-all": risky("catch_all"),
      do_not_mail: risky(),
      "do_not_mail disposable": risky("disposable"),
      "do_not_mail role_based": risky("role_based"),
      "do_not_mail role_based_catch_all": risky("role_based_catch_all"),
      spamtrap: risky(),
      abuse: risky(),
      unknown: undefined
    }
  },
  neverbounce: {
    ownNames: ["neverbounceresult", "neverbouncestatus", "neverbounce", "nbstatus", "nbresult"],
    commonNames: ["emailstatus", "result"],
    marks: ["badsyntax", "freeemailhost", "roleaccount", "suggestedcorrection", "smtpconnectable"],
    reasonNames: [],
    words: {
      valid,
      invalid: invalid(),
      disposable: risky("disposable"),
      catchall: risky("catch_all"),
      "catch-all": risky("catch_all"),
      unknown: undefined
    }
  },
  kickbox: {
    ownNames: ["kickboxresult", "kickboxstatus"],
    commonNames: ["result"],
    marks: ["sendex", "sendexscore", "acceptall", "didyoumean"],
    reasonNames: ["kickboxreason", "reason"],
    words: fourResults,
    flags: { disposable: "disposable", acceptall: "catch_all", role: "role_based" }
  },
  emailable: {
    ownNames: ["emailablestate", "emailablestatus", "emailableresult"],
    commonNames: ["state"],
    marks: ["acceptall", "mailboxfull", "mxrecord", "smtpprovider", "noreply", "tag"],
    reasonNames: ["emailablereason", "reason"],
    words: { ...fourResults, duplicate: undefined },
    flags: {
      mailboxfull: "mailbox_full",
      disposable: "disposable",
      acceptall: "catch_all",
      role: "role_based"
    }
  },
  reacher: {
    ownNames: ["isreachable", "reacherstatus", "reacherresult"],
    commonNames: [],
    marks: [],
    reasonNames: [],
    words: { safe: valid, invalid: invalid(), risky: risky(), unknown: undefined },
    flags: {
      smtphasfullinbox: "mailbox_full",
      miscisdisposable: "disposable",
      smtpiscatchall: "catch_all",
      miscisroleaccount: "role_based"
    }
  },
  millionverifier: {
    ownNames: ["millionverifierresult", "millionverifierstatus", "mvresult", "mvstatus"],
    commonNames: ["result"],
    marks: ["quality", "subresult", "resultcode"],
    reasonNames: [],
    words: {
      ok: valid,
      invalid: invalid(),
      // Of its qualities only this one is one result.
      good: valid,
      risky: undefined,
      bad: undefined,
      catch_all: risky("catch_all"),
      disposable: risky("disposable"),
      unknown: undefined,
      error: undefined,
      unverified: undefined
    }
  },
  bouncer: {
    ownNames: ["bouncerstatus", "bouncerresult"],
    commonNames: ["status"],
    marks: ["toxic", "toxicity", "domainacceptall", "accountrole", "domaindisposable"],
    reasonNames: ["bouncerreason", "reason"],
    words: fourResults,
    flags: {
      accountfullmailbox: "mailbox_full",
      domaindisposable: "disposable",
      domainacceptall: "catch_all",
      accountrole: "role_based"
    }
  },
  hunter: {
    ownNames: ["hunterstatus", "hunterverificationstatus"],
    commonNames: ["verificationstatus", "status"],
    marks: ["confidencescore", "sendingstatus", "gibberish", "webmail", "mxrecords", "acceptall"],
    reasonNames: [],
    words: {
      valid,
      invalid: invalid(),
      accept_all: risky("catch_all"),
      disposable: risky("disposable"),
      // What the provider of the mailbox says is not known.
      webmail: undefined,
      unknown: undefined,
      blocked: undefined
    }
  }
}

/**
 * One address for each result of a verification, with that result in the fields of the API's answer, so that a row
 * can be compared with the output of `curl`. `npm start -- --lab` prints them; test/lab/samples.test.ts compares them
 * with the real verifier.
 */
import { checkFlags, flags } from "@rcpt/domain/checkFlags"
import type { Flag } from "@rcpt/domain/checkFlags"
import type { DmarcPolicy } from "@rcpt/domain/Evidence"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

import { printSamples } from "./printSamples.ts"

/** A sample address and its result. */
export interface Sample {
  readonly address: string
  /** Why it has this result: a sentence for readers of the list. */
  readonly says: string
  readonly status: Status
  readonly sub_status?: SubStatus
  readonly score: number
  /** A part of the answer's `checks`; `undefined` means that the key is left out. */
  readonly checks: { readonly [flag in Flag]?: boolean | undefined }
  readonly dmarc_policy?: DmarcPolicy
  readonly normalized_email?: string
  readonly did_you_mean?: string
  readonly mx_provider?: string
  readonly is_catch_all?: boolean
}

type Checks = Sample["checks"]
type More = Omit<Sample, "address" | "says" | "status" | "sub_status" | "score" | "checks">

/**
 * A mailbox on a domain that has all that is vital or wanted, and nothing else; whether the domain is a catch-all is
 * unknown.
 */
const sound: Checks = {
  ...Object.fromEntries(
    flags.map((flag) => [flag, ["vital", "wanted"].includes(checkFlags[flag].weight)])
  ),
  catch_all: undefined
}

/** A valid sample. `differs` has the checks that differ from a sound address. */
const valid = (
  address: string,
  says: string,
  score: number,
  differs: Checks = {},
  more: More = {}
): Sample => ({ address, says, status: "valid", score, checks: { ...sound, ...differs }, ...more })

const risky = (
  address: string,
  says: string,
  sub_status: SubStatus,
  score: number,
  differs: Checks,
  more: More = {}
): Sample => ({
  address,
  says,
  status: "risky",
  sub_status,
  score,
  checks: { ...sound, ...differs },
  ...more
})

/** An invalid sample. Its domain cannot receive mail, so nothing else is asked about it. */
const invalid = (
  address: string,
  says: string,
  sub_status: SubStatus,
  checks: Checks,
  more: More = {}
): Sample => ({ address, says, status: "invalid", sub_status, score: 0, checks, ...more })

/** A sample whose mail hosts DNS did not answer for, so every key that depends on DNS is left out. */
const unknown = (address: string, says: string): Sample => ({
  address,
  says,
  status: "unknown",
  sub_status: "dns_error",
  score: 50,
  checks: {
    syntax: true,
    disposable: false,
    role: false,
    relay: false,
    mx: undefined,
    mx_routable: undefined,
    parked: undefined,
    forwarder: undefined,
    catch_all: undefined,
    spf: undefined,
    mta_sts: undefined
  }
})

const noMx = { mx: false, mx_routable: undefined }
const notAsked = { ...noMx, syntax: true, spf: undefined, dmarc: undefined, parked: undefined }
const unroutable = { syntax: true, mx: true, mx_routable: false }
const malformed = { syntax: false, role: undefined, mx: undefined, smtputf8: undefined }

export const samples: ReadonlyArray<Sample> = [
  valid(
    "ann@acme.test",
    "A business domain with MX, SPF and a strict DMARC policy.",
    100,
    {},
    {
      dmarc_policy: "reject"
    }
  ),
  valid("ann@plain.test", "SPF, but no DMARC.", 95, { dmarc: false }),
  valid("ann@bare.test", "Neither SPF nor DMARC.", 90, { spf: false, dmarc: false }),
  valid(
    "ann@sales.group.test",
    "The DMARC record of the organizational domain applies, by its sp=.",
    100,
    {},
    {
      dmarc_policy: "quarantine"
    }
  ),
  valid(
    "ann@twospf.test",
    "Two SPF records: published, but no receiver can use them.",
    100,
    {},
    {
      dmarc_policy: "none"
    }
  ),
  valid(
    "ann@bücher.test",
    "An internationalized domain.",
    100,
    {},
    {
      normalized_email: "ann@xn--bcher-kva.test"
    }
  ),
  valid("jörg@acme.test", "A local part that needs SMTPUTF8.", 100, { smtputf8: true }),
  valid("ann@alias.test", "An alias domain, through a chain of CNAMEs.", 95, {
    dmarc: false
  }),
  valid("ann@manyhosts.test", "So many mail hosts that DNS has to answer over TCP.", 100),
  valid("ann@slow.test", "DNS is slow, but answers.", 100),
  valid("ann@halfdark.test", "Only the DMARC look-up fails, so that check is left out.", 100, {
    dmarc: undefined
  }),
  valid(
    "A.n.n+news@gmail.com",
    "A free provider that ignores dots and tags.",
    100,
    { free: true, catch_all: false },
    { normalized_email: "ann@gmail.com", mx_provider: "Gmail", is_catch_all: false }
  ),
  valid(
    "ann@workspace.test",
    "A company whose mail is at Google.",
    100,
    {},
    {
      mx_provider: "Google Workspace"
    }
  ),
  valid("ann@kept.test", "All records, with MTA-STS, TLS-RPT and BIMI.", 100, {
    mta_sts: true,
    tls_rpt: true,
    bimi: true
  }),
  valid("ann@dark.test", "Mail hosts, but every other look-up fails.", 100, {
    parked: undefined,
    spf: undefined,
    dmarc: undefined,
    mta_sts: undefined,
    tls_rpt: undefined,
    bimi: undefined
  }),
  valid("ann@forwarded.test", "Mail that a service forwards.", 100, { forwarder: true }),
  risky("ann@mailinator.com", "A disposable provider.", "disposable", 40, { disposable: true }),
  risky(
    "ann@fresh.test",
    "A disposable domain too new for any list, recognized by its mail host.",
    "disposable",
    30,
    { disposable: true, spf: false, dmarc: false }
  ),
  risky("ann@listed.test", "A domain on a blocklist.", "blocklisted", 50, { dnsbl: true }),
  risky("ann@forsale.test", "A domain for sale, by its name servers.", "parked", 40, {
    parked: true,
    spf: false,
    dmarc: false
  }),
  risky("ann@parkedmail.test", "A parked domain, by its mail host.", "parked", 40, {
    parked: true,
    spf: false,
    dmarc: false
  }),
  risky("x7k2@duck.com", "A relay address that hides another address.", "relay", 90, {
    relay: true
  }),
  risky("ann@ownalias.test", "A relay service on the user's own domain.", "relay", 90, {
    relay: true,
    forwarder: true
  }),
  risky(
    "shop@ann.anonaddy.com",
    "A subdomain of a relay service accepts every recipient.",
    "relay",
    65,
    { relay: true, catch_all: true, forwarder: true, spf: false, dmarc: false },
    { is_catch_all: true }
  ),
  risky(
    "ann.lee@inbound.test",
    "A program receives the mail of every recipient.",
    "catch_all",
    95,
    { catch_all: true },
    { mx_provider: "SendGrid Inbound Parse", is_catch_all: true }
  ),
  risky(
    "sales@inbound.test",
    "A role address on a catch-all domain.",
    "role_based_catch_all",
    75,
    { catch_all: true, role: true },
    { is_catch_all: true }
  ),
  risky("support@acme.test", "A role address, not a person.", "role_based", 80, { role: true }),
  risky("xkq7vwz93hb@gmail.com", "Letters and digits at random.", "synthetic_local_part", 65, {
    free: true,
    catch_all: false
  }),
  risky("ann@young.test", "A domain registered ten days ago.", "new_domain", 75, {}),
  risky(
    "ann@gmaill.com",
    "A typo domain that is registered.",
    "possible_typo",
    45,
    { spf: false, dmarc: false },
    { did_you_mean: "ann@gmail.com" }
  ),
  risky("ann@dim.test", "Mail hosts whose addresses cannot be looked up.", "low_score", 75, {
    mx_routable: undefined,
    spf: false,
    dmarc: false
  }),
  risky(
    "ann@website.test",
    "A web site without MX; few such hosts accept mail.",
    "no_mx_records",
    50,
    {
      ...noMx,
      spf: false,
      dmarc: false
    }
  ),
  risky(
    "ann@parkedweb.test",
    "Only an address record, which points to a parking page.",
    "no_mx_records",
    0,
    {
      ...noMx,
      parked: true,
      spf: false,
      dmarc: false
    }
  ),
  risky("ann@idle.test", "A domain with neither MX nor address.", "no_mx_records", 5, {
    ...noMx,
    spf: true,
    dmarc: false
  }),
  invalid("ann@@acme.test", "Not an address.", "failed_syntax_check", malformed),
  invalid("ann@nowhere.test", "A domain that does not exist.", "domain_not_found", notAsked),
  invalid("ann@gmail.con", "A typo in the domain.", "domain_not_found", notAsked, {
    did_you_mean: "ann@gmail.com"
  }),
  invalid(
    "ann@nullmx.test",
    "A domain that declares that it accepts no mail (null MX).",
    "does_not_accept_mail",
    notAsked
  ),
  invalid("ann@ghosts.test", "Mail hosts that do not exist.", "mx_unroutable", unroutable),
  invalid("ann@intranet.test", "Mail hosts with private addresses.", "mx_unroutable", unroutable),
  unknown("ann@silent.test", "Name servers that never answer (this takes seconds)."),
  unknown("ann@servfail.test", "Name servers that fail."),
  unknown("ann@refused.test", "Name servers that refuse."),
  unknown("ann@tcponly.test", "Name servers that ask for TCP and then close the connection.")
]

/** Prints samples by verdict. */
export const print = (rows: ReadonlyArray<Sample>): string =>
  printSamples(
    rows.map(({ address, status, sub_status, says }) => {
      return { result: sub_status ? `${status}, ${sub_status}` : status, address, says }
    })
  )

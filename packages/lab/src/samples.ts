/**
 * One address for each way in which a verification can end, and how it ends. Printed by
 * `npm start -- --lab` for people; held against the real verifier by test/lab/samples.test.ts.
 *
 * The words are those of the API's answer, so a row can be compared with what `curl` shows.
 */
import type { DmarcPolicy } from "@rcpt/domain/Evidence"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

/** The keys of `checks` that the lab can bring about so far. */
export type CheckName =
  | "syntax"
  | "free"
  | "disposable"
  | "role"
  | "mx"
  | "mx_routable"
  | "spf"
  | "dmarc"
  | "smtputf8"

export interface Sample {
  readonly address: string
  /** Why it ends so: a sentence for the person who reads the list. */
  readonly says: string
  readonly status: Status
  readonly sub_status?: SubStatus
  readonly score: number
  /** Part of the answer's `checks`; `undefined` means that the key must be left out. */
  readonly checks: { readonly [name in CheckName]?: boolean | undefined }
  readonly dmarc_policy?: DmarcPolicy
  readonly normalized_email?: string
}

type Same = Omit<Sample, "address" | "says" | "status" | "score" | "checks">

/** A mailbox on a domain with everything in place. */
const sound: Sample["checks"] = {
  syntax: true,
  free: false,
  disposable: false,
  role: false,
  mx: true,
  mx_routable: true,
  spf: true,
  dmarc: true,
  smtputf8: false
}

/** `differs` is what sets it apart from a sound one. */
const valid = (
  address: string,
  says: string,
  score: number,
  differs: Sample["checks"] = {},
  more: Same = {}
): Sample => ({ address, says, status: "valid", score, checks: { ...sound, ...differs }, ...more })

/** The domain cannot take mail, so nothing else is asked about it. */
const invalid = (
  address: string,
  says: string,
  sub_status: SubStatus,
  checks: Sample["checks"]
): Sample => ({ address, says, status: "invalid", sub_status, score: 0, checks })

const risky = (
  address: string,
  says: string,
  sub_status: SubStatus,
  score: number,
  checks: Sample["checks"]
): Sample => ({ address, says, status: "risky", sub_status, score, checks })

/** DNS did not answer for the mail hosts, so no key that hangs on DNS is there. */
const unknown = (address: string, says: string): Sample => ({
  address,
  says,
  status: "unknown",
  sub_status: "dns_error",
  score: 50,
  checks: { syntax: true, role: false, mx: undefined, mx_routable: undefined, spf: undefined }
})

const noMx = { syntax: true, mx: false, mx_routable: undefined }
const notAsked = { ...noMx, spf: undefined, dmarc: undefined }
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
    "The organizational domain's DMARC holds, by its sp=.",
    100,
    {},
    {
      dmarc_policy: "quarantine"
    }
  ),
  valid(
    "ann@twospf.test",
    "Two SPF records: published, though no receiver can use them.",
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
  valid("ann@alias.test", "A domain that is an alias of an alias of an alias.", 95, {
    dmarc: false
  }),
  valid("ann@manyhosts.test", "So many mail hosts that DNS has to answer over TCP.", 100),
  valid("ann@slow.test", "DNS that takes its time, but answers.", 100),
  valid("ann@halfdark.test", "Only the DMARC look-up fails, so that check is left out.", 100, {
    dmarc: undefined
  }),
  valid(
    "A.n.n+news@gmail.com",
    "A free provider that ignores dots and tags.",
    100,
    { free: true },
    { normalized_email: "ann@gmail.com" }
  ),
  risky("ann@mailinator.com", "A throwaway provider.", "disposable", 40, {
    ...sound,
    disposable: true
  }),
  risky("support@acme.test", "A shared inbox, not a person.", "role_based", 80, {
    ...sound,
    role: true
  }),
  risky(
    "ann@website.test",
    "A web site without MX; few such hosts take mail.",
    "no_mx_records",
    50,
    {
      ...noMx,
      spf: false,
      dmarc: false
    }
  ),
  risky("ann@idle.test", "A domain with neither MX nor address.", "no_mx_records", 15, {
    ...noMx,
    spf: true,
    dmarc: false
  }),
  invalid("ann@@acme.test", "Not an address.", "failed_syntax_check", malformed),
  invalid("ann@nowhere.test", "A domain that does not exist.", "domain_not_found", notAsked),
  invalid(
    "ann@nullmx.test",
    "A domain that says it takes no mail.",
    "does_not_accept_mail",
    notAsked
  ),
  invalid("ann@ghosts.test", "Mail hosts that do not exist.", "mx_unroutable", unroutable),
  invalid("ann@intranet.test", "Mail hosts with private addresses.", "mx_unroutable", unroutable),
  unknown("ann@silent.test", "Name servers that never answer (this takes seconds)."),
  unknown("ann@servfail.test", "Name servers that fail."),
  unknown("ann@refused.test", "Name servers that refuse."),
  unknown("ann@tcponly.test", "Name servers that ask for TCP and then hang up.")
]

/** The samples as lines of a terminal: address, how it ends, why. */
export const print = (rows: ReadonlyArray<Sample>): string => {
  const width = Math.max(...rows.map(({ address }) => address.length))
  const line = ({ address, status, sub_status, says }: Sample) =>
    `${address.padEnd(width)}  ${(sub_status ? `${status}, ${sub_status}` : status).padEnd(29)}  ${says}`
  return rows.map(line).join("\n")
}

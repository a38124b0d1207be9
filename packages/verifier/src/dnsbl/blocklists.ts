/**
 * The blocklists that we know how to read: what each is asked, and what its answers mean.
 *
 * An answer that no row explains is a failure to get one and never a listing: lists answer to
 * callers whom they do not serve, and a dead list's name may be sold to somebody who answers all.
 */

/** What is looked up: the addresses of the mail server, or the domain. */
export type Subject = "ip" | "domain"

/** Whole answers (`exact`), bits of the last octet of 127.0.0.x (`bits`), or whatever (`any`). */
export type Reading =
  | {
      readonly _tag: "exact"
      readonly listed: ReadonlyArray<string>
      /** Says something of the subject, but nothing bad of its mail. */
      readonly harmless: ReadonlyArray<string>
    }
  | { readonly _tag: "bits"; readonly listed: number; readonly harmless: number }
  /** Of a list whose codes we do not know; only 127.0.0.1 is none, as everywhere. */
  | { readonly _tag: "any" }

export interface Blocklist {
  readonly zone: string
  readonly subject: Subject
  /** IPv6 addresses may be asked about too. */
  readonly ipv6?: true
  readonly reading: Reading
  /** RFC 5782 §5: the one is always listed and the other never, or the list is not working. */
  readonly tests: { readonly listed: string; readonly clean: string }
  /** With a key, this zone is asked in place of the public one: `<subject>.<key>.<keyedZone>`. */
  readonly keyedZone?: string
  readonly source: string
}

const exact = (listed: ReadonlyArray<string>, harmless: ReadonlyArray<string> = []): Reading => ({
  _tag: "exact",
  listed,
  harmless
})

/** RFC 5782 §2.1: by convention the answer of a list that has only one thing to say. */
const plain = exact(["127.0.0.2"])

const testAddresses = { listed: "127.0.0.2", clean: "127.0.0.1" }

/** RFC 5782 §5. */
const testNames = { listed: "test", clean: "invalid" }

export const blocklists: ReadonlyArray<Blocklist> = [
  {
    zone: "zen.spamhaus.org",
    subject: "ip",
    ipv6: true,
    // .10 and .11 are the PBL: "this network's customers do not send mail directly". Many a small
    // company's mail server receives from such an address.
    reading: exact(
      ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.9", "127.0.0.20", "127.0.0.30"],
      ["127.0.0.10", "127.0.0.11"]
    ),
    tests: testAddresses,
    keyedZone: "zen.dq.spamhaus.net",
    source: "Spamhaus: ZEN return codes; docs.spamhaus.com, Data Query Service"
  },
  {
    zone: "dbl.spamhaus.org",
    subject: "domain",
    // .102 to .106: an honest domain that somebody abuses. Its owner's mail is not to blame.
    reading: exact(
      ["127.0.1.2", "127.0.1.4", "127.0.1.5", "127.0.1.6"],
      ["127.0.1.102", "127.0.1.103", "127.0.1.104", "127.0.1.105", "127.0.1.106"]
    ),
    tests: { listed: "dbltest.com", clean: "invalid" },
    keyedZone: "dbl.dq.spamhaus.net",
    source: "Spamhaus: DBL return codes; 127.0.1.255 says that an IP address was asked"
  },
  {
    zone: "multi.surbl.org",
    subject: "domain",
    // 8 phishing, 16 malware, 64 abuse, 128 cracked; 4 and 32 are no accusations.
    reading: { _tag: "bits", listed: 8 | 16 | 64 | 128, harmless: 4 | 32 },
    tests: { listed: "test.surbl.org", clean: "invalid" },
    source: "SURBL: lists and bit positions of multi; 127.0.0.1 says that access is blocked"
  },
  {
    zone: "multi.uribl.com",
    subject: "domain",
    // 2 black. 4 grey (bulk mail, sometimes wanted) and 8 red (under observation) are no verdict.
    reading: { _tag: "bits", listed: 2, harmless: 4 | 8 },
    tests: { listed: "test.uribl.com", clean: "invalid" },
    source: "URIBL: about, usage; 127.0.0.1 says that the query was refused"
  },
  {
    zone: "b.barracudacentral.org",
    subject: "ip",
    reading: plain,
    tests: testAddresses,
    source: "Barracuda Central: BRBL, how to use; the resolver must be registered"
  },
  {
    zone: "bl.spamcop.net",
    subject: "ip",
    reading: plain,
    tests: testAddresses,
    source: "SpamCop FAQ: how to use the SCBL"
  },
  {
    zone: "psbl.surriel.com",
    subject: "ip",
    reading: plain,
    tests: testAddresses,
    source: "PSBL: about"
  },
  {
    zone: "bl.mailspike.net",
    subject: "ip",
    // .2 a spam wave right now; .10 to .12 a bad reputation, the three worst of eleven levels.
    reading: exact(["127.0.0.2", "127.0.0.10", "127.0.0.11", "127.0.0.12"]),
    tests: testAddresses,
    source: "Mailspike: usage, zone bl"
  },
  {
    // Level 1 only: levels 2 and 3 list whole networks for what a neighbour did.
    zone: "dnsbl-1.uceprotect.net",
    subject: "ip",
    reading: plain,
    tests: testAddresses,
    source: "UCEPROTECT: usage, level 1"
  }
]

/**
 * The rows of a zone by its public name or the one for keys. A zone that we do not know may list
 * addresses or names: both are tried, and its test points prove which (RFC 5782 §5).
 */
export const blocklistsNamed = (name: string): ReadonlyArray<Blocklist> => {
  const zone = name.toLowerCase().replace(/\.$/, "")
  const known = blocklists.filter((row) => row.zone === zone || row.keyedZone === zone)
  if (known.length > 0) return known
  const source = "the operator's configuration"
  const reading: Reading = { _tag: "any" }
  return [
    { zone, subject: "ip", reading, tests: testAddresses, source },
    { zone, subject: "domain", reading, tests: testNames, source }
  ]
}

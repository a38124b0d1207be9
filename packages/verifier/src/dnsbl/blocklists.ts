/**
 * The blocklists that are supported: what each lists, and what its return codes mean.
 *
 * An answer that no row explains counts as unanswered, never as a listing: lists also answer clients
 * that they refuse to serve, and the new owner of a dead list's domain may answer every query.
 */

/** The content of a list: IP addresses of mail servers, or domains. */
type BlocklistSubject = "ip" | "domain"

/** How to read return codes: whole addresses, bits of the last octet of 127.0.0.x, or any code. */
export type ReturnCodes =
  | {
      readonly _tag: "exact"
      readonly listed: ReadonlyArray<string>
      /** Codes of listings that do not accuse the mail of the address or domain. */
      readonly harmless: ReadonlyArray<string>
    }
  | { readonly _tag: "bits"; readonly listed: number; readonly harmless: number }
  /** The codes of the list are unknown: every code is a listing except 127.0.0.1. */
  | { readonly _tag: "any" }

export interface Blocklist {
  readonly zone: string
  readonly subject: BlocklistSubject
  /** Whether the list has IPv6 addresses too. */
  readonly ipv6?: true
  readonly returnCodes: ReturnCodes
  /** The test entries: a working list always has `listed` and never `clean` (RFC 5782 §5). */
  readonly tests: { readonly listed: string; readonly clean: string }
  /** The zone to query instead of the public one if there is a key: `<subject>.<key>.<keyedZone>`. */
  readonly keyedZone?: string
  readonly source: string
}

const exact = (
  listed: ReadonlyArray<string>,
  harmless: ReadonlyArray<string> = []
): ReturnCodes => ({
  _tag: "exact",
  listed,
  harmless
})

/** The answer of a list with a single return code, by convention (RFC 5782 §2.1). */
const plain = exact(["127.0.0.2"])

const testAddresses = { listed: "127.0.0.2", clean: "127.0.0.1" }

/** The test entries of a list of domains (RFC 5782 §5). */
const testNames = { listed: "test", clean: "invalid" }

export const blocklists: ReadonlyArray<Blocklist> = [
  {
    zone: "zen.spamhaus.org",
    subject: "ip",
    ipv6: true,
    // .10 and .11 are the PBL: "this network's customers do not send mail directly". Many small
    // companies receive mail at such an address.
    returnCodes: exact(
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
    // .102 to .106: a legitimate domain that is abused by others. Its owner's mail is not to blame.
    returnCodes: exact(
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
    // 8 phishing, 16 malware, 64 abuse, 128 cracked; 4 and 32 are harmless.
    returnCodes: { _tag: "bits", listed: 8 | 16 | 64 | 128, harmless: 4 | 32 },
    tests: { listed: "test.surbl.org", clean: "invalid" },
    source: "SURBL: lists and bit positions of multi; 127.0.0.1 says that access is blocked"
  },
  {
    zone: "multi.uribl.com",
    subject: "domain",
    // 2 black. 4 grey (bulk mail, sometimes wanted) and 8 red (under observation) are harmless.
    returnCodes: { _tag: "bits", listed: 2, harmless: 4 | 8 },
    tests: { listed: "test.uribl.com", clean: "invalid" },
    source: "URIBL: about, usage; 127.0.0.1 says that the query was refused"
  },
  {
    zone: "b.barracudacentral.org",
    subject: "ip",
    returnCodes: plain,
    tests: testAddresses,
    source: "Barracuda Central: BRBL, how to use; the resolver must be registered"
  },
  {
    zone: "bl.spamcop.net",
    subject: "ip",
    returnCodes: plain,
    tests: testAddresses,
    source: "SpamCop FAQ: how to use the SCBL"
  },
  {
    zone: "psbl.surriel.com",
    subject: "ip",
    returnCodes: plain,
    tests: testAddresses,
    source: "PSBL: about"
  },
  {
    zone: "bl.mailspike.net",
    subject: "ip",
    // .2 a current spam wave; .10 to .12 a bad reputation, the three worst of eleven levels.
    returnCodes: exact(["127.0.0.2", "127.0.0.10", "127.0.0.11", "127.0.0.12"]),
    tests: testAddresses,
    source: "Mailspike: usage, zone bl"
  },
  {
    // Level 1 only: levels 2 and 3 list whole networks for the spam of one address.
    zone: "dnsbl-1.uceprotect.net",
    subject: "ip",
    returnCodes: plain,
    tests: testAddresses,
    source: "UCEPROTECT: usage, level 1"
  }
]

/**
 * The rows of a zone, by its public name or its name for keys. An unknown zone may list addresses or
 * domains: both are tried, and its test entries show which (RFC 5782 §5).
 */
export const blocklistsNamed = (name: string): ReadonlyArray<Blocklist> => {
  const zone = name.toLowerCase().replace(/\.$/, "")
  const known = blocklists.filter((row) => row.zone === zone || row.keyedZone === zone)
  if (known.length > 0) return known
  const source = "the operator's configuration"
  const returnCodes: ReturnCodes = { _tag: "any" }
  return [
    { zone, subject: "ip", returnCodes, tests: testAddresses, source },
    { zone, subject: "domain", returnCodes, tests: testNames, source }
  ]
}

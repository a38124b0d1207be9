/**
 * Domains that people mean when they mistype one: mailbox providers with millions of customers. A
 * slip towards any other domain is as likely a domain of its own.
 */
export interface TypoTargetRow {
  readonly names: string
  /** What follows the name; each pair is a domain of the provider. */
  readonly suffixes: string
  /** Made-up names: nobody else has a reason to be called almost so, or so under another suffix. */
  readonly distinctive?: true
  readonly source: string
}

const pages = "the provider's own sign-up pages"
const census = "domains of free mailboxes that customer lists hold most, by our judgement"

export const typoTargets: ReadonlyArray<TypoTargetRow> = [
  { names: "gmail", suffixes: "com", distinctive: true, source: pages },
  { names: "googlemail", suffixes: "com", distinctive: true, source: pages },
  {
    names: "hotmail",
    suffixes:
      "com be ca ch co.jp co.nz co.th co.uk com.ar com.au com.br com.mx com.tr de dk es fi fr gr it " +
      "nl no se",
    distinctive: true,
    source: pages
  },
  {
    names: "outlook",
    suffixes: "com at be cl co.id com.ar com.au com.br cz de dk es fr ie it jp kr pt sa",
    distinctive: true,
    source: pages
  },
  {
    names: "yahoo",
    suffixes:
      "com at be ca ch cl co.id co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.cn " +
      "com.co com.hk com.mx com.my com.ph com.sg com.tr com.tw com.vn de dk es fr gr ie in it nl no " +
      "pl pt ro se",
    distinctive: true,
    source: pages
  },
  { names: "icloud", suffixes: "com", distinctive: true, source: pages },
  { names: "protonmail", suffixes: "com ch", distinctive: true, source: pages },
  { names: "rocketmail ymail", suffixes: "com", distinctive: true, source: pages },
  { names: "aol", suffixes: "com co.uk de fr", distinctive: true, source: pages },
  { names: "live", suffixes: "com be ca co.uk com.au com.mx de dk fr it nl no se", source: pages },
  { names: "msn me mac mail", suffixes: "com", source: pages },
  { names: "gmx", suffixes: "de net at ch com", source: pages },
  { names: "web t-online freenet", suffixes: "de", source: census },
  { names: "orange wanadoo free sfr", suffixes: "fr", source: census },
  { names: "laposte", suffixes: "net", source: census },
  { names: "libero virgilio tiscali alice", suffixes: "it", source: census },
  { names: "proton", suffixes: "me", source: pages },
  { names: "yandex", suffixes: "ru com by kz", distinctive: true, source: pages },
  { names: "mail bk list inbox rambler", suffixes: "ru", source: census },
  { names: "qq 163 126 naver", suffixes: "com", source: census },
  { names: "hanmail daum", suffixes: "net", source: census },
  {
    names: "comcast verizon sbcglobal bellsouth optonline att cox",
    suffixes: "net",
    source: census
  },
  {
    names: "btinternet rediffmail bigpond hushmail tutanota fastmail",
    suffixes: "com",
    source: census
  },
  { names: "uol bol terra", suffixes: "com.br", source: census },
  { names: "seznam", suffixes: "cz", source: census },
  { names: "wp onet interia", suffixes: "pl", source: census }
]

export interface SuffixSlipRow {
  readonly typed: string
  readonly meant: string
  /** There is such a top-level domain, so the domain may be somebody's. */
  readonly exists: boolean
  readonly source: string
}

const rootZone = "IANA root zone, 2026"

export const suffixSlips: ReadonlyArray<SuffixSlipRow> = [
  ...["con", "cmo", "ocm", "comm", "cpm", "vom", "xom", "ccom", "coom", "coml"].map((typed) => ({
    typed,
    meant: "com",
    exists: false,
    source: rootZone
  })),
  ...["co", "cm", "om"].map((typed) => ({ typed, meant: "com", exists: true, source: rootZone })),
  ...["nte", "ent", "bet", "nett"].map((typed) => ({
    typed,
    meant: "net",
    exists: typed === "bet",
    source: rootZone
  })),
  { typed: "ne", meant: "net", exists: true, source: rootZone },
  { typed: "couk", meant: "co.uk", exists: false, source: rootZone },
  { typed: "co.ik", meant: "co.uk", exists: false, source: rootZone },
  { typed: "combr", meant: "com.br", exists: false, source: rootZone },
  { typed: "rru", meant: "ru", exists: false, source: rootZone }
]

/** Real providers whose name is a slip away from another's: never taken for a typing error. */
export const realProviders: ReadonlyArray<{ domains: string; source: string }> = [
  {
    domains:
      "email.com mail.com ymail.com fmail.com gmx.ch gmx.fr gmx.us me.com inbox.com usa.com " +
      "europe.com email.cz email.it email.de mail.de mail.bg mail.ee mail.ch mailo.com",
    source: "mail.com domains on offer; the providers' own sign-up pages"
  },
  {
    domains: "rediff.com aim.com love.com games.com wow.com ygm.com verizon.com",
    source: "AOL and Rediff: domains of mailboxes"
  }
]

/** What remains of a short name when one letter is lost; longer names need no list. */
export const knownOmissions: ReadonlyArray<{ typed: string; meant: string; source: string }> = [
  { typed: "gmai", meant: "gmail", source: "most frequent slip of the name" },
  { typed: "gmal", meant: "gmail", source: "most frequent slip of the name" },
  { typed: "gmil", meant: "gmail", source: "most frequent slip of the name" },
  { typed: "yaho", meant: "yahoo", source: "most frequent slip of the name" },
  { typed: "yhoo", meant: "yahoo", source: "most frequent slip of the name" }
]

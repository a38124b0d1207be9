/**
 * The intended domains of typos: mailbox providers with millions of customers. A domain that is close
 * to any other domain is as likely a domain in its own right.
 */
interface TypoTargetRow {
  readonly names: string
  /** Each name with each suffix is a domain of the provider. */
  readonly suffixes: string
  /** A made-up name: no other owner has a reason to use it with a letter or a suffix changed. */
  readonly distinctive?: true
  /** The provider has mailboxes under these suffixes alone, so another country's suffix is a typo. */
  readonly nowhereElse?: true
  /**
   * Of the largest providers, with a name that is no word of any language: a typo of its domain changes
   * the verdict.
   */
  readonly large?: true
  readonly source: string
}

const pages = "the provider's own sign-up pages"
const census = "domains of free mailboxes that customer lists hold most, by our judgement"

export const typoTargets: ReadonlyArray<TypoTargetRow> = [
  {
    names: "gmail",
    suffixes: "com",
    distinctive: true,
    large: true,
    nowhereElse: true,
    source: pages
  },
  { names: "googlemail", suffixes: "com", distinctive: true, large: true, source: pages },
  {
    names: "hotmail",
    suffixes:
      "com be ca ch co.jp co.nz co.th co.uk com.ar com.au com.br com.mx com.tr de dk es fi fr gr it " +
      "nl no se",
    distinctive: true,
    large: true,
    source: pages
  },
  {
    names: "outlook",
    suffixes: "com at be cl co.id com.ar com.au com.br cz de dk es fr ie it jp kr pt sa",
    distinctive: true,
    large: true,
    source: pages
  },
  {
    names: "yahoo",
    suffixes:
      "com at be ca ch cl co.id co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.cn " +
      "com.co com.hk com.mx com.my com.ph com.sg com.tr com.tw com.vn de dk es fr gr ie in it nl no " +
      "pl pt ro se",
    distinctive: true,
    large: true,
    source: pages
  },
  {
    names: "icloud",
    suffixes: "com",
    distinctive: true,
    large: true,
    nowhereElse: true,
    source: pages
  },
  { names: "protonmail", suffixes: "com ch", distinctive: true, large: true, source: pages },
  { names: "rocketmail", suffixes: "com", distinctive: true, nowhereElse: true, source: pages },
  { names: "ymail", suffixes: "com", distinctive: true, source: pages },
  { names: "aol", suffixes: "com co.uk de fr", distinctive: true, source: pages },
  { names: "live", suffixes: "com be ca co.uk com.au com.mx de dk fr it nl no se", source: pages },
  { names: "msn me mac mail", suffixes: "com", source: pages },
  { names: "gmx", suffixes: "de net at ch com", source: pages },
  { names: "web t-online freenet", suffixes: "de", source: census },
  { names: "orange wanadoo free sfr", suffixes: "fr", source: census },
  { names: "laposte", suffixes: "net", source: census },
  { names: "libero virgilio tiscali alice", suffixes: "it", source: census },
  { names: "proton", suffixes: "me", source: pages },
  {
    names: "zoho",
    suffixes: "com eu in",
    distinctive: true,
    source: pages
  },
  { names: "zohomail", suffixes: "com eu in", distinctive: true, source: pages },
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
  { names: "seznam", suffixes: "cz", distinctive: true, source: census },
  { names: "arcor", suffixes: "de", distinctive: true, source: census },
  { names: "sohu aliyun foxmail", suffixes: "com", distinctive: true, source: census },
  { names: "docomo softbank ezweb", suffixes: "ne.jp", distinctive: true, source: census },
  { names: "uol bol terra ig", suffixes: "com.br", source: census },
  {
    names:
      "globo globomail mynet sina 139 nate nifty telia ntlworld virginmedia talktalk rogers frontier mindspring juno netzero indiatimes tuta mailfence runbox hey",
    suffixes: "com",
    source: census
  },
  { names: "email post centrum atlas volny", suffixes: "cz", source: census },
  { names: "wp onet interia o2 op gazeta vp tlen buziaczek", suffixes: "pl", source: census },
  { names: "azet centrum zoznam", suffixes: "sk", source: census },
  { names: "freemail citromail", suffixes: "hu", source: census },
  { names: "i meta", suffixes: "ua", source: census },
  { names: "abv mail", suffixes: "bg", source: census },
  { names: "walla", suffixes: "co.il", source: census },
  { names: "netvision", suffixes: "net.il", source: census },
  {
    names:
      "ukr yeah bezeqint bredband telus earthlink charter windstream centurylink frontiernet prodigy posteo telefonica telkomsa",
    suffixes: "net",
    source: census
  },
  { names: "sina 189", suffixes: "cn", source: census },
  { names: "telenet skynet proximus", suffixes: "be", source: census },
  { names: "ziggo kpnmail hetnet planet xs4all home chello", suffixes: "nl", source: census },
  { names: "bluewin hispeed sunrise", suffixes: "ch", source: census },
  { names: "aon chello", suffixes: "at", source: census },
  { names: "posteo", suffixes: "de", source: census },
  { names: "mailbox", suffixes: "org", source: census },
  { names: "neuf bbox numericable club-internet aliceadsl voila", suffixes: "fr", source: census },
  { names: "inwind iol fastwebnet tin", suffixes: "it", source: census },
  { names: "movistar", suffixes: "es", source: census },
  { names: "sapo", suffixes: "pt", source: census },
  { names: "comhem", suffixes: "se", source: census },
  { names: "online", suffixes: "no", source: census },
  { names: "blueyonder tiscali", suffixes: "co.uk", source: census },
  { names: "sympatico shaw videotron", suffixes: "ca", source: census },
  { names: "optusnet", suffixes: "com.au", source: census },
  { names: "iinet", suffixes: "net.au", source: census },
  { names: "xtra", suffixes: "co.nz", source: census },
  { names: "webmail mweb", suffixes: "co.za", source: census }
]

interface SuffixTypoRow {
  readonly typed: string
  readonly intended: string
  /** This top-level domain exists, so the typed domain may be a real one. */
  readonly exists: boolean
  readonly source: string
}

const rootZone = "IANA root zone, 2026"

export const suffixTypos: ReadonlyArray<SuffixTypoRow> = [
  ...["con", "cmo", "ocm", "comm", "cpm", "vom", "xom", "ccom", "coom", "coml"].map((typed) => ({
    typed,
    intended: "com",
    exists: false,
    source: rootZone
  })),
  ...["co", "cm", "om"].map((typed) => ({
    typed,
    intended: "com",
    exists: true,
    source: rootZone
  })),
  ...["nte", "ent", "bet", "nett"].map((typed) => ({
    typed,
    intended: "net",
    exists: typed === "bet",
    source: rootZone
  })),
  { typed: "ne", intended: "net", exists: true, source: rootZone },
  { typed: "couk", intended: "co.uk", exists: false, source: rootZone },
  { typed: "co.ik", intended: "co.uk", exists: false, source: rootZone },
  { typed: "combr", intended: "com.br", exists: false, source: rootZone },
  { typed: "rru", intended: "ru", exists: false, source: rootZone }
]

/** Real providers whose name is one typo away from another provider's. They are never taken for a typo. */
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

/** Short names with one letter missing; longer names need no list. */
export const knownOmissions: ReadonlyArray<{ typed: string; intended: string; source: string }> = [
  { typed: "gmai", intended: "gmail", source: "most frequent typo of the name" },
  { typed: "gmal", intended: "gmail", source: "most frequent typo of the name" },
  { typed: "gmil", intended: "gmail", source: "most frequent typo of the name" },
  { typed: "yaho", intended: "yahoo", source: "most frequent typo of the name" },
  { typed: "yhoo", intended: "yahoo", source: "most frequent typo of the name" }
]

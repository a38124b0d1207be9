/**
 * Rules by which mailbox providers interpret a local part: which spellings reach the same mailbox. A row
 * states what the provider documents or its own programs do; a guess would merge two people into one.
 */
export interface ProviderRule {
  readonly provider: string
  readonly domains: ReadonlyArray<string>
  /** The text after this character is a tag that the user chose freely. */
  readonly tag?: "+" | "-"
  /** Characters that make no difference. */
  readonly ignored?: string
  /** The first character counts as the second. */
  readonly same?: readonly [from: string, to: string]
  /** All domains of the row are the same; this one stands for them. */
  readonly writtenAs?: string
  /** `tag@user.<domain>` reaches `user@<domain>`. */
  readonly userAsHost?: true
  readonly source: string
}

/** `under("outlook", "com fr")` is outlook.com and outlook.fr. */
const under = (name: string, suffixes: string): ReadonlyArray<string> =>
  suffixes.split(" ").map((suffix) => `${name}.${suffix}`)

export const providerRules: ReadonlyArray<ProviderRule> = [
  {
    provider: "Gmail",
    domains: ["gmail.com", "googlemail.com"],
    tag: "+",
    ignored: ".",
    writtenAs: "gmail.com",
    source: "Gmail Help: dots don't matter in Gmail addresses; aliases with a plus sign"
  },
  {
    provider: "Outlook.com",
    domains: [
      ...under(
        "outlook",
        "com at be cl co.id co.il co.nz co.th com.ar com.au com.br com.gr com.pe com.tr com.vn cz de " +
          "dk es fr hu id ie in it jp kr lv my ph pt sa sg sk"
      ),
      ...under(
        "hotmail",
        "com at be ca ch cl co.id co.il co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br " +
          "com.gr com.mx com.pe com.tr com.vn cz de dk es fi fr gr hu ie in it jp kr lt lv my nl no " +
          "ph pt rs se sg sk"
      ),
      ...under(
        "live",
        "com at be ca ch cl cn co.kr co.uk co.za com.ar com.au com.mx com.my com.ph com.pt com.sg de " +
          "dk es eu fi fr hk ie in it jp nl no ru se"
      ),
      "msn.com",
      "passport.com",
      "windowslive.com"
    ],
    tag: "+",
    source: "Microsoft Learn: Plus addressing; validator.js normalizeEmail (MIT), domains"
  },
  {
    provider: "iCloud",
    // A name may belong to different people on the three, except in accounts older than 2012.
    domains: ["icloud.com", "me.com", "mac.com"],
    tag: "+",
    source: "validator.js normalizeEmail (MIT); email-normalize (BSD), Apple"
  },
  {
    provider: "Yahoo",
    domains: [
      ...under(
        "yahoo",
        "com at be ca cl co.id co.il co.in co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.co " +
          "com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.vn cz de dk es fi fr gr hu ie " +
          "in it nl no pl pt ro se"
      ),
      "rocketmail.com",
      "ymail.com"
    ],
    // No Yahoo ID contains it: it separates the base name of a disposable address from its keyword.
    tag: "-",
    source: "Yahoo Help SLN28815: disposable addresses; validator.js normalizeEmail (MIT)"
  },
  {
    provider: "Proton Mail",
    domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"],
    tag: "+",
    ignored: ".-_",
    source: "ProtonMail/WebClients, canonicalizeInternalEmail"
  },
  {
    provider: "Fastmail",
    domains: [
      ...under(
        "fastmail",
        "com fm ca cn co.uk com.au de es fr im in jp mx net nl org se to tw uk us"
      ),
      "fastmailbox.net",
      "eml.cc",
      "fea.st",
      "mailcan.com",
      "mm.st",
      "ownmail.net",
      "sent.as",
      "sent.at",
      "sent.com",
      "warpmail.net"
    ],
    tag: "+",
    userAsHost: true,
    source: "Fastmail Help: plus addressing and subdomain addressing; domains on offer"
  },
  {
    provider: "Yandex",
    domains: [...under("yandex", "ru by com kz ua"), "ya.ru"],
    tag: "+",
    same: [".", "-"],
    writtenAs: "yandex.ru",
    source: "Yandex ID Help: a dot and a hyphen in a login are the same; Yandex Mail aliases"
  },
  {
    provider: "Mail.ru",
    domains: ["mail.ru", "bk.ru", "inbox.ru", "internet.ru", "list.ru"],
    tag: "+",
    source: "Mail.ru Help: address with a plus sign"
  },
  {
    provider: "Zoho Mail",
    domains: ["zoho.com", "zoho.eu", "zoho.in", "zohomail.com", "zohomail.eu", "zohomail.in"],
    tag: "+",
    source: "Zoho Mail Help: plus addressing; email-normalize (BSD), Zoho"
  },
  {
    provider: "GMX",
    domains: ["gmx.de", "gmx.net", "gmx.at", "gmx.ch", "gmx.com", "gmx.co.uk", "gmx.us", "gmx.fr"],
    tag: "+",
    source: "GMX Help: plus addressing"
  },
  {
    provider: "mailbox.org",
    domains: ["mailbox.org"],
    tag: "+",
    source: "mailbox.org knowledge base: mail extensions"
  },
  {
    provider: "Posteo",
    domains: ["posteo.de", "posteo.net", "posteo.org", "posteo.eu", "posteo.at", "posteo.ch"],
    tag: "+",
    source: "Posteo Help: plus addressing"
  },
  { provider: "HEY", domains: ["hey.com"], tag: "+", source: "HEY Help: plus addressing" }
]

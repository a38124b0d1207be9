/**
 * What we know better than the published lists, with a source for each. A domain stands here, in `relays` or in
 * `accessProviders` once at most, and no row may be moot: a test compares them with the lists.
 */
import { accessProviders } from "./accessProviders.ts"
import { relays } from "./relays.ts"

export interface Correction {
  /**
   * - `disposable`: a throwaway mail service.
   * - `free`: everybody, or every customer of an access provider, can open a lasting mailbox there.
   * - `closed`: neither. Its mailboxes last, and are those of a company, a school or of paying people.
   * - `relay`: aliases that each forward to one person's mailbox.
   */
  readonly is: "disposable" | "free" | "closed" | "relay"
  readonly source: string
}

interface ListCorrection extends Correction {
  readonly is: "disposable" | "free" | "closed"
  readonly domains: string
}

const issue = (where: string, who: string): string => `github.com/${where}: ${who}`

export const listCorrections: ReadonlyArray<ListCorrection> = [
  {
    is: "free",
    domains:
      "yandex.com.tr yandex.az yandex.fr yandex.com.ge yandex.co.il yandex.ee yandex.lt yandex.lv yandex.md " +
      "yandex.tj yandex.tm yandex.uz yandex.kg yandex.com.am ngs.ru e1.ru rambler.ua xmail.ru mail.ua " +
      "yahoo.com.ve yahoo.com.pe yahoo.cl outlook.id outlook.com.ar hotmail.at hotmail.cl hotmail.co.id " +
      "hotmail.com.gr hotmail.com.mx hotmail.com.pe hotmail.com.vn hotmail.ie hotmail.in hotmail.kr hotmail.lt " +
      "hotmail.lv hotmail.pt hotmail.rs hotmail.sk live.ch live.com.my live.com.ph live.es live.eu live.fi " +
      "zoho.in zohomail.eu zohomail.in",
    source:
      "Yandex, Rambler, Mail.ru, NGS, Yahoo, Microsoft, Zoho: domains of free mailboxes of other countries"
  },
  {
    is: "free",
    domains: "likemail.com",
    source: "disposable/static-disposable-lists (MIT): mail services with permanent mailboxes"
  },
  {
    is: "free",
    domains: "sify.com",
    source: "Sify, India: mail of its broadband customers since 1999"
  },
  {
    is: "free",
    domains: "21cn.com",
    source: "China Telecom: portal with permanent mailboxes since 1999, now part of 189.cn"
  },
  {
    is: "free",
    domains: "hotmail.com.ar aruba.it",
    source: "Microsoft, Aruba: domains on offer for free mailboxes"
  },
  {
    is: "free",
    domains: "tuta.com tutanota.com tutamail.com keemail.me",
    source: "Tuta: domains of free accounts"
  },
  {
    is: "free",
    domains:
      "atomicmail.io autistici.org disroot.org eclipso.de firemail.de ik.me inventati.org mailo.com riseup.net",
    source: "disposable/static-disposable-lists (MIT), type free"
  },
  {
    is: "free",
    domains: "zoho.eu",
    source: "Zoho Mail: free mailboxes of the European data centre"
  },
  { is: "free", domains: "internet.ru", source: "Mail.ru help: domains of free mailboxes" },
  {
    is: "free",
    domains: "globo.com tin.it hispeed.ch",
    source: "each portal's own free mail service"
  },
  {
    is: "free",
    domains: "buziaczek.pl",
    source: issue("disposable/disposable/issues/214", "domains on offer in Onet's registration")
  },
  {
    is: "free",
    domains: "sibmail.com",
    source: "Sibmail, Tomsk: free mailboxes since 2000"
  },
  {
    is: "closed",
    domains: "unican.es",
    source: "University of Cantabria: staff and students, no sign-up"
  },
  { is: "closed", domains: "alibaba.com amazonses.com", source: "the companies' own domains" },
  {
    is: "closed",
    domains: "nus.edu.sg",
    source: "National University of Singapore: staff and departments, no sign-up"
  },
  {
    is: "closed",
    domains: "facebook.com",
    source: "Facebook Help: mail for members ended in 2014; addresses are those of the company"
  },
  {
    is: "closed",
    domains: "clerk.com name.com",
    source: issue("bnurbekov/company-email-validator/pull/14", "companies, no mail service")
  },
  {
    is: "closed",
    domains: "easypost.com",
    source: issue("willwhite/freemail/pull/76", "a logistics company; no mail service for 10 years")
  },
  {
    is: "closed",
    domains: "mailinblack.com",
    source: issue("willwhite/freemail/pull/80", "a company that protects mail; its own domain")
  },
  {
    is: "closed",
    domains: "scientist.com",
    source: issue("willwhite/freemail/pull/81", "a company since 2016, a mail service before")
  },
  {
    is: "closed",
    domains: "kommespaeter.de",
    source: issue("micke/valid_email2/pull/239", "a customer's own domain")
  },
  {
    is: "closed",
    domains: "emil.com",
    source: issue(
      "disposable-email-domains/disposable-email-domains/issues/84",
      "it has a new registrant"
    )
  },
  {
    is: "closed",
    domains:
      "sudolife.me sudolife.net sudomail.biz sudomail.com sudomail.net sudoverse.com sudoverse.net sudoweb.net " +
      "sudoworld.com sudoworld.net",
    source: issue(
      "disposable-email-domains/disposable-email-domains/issues/192",
      "lasting mailboxes of paying people, removed from the list after a review"
    )
  },
  {
    is: "disposable",
    domains:
      "cad.edu.gr dmtc.edu.pl gmail.gr.com lko.co.kr nuo.co.kr solidplai.us tko.co.kr zeroe.ml",
    source: "disposable-email-domains 1.0.62 (MIT), wildcard.json, no longer maintained"
  }
]

/** All corrections by their domains, the longest suffix of which decides. It throws where two rows name a domain. */
export const corrections: ReadonlyMap<string, Correction> = (() => {
  const rows = [
    ...listCorrections.map(({ domains, ...row }) => ({ ...row, domains: domains.split(" ") })),
    ...accessProviders.map(({ domains, source }) => ({
      is: "free" as const,
      domains: domains.split(" "),
      source
    })),
    ...relays.map(({ domains, source }) => ({ is: "relay" as const, domains, source }))
  ]
  const byDomain = new Map<string, Correction>()
  for (const { is, domains, source } of rows)
    for (const domain of domains) {
      if (byDomain.has(domain)) throw new RangeError(`"${domain}" is in two rows of corrections`)
      byDomain.set(domain, { is, source })
    }
  return byDomain
})()

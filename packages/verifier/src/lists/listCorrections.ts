/** Known errors of the published lists. */
interface ListCorrection {
  readonly domains: ReadonlyArray<string>
  readonly source: string
}

/** Domains that are listed as disposable, although people have permanent mailboxes there. */
export const notDisposable: ReadonlyArray<ListCorrection> = [
  {
    domains: ["my.id"],
    source: "PANDI: a second-level suffix under .id that is open for registration"
  },
  {
    domains: ["vfemail.net", "likemail.com", "safe-mail.net"],
    source: "disposable/static-disposable-lists (MIT): mail services with permanent mailboxes"
  },
  {
    domains: ["sify.com"],
    source: "Sify, India: mail of its broadband customers since 1999"
  },
  {
    domains: ["21cn.com"],
    source: "China Telecom: portal with permanent mailboxes since 1999, now part of 189.cn"
  }
]

/** Domains that are listed as free, although an address there is no private mailbox. */
export const notFree: ReadonlyArray<ListCorrection> = [
  { domains: ["unican.es"], source: "University of Cantabria: staff and students, no sign-up" },
  { domains: ["alibaba.com", "amazonses.com"], source: "the companies' own domains" },
  {
    domains: ["nus.edu.sg"],
    source: "National University of Singapore: staff and departments, no sign-up"
  },
  {
    domains: ["facebook.com"],
    source: "Facebook Help: mail for members ended in 2014; addresses are those of the company"
  }
]

/** Disposable domains that both lists lack. */
export const alsoDisposable: ReadonlyArray<ListCorrection> = [
  {
    domains: [
      "cad.edu.gr",
      "dmtc.edu.pl",
      "gmail.gr.com",
      "lko.co.kr",
      "nuo.co.kr",
      "solidplai.us",
      "stop-my-spam.pp.ua",
      "tko.co.kr",
      "zeroe.ml"
    ],
    source: "disposable-email-domains 1.0.62 (MIT), wildcard.json, no longer maintained"
  }
]

/** Free providers with open sign-up that the list lacks. Access providers are in accessProviders.ts. */
export const alsoFree: ReadonlyArray<ListCorrection> = [
  {
    domains: ["hotmail.com.ar", "aruba.it"],
    source: "Microsoft, Aruba: domains on offer for free mailboxes"
  },
  {
    domains: ["tuta.com", "tutanota.com", "tutamail.com", "keemail.me"],
    source: "Tuta: domains of free accounts"
  },
  {
    domains: [
      "atomicmail.io",
      "autistici.org",
      "disroot.org",
      "eclipso.de",
      "firemail.de",
      "ik.me",
      "inventati.org",
      "mailo.com",
      "riseup.net"
    ],
    source: "disposable/static-disposable-lists (MIT), type free"
  },
  { domains: ["zoho.eu"], source: "Zoho Mail: free mailboxes of the European data centre" },
  { domains: ["internet.ru"], source: "Mail.ru help: domains of free mailboxes" },
  { domains: ["globo.com", "tin.it", "hispeed.ch"], source: "each portal's own free mail service" }
]

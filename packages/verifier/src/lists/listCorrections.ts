/** Known errors of the published lists. */
export interface ListCorrection {
  readonly domains: ReadonlyArray<string>
  readonly source: string
}

/** Listed as disposable, but people have permanent mailboxes there. */
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
    source: "Sify Technologies, India: mailboxes of its access customers and of its portal"
  }
]

/** Disposable, but missing from both lists. */
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

/** Free of charge with open sign-up, but missing from the list of free providers. */
export const alsoFree: ReadonlyArray<ListCorrection> = [
  {
    domains: ["tuta.com", "tuta.io", "tutanota.com", "tutanota.de", "tutamail.com", "keemail.me"],
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
  { domains: ["internet.ru"], source: "Mail.ru help: domains of free mailboxes" },
  { domains: ["globo.com", "tin.it", "hispeed.ch"], source: "each portal's own free mail service" },
  {
    domains: (
      "sympatico.ca telus.net cogeco.ca eastlink.ca sasktel.net mts.net nb.sympatico.ca " +
      "proximus.be scarlet.be voo.be belgacom.net brutele.be " +
      "bbox.fr numericable.fr club-internet.fr aliceadsl.fr cegetel.net dbmail.com noos.fr " +
      "telia.com bredband.net comhem.se tele2.se glocalnet.net swipnet.se stofanet.dk youmail.dk tdcadsl.dk " +
      "saunalahti.fi pp.inet.fi welho.com dnainternet.net simnet.is frisurf.no lyse.net " +
      "centurylink.net suddenlink.net talktalk.net plusnet.com vodafone.de kabelbw.de fastwebnet.it ono.com " +
      "netcabo.pt sunrise.ch chello.at " +
      "hathway.com asianetindia.com dataone.in vsnl.net vsnl.com bsnl.in sancharnet.in airtelmail.in eth.net"
    ).split(" "),
    source: "access providers: mailboxes that come with a private line, as at those that are listed"
  }
]

/** Listed as free, but only staff, students or the company itself have mailboxes there. */
export const notFree: ReadonlyArray<ListCorrection> = [
  { domains: ["unican.es", "nus.edu.sg"], source: "universities of Cantabria and of Singapore" },
  { domains: ["alibaba.com", "amazonses.com"], source: "the companies' own domains" }
]

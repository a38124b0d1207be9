/**
 * Privacy aliases: each address forwards to one person's mailbox. A person who uses one is real, so
 * these are never called disposable, although some disposable lists name them.
 *
 * A row covers its domain and everything below: a customer of such a service often has a subdomain.
 */
export interface Relay {
  readonly service: string
  readonly domains: ReadonlyArray<string>
  readonly source: string
}

export const relays: ReadonlyArray<Relay> = [
  {
    service: "Apple Hide My Email",
    domains: ["privaterelay.appleid.com"],
    source: "Apple: Sign in with Apple, private email relay service"
  },
  {
    service: "DuckDuckGo Email Protection",
    domains: ["duck.com"],
    source: "DuckDuckGo help pages, Email Protection"
  },
  {
    service: "Firefox Relay",
    domains: ["mozmail.com", "relay.firefox.com"],
    source: "Mozilla support, Firefox Relay"
  },
  {
    service: "SimpleLogin and Proton Pass",
    domains: [
      "simplelogin.com",
      "simplelogin.co",
      "simplelogin.io",
      "simplelogin.fr",
      "slmail.me",
      "slmails.com",
      "silomails.com",
      "aleeas.com",
      "8alias.com",
      "8shield.net",
      "dralias.com",
      "passmail.net",
      "passmail.com",
      "passinbox.com",
      "passfwd.com"
    ],
    source: "SimpleLogin and Proton Pass, alias domains on offer"
  },
  {
    service: "addy.io",
    domains: ["anonaddy.com", "anonaddy.me", "addymail.com", "addy.biz", "mailer.me", "4wrd.cc"],
    source: "addy.io help, shared domains"
  },
  {
    service: "IronVest (Blur)",
    domains: ["opayq.com", "ivmail.com"],
    source: "IronVest support, masked emails"
  },
  {
    service: "other alias services",
    domains: [
      "33mail.com",
      "erine.email",
      "bump.email",
      "bumpmail.io",
      "proxiedmail.com",
      "mf.me",
      "spamgourmet.com",
      "cloaked.id",
      "use.startmail.com"
    ],
    source: "each service's own pages; disposable/static-disposable-lists (MIT), type forwarding"
  }
]

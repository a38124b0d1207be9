/**
 * Relays: services whose alias addresses each forward to one person's mailbox. The person is real, so
 * these domains are never called disposable, although some disposable lists have them.
 *
 * A row covers its domain and all names below: customers of such a service often have a subdomain.
 */
interface Relay {
  readonly service: string
  readonly domains: ReadonlyArray<string>
  /** The MX hosts of customers' own domains. */
  readonly mailHosts?: ReadonlyArray<string>
  /** Whether a subdomain belongs to one customer, who receives mail for every local part in it. */
  readonly subdomainsCatchAll?: true
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
    subdomainsCatchAll: true,
    source: "Mozilla support, Firefox Relay: masks of a custom subdomain need not be created first"
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
    mailHosts: ["mx1.simplelogin.co", "mx2.simplelogin.co", "alias.proton.me"],
    source: "SimpleLogin and Proton Pass, alias domains on offer; docs, custom domain"
  },
  {
    service: "addy.io",
    domains: ["anonaddy.com", "anonaddy.me", "addymail.com", "addy.biz", "mailer.me", "4wrd.cc"],
    mailHosts: ["mail.anonaddy.me", "mail2.anonaddy.me"],
    subdomainsCatchAll: true,
    source: "addy.io help: shared domains, aliases of a username's subdomain, custom domains"
  },
  {
    service: "IronVest (Blur)",
    domains: ["opayq.com", "ivmail.com"],
    source: "IronVest support, masked emails"
  },
  {
    service: "33Mail",
    domains: ["33mail.com"],
    subdomainsCatchAll: true,
    source: "33Mail, how it works: anything@username.33mail.com"
  },
  {
    service: "Cloaked",
    domains: ["myclkd.email", "clkdmail.com"],
    source: "Cloaked: domains of its aliases; cloaked.id is the company's own"
  },
  {
    service: "platforms that hide the addresses of their users",
    domains: [
      "marketplace.amazon.com",
      "marketplace.amazon.co.uk",
      "marketplace.amazon.de",
      "marketplace.amazon.fr",
      "marketplace.amazon.it",
      "marketplace.amazon.es",
      "members.ebay.com",
      "reply.craigslist.org",
      "guest.booking.com",
      "guest.airbnb.com",
      "users.noreply.github.com"
    ],
    source: "each platform's help pages on messages between its users"
  },
  {
    service: "other alias services",
    domains: [
      "erine.email",
      "bump.email",
      "bumpmail.io",
      "proxiedmail.com",
      "mf.me",
      "spamgourmet.com",
      "use.startmail.com"
    ],
    source: "each service's own pages; disposable/static-disposable-lists (MIT), type forwarding"
  }
]

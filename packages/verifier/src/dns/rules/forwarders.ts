/**
 * Services that forward a domain's mail to a mailbox elsewhere, by the suffix of the mail host. Context
 * only: forwarded mail arrives like any other.
 */
export interface ForwarderRow {
  readonly service: string
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

export const forwarders: ReadonlyArray<ForwarderRow> = [
  {
    service: "ImprovMX",
    hosts: ["improvmx.com"],
    source: "ImprovMX guides: mx1 and mx2.improvmx.com"
  },
  {
    service: "Forward Email",
    hosts: ["forwardemail.net"],
    source: "Forward Email FAQ: mx1 and mx2.forwardemail.net"
  },
  {
    service: "Cloudflare Email Routing",
    hosts: ["mx.cloudflare.net"],
    source:
      "Cloudflare docs, Email Routing DNS records: route1 to route3, earlier isaac, linda, amir"
  },
  {
    service: "Namecheap forwarding",
    // Only these: other hosts of registrar-servers.com are Namecheap's ordinary DNS and mail.
    hosts: [1, 2, 3, 4, 5].map((n) => `eforward${n}.registrar-servers.com`),
    source: "Namecheap knowledge base, free email forwarding"
  },
  {
    service: "Porkbun forwarding",
    hosts: ["fwd1.porkbun.com", "fwd2.porkbun.com"],
    source: "Porkbun knowledge base, email forwarding"
  },
  {
    service: "ForwardMX",
    hosts: ["forwardmx.io", "forwardmx.net"],
    source: "ForwardMX set-up pages"
  },
  {
    service: "SimpleLogin",
    hosts: ["mx1.simplelogin.co", "mx2.simplelogin.co"],
    source: "SimpleLogin docs, custom domain"
  },
  {
    service: "Proton Pass aliases",
    hosts: ["alias.proton.me"],
    source: "Proton Pass support, custom domains for aliases"
  },
  {
    service: "addy.io",
    hosts: ["mail.anonaddy.me", "mail2.anonaddy.me"],
    source: "addy.io help, adding a custom domain"
  },
  { service: "Dynu", hosts: ["mx.dynu.com"], source: "Dynu help, email forward" },
  { service: "OVHcloud redirections", hosts: ["redirect.ovh.net"], source: "OVHcloud guides" },
  {
    service: "Google Domains forwarding",
    hosts: ["gmr-smtp-in.l.google.com"],
    source: "Google Domains help, email forwarding (now Squarespace)"
  },
  { service: "Pobox", hosts: ["pobox.com"], source: "Pobox help, MX records of own domains" }
]

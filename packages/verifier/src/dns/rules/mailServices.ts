/**
 * Services that are recognized by the suffix of a mail host: those that forward mail, those that accept
 * every recipient, and operators of disposable domains.
 */
interface MailServiceRow {
  readonly service: string
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

/**
 * Services that forward a domain's mail to a mailbox elsewhere. They are context only: forwarded mail
 * arrives like any other.
 */
export const forwarders: ReadonlyArray<MailServiceRow> = [
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
    // Only these forward: other hosts of registrar-servers.com are Namecheap's ordinary DNS and mail.
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

/**
 * Mail hosts that accept every recipient of a domain by design, as their documentation says. Only an SMTP
 * session can tell whether any other host does.
 */
export const catchAllHosts: ReadonlyArray<MailServiceRow> = [
  {
    service: "SendGrid Inbound Parse",
    hosts: ["mx.sendgrid.net"],
    source: "Twilio docs, Settings - Inbound Parse: any email received by the hostname is parsed"
  },
  {
    service: "Postmark Inbound",
    hosts: ["inbound.postmarkapp.com"],
    source: "Postmark docs, inbound domain forwarding: any address of the domain"
  }
]

const census =
  "census of the MX records of 98,663 listed domains, October 2026, shared hosts removed"
const ownDocs = "the service's own domains, all of them for disposable addresses"

/**
 * Mail hosts of operators that run hundreds of disposable domains. They reveal a domain that is too new
 * for any list.
 *
 * Only hosts that serve nothing else are here. Some hosts are left out although listed domains point to
 * them: publicms*.mail2world.com (a free provider), mx*.timeweb.ru (a hoster), route*.mx.cloudflare.net.
 */
export const disposableHosts: ReadonlyArray<MailServiceRow> = [
  {
    service: "wabblywabble",
    hosts: ["mail.wabblywabble.com", "mail.wallywatts.com"],
    source: census
  },
  { service: "Generator.email", hosts: ["generator.email"], source: census },
  {
    service: "unstablemail",
    hosts: ["aero4.unstablemail.com", "srv4.unstablemail.com"],
    source: census
  },
  { service: "beavis99", hosts: ["mx4.beavis99.com", "mx4.beavis99.net"], source: census },
  { service: "EmailFake", hosts: ["emailfake.com"], source: census },
  { service: "chatgpt.org.uk", hosts: ["email.chatgpt.org.uk"], source: census },
  { service: "YOPmail", hosts: ["smtp.yopmail.com"], source: census },
  { service: "emlhub", hosts: ["mx.emlhub.com", "mx.emltmp.com", "mx.emlpro.com"], source: census },
  { service: "CleanTempMail", hosts: ["mail.cleantempmail.com"], source: census },
  { service: "gravityengine", hosts: ["email.gravityengine.cc"], source: census },
  { service: "SpyMail", hosts: ["mx.spymail.one"], source: census },
  { service: "tinyhost", hosts: ["tinyhost.shop"], source: census },
  { service: "Mailinator", hosts: ["mailinator.com"], source: ownDocs },
  { service: "Guerrilla Mail", hosts: ["mail.guerrillamail.com"], source: ownDocs },
  { service: "Mail.tm", hosts: ["in.mail.tm"], source: ownDocs },
  { service: "1secmail", hosts: ["mail.1secmail.com", "mx.1secmail.com"], source: ownDocs },
  { service: "DropMail", hosts: ["mx.dropmail.me"], source: ownDocs },
  { service: "Maildrop", hosts: ["mx.maildrop.cc"], source: ownDocs },
  {
    service: "MyTemp.email",
    hosts: ["mytemp.email", "dnses.ro"],
    source: "ivolo/disposable-email-domains#58: MX records of its domains"
  },
  {
    service: "tempr.email",
    hosts: ["mx.discard.email"],
    source: "disposable-email-domains/disposable-email-domains#169: MX record of its domains"
  },
  {
    service: "kuku.lu",
    hosts: ["erinn.biz", "mx.mail-data.net"],
    source: "Short-io/otm-detector#4, disposable/disposable#177: MX records of its domains"
  },
  {
    service: "Temporary Mail",
    hosts: ["mail.temporary-mail.net"],
    source: "disposable-email-domains/disposable-email-domains#472: MX record of its domains"
  },
  {
    service: "TempAMail",
    hosts: ["tempamail.com"],
    source: "disposable/disposable#287: MX records of its domains"
  },
  {
    service: "10MinuteMail",
    hosts: ["prd-smtp.10minutemail.com"],
    source: ownDocs
  },
  { service: "Temp Mail", hosts: ["mx.temp-mail.io", "mx2.temp-mail.io"], source: ownDocs },
  { service: "Moakt", hosts: ["mx.moakt.com"], source: ownDocs },
  { service: "email-fake.com", hosts: ["email-fake.com"], source: ownDocs }
]

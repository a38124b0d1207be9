/**
 * Mail hosts of operators that run hundreds of disposable domains. They reveal a domain that is too new
 * for any list.
 *
 * Only hosts that serve nothing else are here. Left out, although listed domains point to them:
 * publicms*.mail2world.com (a free provider), mx*.timeweb.ru (a hoster), route*.mx.cloudflare.net.
 */
export interface DisposableHostRow {
  readonly service: string
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

const census =
  "census of the MX records of 98,663 listed domains, October 2026, shared hosts removed"
const ownDocs = "the service's own domains, all of them for disposable addresses"

export const disposableHosts: ReadonlyArray<DisposableHostRow> = [
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
  { service: "1secmail", hosts: ["mail.1secmail.com"], source: ownDocs },
  { service: "DropMail", hosts: ["mx.dropmail.me"], source: ownDocs },
  { service: "Maildrop", hosts: ["mx.maildrop.cc"], source: ownDocs }
]

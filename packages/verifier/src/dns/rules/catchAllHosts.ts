/**
 * Mail hosts that accept every recipient of a domain by design, as their documentation says. For all
 * others only an SMTP session can tell.
 */
export interface CatchAllHostRow {
  readonly service: string
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

export const catchAllHosts: ReadonlyArray<CatchAllHostRow> = [
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

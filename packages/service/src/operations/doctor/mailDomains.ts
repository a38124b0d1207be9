/**
 * Domains whose mail hosts are contacted to see whether port 25 is open. They are large, always up, and
 * accept connections from any host. `RCPT_DOCTOR_DOMAINS` replaces them.
 */
interface MailDomain {
  readonly domain: string
  readonly source: string
}

export const mailDomains: ReadonlyArray<MailDomain> = [
  { domain: "gmail.com", source: "Google: email sender guidelines, connections on port 25" },
  { domain: "outlook.com", source: "Microsoft: Outlook.com Postmaster, troubleshooting" },
  { domain: "yahoo.com", source: "Yahoo: Sender Hub, SMTP error codes" }
]

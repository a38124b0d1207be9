/**
 * Whose mail hosts are greeted to see whether port 25 is open. Large, always up, and used to be
 * connected to by strangers. `RCPT_DOCTOR_DOMAINS` names others.
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

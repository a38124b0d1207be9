/**
 * Mail hosts of Microsoft, by suffix: for the tables of providers, of policies and of replies, which
 * have to agree on them.
 *
 * @see https://learn.microsoft.com/en-us/microsoft-365/enterprise/microsoft-365-endpoints
 */

/** Exchange Online, in each of its clouds. */
export const microsoft365Hosts: ReadonlyArray<string> = [
  "mail.protection.outlook.com",
  // Inbound DANE with DNSSEC.
  "mx.microsoft",
  "mail.eo.outlook.com",
  // GCC High and DoD.
  "mail.protection.office365.us",
  // Operated by 21Vianet in China.
  "partner.outlook.cn",
  // Microsoft Cloud Germany: closed in 2021, but names remain in zones.
  "mail.protection.outlook.de"
]

/** Outlook.com, Hotmail, Live and MSN. */
export const outlookConsumerHosts: ReadonlyArray<string> = ["olc.protection.outlook.com"]

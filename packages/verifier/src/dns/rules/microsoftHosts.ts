/**
 * Mail hosts of Microsoft, by suffix. The tables of providers, policies and replies share them, because they
 * have to agree.
 *
 * @see https://learn.microsoft.com/en-us/microsoft-365/enterprise/microsoft-365-endpoints
 */

/** Hosts of Exchange Online, in each of its clouds. */
export const microsoft365Hosts: ReadonlyArray<string> = [
  "mail.protection.outlook.com",
  // Inbound DANE with DNSSEC.
  "mx.microsoft",
  "mail.eo.outlook.com",
  // GCC High and DoD.
  "mail.protection.office365.us",
  // Operated by 21Vianet in China.
  "partner.outlook.cn",
  // Microsoft Cloud Germany closed in 2021, but its names remain in zones.
  "mail.protection.outlook.de"
]

/** Hosts of Outlook.com, Hotmail, Live and MSN. */
export const outlookConsumerHosts: ReadonlyArray<string> = ["olc.protection.outlook.com"]

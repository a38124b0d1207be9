/** Mail hosts of Microsoft 365, of its sovereign clouds too: one constant, so that no table knows fewer. */
export const microsoft365Hosts: ReadonlyArray<string> = [
  "mail.protection.outlook.com",
  "mx.microsoft",
  // Exchange Online Protection without mailboxes, and what it was called before.
  "mail.eo.outlook.com",
  // US Government (GCC High and DoD).
  "mail.protection.office365.us",
  // China, operated by 21Vianet.
  "partner.outlook.cn"
]

/** Accounts as an owner of the service reads them, in 80 columns. */
import type { AdminAccount } from "@rcpt/api/Admin"

import { painter, printable } from "./report.ts"

const indent = "  "

/** `2026-11-21 08:30 UTC` */
const minuteOf = (dateTime: string): string =>
  `${dateTime.slice(0, "2026-11-21".length)} ${dateTime.slice("2026-11-21T".length, "2026-11-21T08:30".length)} UTC`

const row = (label: string, value: string): string =>
  `${indent}${label.padEnd("last used".length)}  ${value}`

const card = (account: AdminAccount, title: string): string =>
  [
    title,
    row("id", account.id),
    row("credits", String(account.credits)),
    row("created", minuteOf(account.created_at)),
    row("last used", account.last_used_at === null ? "never" : minuteOf(account.last_used_at)),
    ...(account.is_admin ? [row("owner", "of the service")] : []),
    ...(account.suspended_at === null ? [] : [row("suspended", minuteOf(account.suspended_at))])
  ].join("\n")

export const accountsReport = (
  accounts: ReadonlyArray<AdminAccount>,
  canColor: boolean
): string => {
  const paint = painter(canColor)
  return accounts
    .map((account) => card(account, paint("bold", printable(account.email))))
    .join("\n\n")
}

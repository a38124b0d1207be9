/** The accounts of a service as text of 80 columns, for `rcpt admin accounts`. */
import type { AdminAccount } from "@rcpt/api/Admin"

import { minuteOf, painter, printable } from "./report.ts"

const indent = "  "

const row = (label: string, value: string): string =>
  `${indent}${label.padEnd("last used".length)}  ${value}`

const card = (account: AdminAccount, title: string): string =>
  [
    title,
    row("id", account.id),
    row("credits", String(account.credits)),
    row("created", minuteOf(account.created_at)),
    row("last used", account.last_used_at === null ? "never" : minuteOf(account.last_used_at)),
    ...(account.is_admin ? [row("role", "owner of the service")] : []),
    ...(account.suspended_at === null ? [] : [row("suspended", minuteOf(account.suspended_at))]),
    ...(account.closed_at === null ? [] : [row("closed", minuteOf(account.closed_at))])
  ].join("\n")

export const accountsReport = (
  accounts: ReadonlyArray<AdminAccount>,
  canColor: boolean
): string => {
  const paint = painter(canColor)
  return accounts
    .map((account) => card(account, paint("bold", printable(account.email ?? "closed account"))))
    .join("\n\n")
}

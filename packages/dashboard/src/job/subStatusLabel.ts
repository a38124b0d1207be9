/** A label for each sub-status. One that is not in the table is its API name with spaces. */
import { statusLabel } from "../parts/StatusBadge.tsx"

/** The sub-statuses of interface.md §2.5 whose name alone is not clear enough. */
const labels: Readonly<Record<string, string>> = {
  failed_syntax_check: "Invalid syntax",
  mx_unroutable: "Mail servers unreachable",
  domain_rejected_by_mail_server: "Mail server rejects the domain",
  reported_bounce: "Bounced, as you reported",
  dns_error: "DNS error",
  no_mx_records: "No MX records",
  blocklisted: "On a blocklist",
  parked: "Parked domain",
  role_based: "Shared inbox",
  role_based_catch_all: "Shared inbox, catch-all domain",
  relay: "Privacy relay",
  catch_all: "Catch-all domain",
  synthetic_local_part: "Looks made up",
  mailbox_unverified: "Mailbox not confirmed"
}

export const subStatusLabel = (subStatus: string): string =>
  labels[subStatus] ?? statusLabel(subStatus)

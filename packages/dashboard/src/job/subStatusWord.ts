/** Findings in words for people. One that is not in the table is spelled as the API has it. */
import { statusWord } from "../parts/StatusBadge.tsx"

/** Those of interface.md §2.5 that spelling alone would not make plain. */
const words: Readonly<Record<string, string>> = {
  failed_syntax_check: "Not an address",
  mx_unroutable: "Mail servers cannot be reached",
  domain_rejected_by_mail_server: "Mail server does not know the domain",
  dns_error: "DNS did not answer",
  no_mx_records: "No MX records",
  blocklisted: "On a blocklist",
  parked: "Parked domain",
  role_based: "Shared inbox",
  role_based_catch_all: "Shared inbox, catch-all domain",
  relay: "Privacy relay",
  catch_all: "Catch-all domain",
  synthetic_local_part: "Looks made up"
}

export const subStatusWord = (subStatus: string): string =>
  words[subStatus] ?? statusWord(subStatus)

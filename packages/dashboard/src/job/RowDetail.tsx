/** What was found out about the address of a row: the evidence that is kept with its result. */
import type { JobResultRow } from "@rcpt/api/Jobs"

import { pathWith } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { meaningOfFinding } from "../verify/verdictWords.ts"

const answers = { yes: "Yes", no: "No", unknown: "Not confirmed" } as const

/** By field: a question that `true` answers with yes. What was not found out is left out. */
const checks: ReadonlyArray<readonly [field: keyof JobResultRow, label: string]> = [
  ["has_mx", "Mail servers (MX)"],
  ["has_spf", "SPF record"],
  ["has_dmarc", "DMARC record"],
  ["is_catch_all", "Domain takes every name"],
  ["is_disposable", "Disposable"],
  ["is_role_based", "Shared inbox"],
  ["is_free_provider", "Free provider"],
  ["is_relay", "Privacy relay"],
  ["is_blacklisted", "On a blocklist"]
]

const factsOf = (row: JobResultRow): ReadonlyArray<Leader> => {
  const facts: ReadonlyArray<readonly [label: string, value: Leader["value"] | undefined]> = [
    ["Mailbox exists", row.mailbox_exists && answers[row.mailbox_exists]],
    ["Mail server said", row.smtp_status && statusLabel(row.smtp_status)],
    ["Mail provider", row.mx_provider],
    ["Age of the domain", row.domain_age_days && `${row.domain_age_days} days`],
    ["Canonical form", row.normalized_email],
    ...checks.map(([field, label]) => {
      const value = row[field]
      return [label, value === undefined ? undefined : value === true ? "Yes" : "No"] as const
    }),
    ["Checked", row.checked_at && <DateTime at={row.checked_at} />],
    ["Charged", row.credits_used !== undefined && <Credits amount={row.credits_used} unit />]
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

export const RowDetail = ({ row }: { readonly row: JobResultRow }) => {
  const meaning = row.sub_status && meaningOfFinding(row.sub_status)
  return (
    <div className="stack-tight job-detail">
      {meaning && <p>{meaning}</p>}
      <div className="job-evidence">
        <Leaders rows={factsOf(row)} />
      </div>
      {row.email && (
        <div className="row">
          <ButtonLink small href={pathWith("/verify", { email: row.email })}>
            Check again with all evidence
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

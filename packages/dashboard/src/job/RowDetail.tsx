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
import { words } from "../words/results.tsx"

const { evidence: said } = words

const answers = { yes: said.yes, no: said.no, unknown: said.notConfirmed }

/** By field: a question that `true` answers with yes. What was not found out is left out. */
const checks = [
  "has_mx",
  "has_spf",
  "has_dmarc",
  "is_catch_all",
  "is_disposable",
  "is_role_based",
  "is_free_provider",
  "is_relay",
  "is_blacklisted"
] as const

const factsOf = (row: JobResultRow): ReadonlyArray<Leader> => {
  const facts: ReadonlyArray<readonly [label: string, value: Leader["value"] | undefined]> = [
    [said.mailboxExists, row.mailbox_exists && answers[row.mailbox_exists]],
    [said.mailServerSaid, row.smtp_status && statusLabel(row.smtp_status)],
    [said.mailProvider, row.mx_provider],
    [said.domainAge, row.domain_age_days && said.days(Number(row.domain_age_days))],
    [said.canonical, row.normalized_email],
    ...checks.map((field) => {
      const value = row[field]
      return [
        said.checks[field],
        value === undefined ? undefined : answers[value ? "yes" : "no"]
      ] as const
    }),
    [said.checked, row.checked_at && <DateTime at={row.checked_at} />],
    [said.charged, row.credits_used !== undefined && <Credits amount={row.credits_used} unit />]
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
            {said.checkAgain}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

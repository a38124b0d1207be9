/** What an entry was for: a check, a job with its name, or the reason of a grant. */
import type { LedgerEntry } from "@rcpt/api/Ledger"

import { kindLabels, modeLabels, reasonOf } from "./entryLabels.ts"
import { JobLink } from "./JobLink.tsx"

interface EntryPurposeProps {
  readonly entry: LedgerEntry
  /** Its kind is said beside it. */
  readonly isNamed?: boolean
}

const modeOf = ({ mode }: NonNullable<LedgerEntry["for"]>): string => `${modeLabels[mode]} mode`

export const EntryPurpose = ({ entry, isNamed = false }: EntryPurposeProps) => {
  const { for: purpose } = entry
  const reason = reasonOf(entry)
  if (purpose === undefined) return <span className="breaks">{reason ?? "–"}</span>
  if (isNamed && purpose.job === undefined) return <span className="muted">{modeOf(purpose)}</span>
  return (
    <span>
      {purpose.job === undefined ? kindLabels[purpose.kind] : <JobLink id={purpose.job} />}
      <span className="muted">
        , {purpose.mode}
        {reason !== undefined && ` – ${reason}`}
      </span>
    </span>
  )
}

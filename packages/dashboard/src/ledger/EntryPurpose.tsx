/** What an entry was for: a check, a job with its name, or the reason of a grant. */
import type { LedgerEntry } from "@rcpt/api/Ledger"

import { kindLabels, reasonOf } from "./entryLabels.ts"
import { JobLink } from "./JobLink.tsx"

export const EntryPurpose = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { for: purpose } = entry
  const reason = reasonOf(entry)
  if (purpose === undefined) return <span className="breaks">{reason ?? "–"}</span>
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

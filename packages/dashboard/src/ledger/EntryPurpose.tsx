/** What an entry was for: a check, a job by its name, or why somebody gave credits. */
import type { LedgerEntry } from "@rcpt/api/Ledger"

import { kindWords, reasonOf } from "./entryWords.ts"
import { JobLink } from "./JobLink.tsx"

export const EntryPurpose = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { for: purpose } = entry
  const reason = reasonOf(entry)
  if (purpose === undefined) return <span className="breaks">{reason ?? "–"}</span>
  return (
    <span>
      {purpose.job === undefined ? kindWords[purpose.kind] : <JobLink id={purpose.job} />}
      <span className="muted">
        , {purpose.mode}
        {reason !== undefined && ` – ${reason}`}
      </span>
    </span>
  )
}

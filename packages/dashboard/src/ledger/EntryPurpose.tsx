/** What an entry was for: a check, a job with its name, or the reason of a grant. */
import type { LedgerEntry } from "@rcpt/api/Ledger"

import { words } from "../words/ledger.tsx"
import { phrases } from "../words/phrases.tsx"
import { reasonOf } from "./entryLabels.ts"
import { JobLink } from "./JobLink.tsx"

interface EntryPurposeProps {
  readonly entry: LedgerEntry
  /** Its kind is said beside it. */
  readonly isNamed?: boolean
}

export const EntryPurpose = ({ entry, isNamed = false }: EntryPurposeProps) => {
  const { for: purpose } = entry
  const reason = reasonOf(entry)
  if (purpose === undefined) return <span className="breaks">{reason ?? "–"}</span>
  if (isNamed && purpose.job === undefined)
    return <span className="muted">{words.modes[purpose.mode]}</span>
  return (
    <span>
      {purpose.job === undefined ? words.kinds[purpose.kind] : <JobLink id={purpose.job} />}
      <span className="muted">
        , {phrases.modeWithin[purpose.mode]}
        {reason !== undefined && ` – ${reason}`}
      </span>
    </span>
  )
}

/** Links to download the list as CSV: all columns of the upload, plus the results. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { apiUrl } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import type { ResultsView } from "./resultsView.ts"
import { subStatusLabel } from "./subStatusLabel.ts"

interface CsvFile {
  readonly label: string
  readonly status?: string | undefined
  readonly subStatus?: string | undefined
}

const files: ReadonlyArray<CsvFile> = [
  { label: "All rows" },
  { label: "Valid only", status: "valid" },
  { label: "Not invalid", status: "valid,risky,unknown" }
]

/** A file for the current filters, unless one of `files` is the same. There is none for a search. */
const filtered = ({ status, subStatus, search }: ResultsView): ReadonlyArray<CsvFile> => {
  if (search !== "" || (subStatus === undefined && (status === undefined || status === "valid")))
    return []
  const labels = [status && statusLabel(status), subStatus && subStatusLabel(subStatus)]
  return [{ label: `Only: ${labels.filter(Boolean).join(", ")}`, status, subStatus }]
}

interface DownloadsProps {
  readonly job: BulkJob
  readonly view: ResultsView
}

export const Downloads = ({ job, view }: DownloadsProps) => {
  const isPartial = job.status !== "complete"
  return (
    <div className="stack-tight">
      <div className="row" role="group" aria-label="Download as CSV">
        {[...files, ...filtered(view)].map(({ label, status, subStatus }) => (
          <ButtonLink
            key={label}
            download
            small
            icon="download"
            href={apiUrl(`/jobs/${job.id}/download`, {
              status,
              sub_status: subStatus,
              ...(isPartial && { partial: true })
            })}
          >
            {label}
          </ButtonLink>
        ))}
      </div>
      <p className="small muted">
        CSV with all your columns plus the results.
        {isPartial && " Includes only the rows that were verified."}
      </p>
    </div>
  )
}

/** The list with its results as CSV files: all columns of the upload, and ours beside them. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { apiUrl } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { statusWord } from "../parts/StatusBadge.tsx"
import type { ResultsView } from "./resultsView.ts"
import { subStatusWord } from "./subStatusWord.ts"

interface File {
  readonly label: string
  readonly status?: string | undefined
  readonly subStatus?: string | undefined
}

const files: ReadonlyArray<File> = [
  { label: "All rows" },
  { label: "Valid only", status: "valid" },
  { label: "Not invalid", status: "valid,risky,unknown" }
]

/** What the filters leave, where it is no file yet; a search narrows the page, not the file. */
const filtered = ({ status, subStatus, search }: ResultsView): ReadonlyArray<File> => {
  if (search !== "" || (subStatus === undefined && (status === undefined || status === "valid")))
    return []
  const words = [status && statusWord(status), subStatus && subStatusWord(subStatus)]
  return [{ label: `Only: ${words.filter(Boolean).join(", ")}`, status, subStatus }]
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
        CSV with all your columns and the results beside them.
        {isPartial && " Only the rows that were verified."}
      </p>
    </div>
  )
}

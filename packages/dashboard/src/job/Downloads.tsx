/** Downloads of the list as CSV by what to do with its rows: all columns of the upload, plus the results. */
import type { BulkJob, JobFacets } from "@rcpt/api/Jobs"

import { apiUrl } from "../api/request.ts"
import type { Query } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import type { Recommendation } from "./recommendationWords.ts"
import type { ResultsView } from "./resultsView.ts"
import { subStatusLabel } from "./subStatusLabel.ts"

interface Preset {
  readonly label: string
  readonly recommendation?: Recommendation
  readonly query: Query
  readonly sentence: string
}

const preset = (recommendation: Recommendation, label: string, sentence: string): Preset => ({
  label,
  recommendation,
  query: { recommendation },
  sentence
})

/** What `valid` proves depends on the mode. */
const safeSentences: Readonly<Record<BulkJob["mode"], string>> = {
  fast: "Nothing speaks against these addresses. Their mail servers were not asked: only deep mode does that.",
  deep: "Their mail servers confirmed these mailboxes."
}

const presetsOf = ({ mode }: BulkJob): ReadonlyArray<Preset> => [
  preset("send", "Safe to send", safeSentences[mode]),
  preset(
    "send_with_care",
    "Needs care",
    "Shared inboxes, catch-all domains and others that may bounce. Send to a few at a time, and watch the bounces."
  ),
  preset(
    "do_not_send",
    "Do not send",
    "They bounce, or nobody reads them. Remove them from your list."
  ),
  preset(
    "ask_again",
    "Ask again later",
    "There is no final answer yet. Verify them again: each row says from when on."
  ),
  { label: "All rows", query: {}, sentence: "Your whole file in its order, with the results." }
]

/** A file for the current filters. There is none for a search. */
const filtered = ({ status, subStatus, search }: ResultsView): ReadonlyArray<Preset> => {
  if (search !== "" || (subStatus === undefined && status === undefined)) return []
  const labels = [status && statusLabel(status), subStatus && subStatusLabel(subStatus)]
  return [
    {
      label: `Only: ${labels.filter(Boolean).join(", ")}`,
      query: { status, sub_status: subStatus },
      sentence: "The rows that are filtered below."
    }
  ]
}

const whole = new Intl.NumberFormat("en")

/** `undefined`: not known. */
const rowsOf = ({ recommendation }: Preset, facets: JobFacets | undefined): number | undefined =>
  recommendation &&
  facets?.recommendations.find((counted) => counted.recommendation === recommendation)?.rows

interface DownloadsProps {
  readonly job: BulkJob
  readonly view: ResultsView
  readonly facets: JobFacets | undefined
}

export const Downloads = ({ job, view, facets }: DownloadsProps) => {
  const isPartial = job.status !== "complete"
  const partial = isPartial ? { partial: true } : {}
  return (
    <div className="stack-tight">
      <ul className="job-presets" aria-label="Download as CSV">
        {[...presetsOf(job), ...filtered(view)].map((file) => {
          const rows = rowsOf(file, facets)
          return (
            <li key={file.label} className="job-preset">
              <ButtonLink
                download
                small
                icon="download"
                href={apiUrl(`/jobs/${job.id}/download`, { ...file.query, ...partial })}
              >
                {file.label}
              </ButtonLink>
              <p className="small">
                {rows !== undefined && (
                  <strong className="numeric">
                    {whole.format(rows)} {rows === 1 ? "row" : "rows"}.{" "}
                  </strong>
                )}
                <span className="muted">{file.sentence}</span>
              </p>
            </li>
          )
        })}
      </ul>
      <p className="small muted">
        CSV with all your columns plus the results.
        {isPartial && " Includes only the rows that were verified."}
      </p>
    </div>
  )
}

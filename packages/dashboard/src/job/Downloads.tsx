/** Downloads of the list as CSV by what to do with its rows: all columns of the upload, plus the results. */
import type { BulkJob, JobFacets } from "@rcpt/api/Jobs"

import { apiUrl } from "../api/request.ts"
import type { Query } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { words } from "../words/results.tsx"
import type { Recommendation } from "./recommendation.ts"
import type { ResultsView } from "./resultsView.ts"
import { subStatusLabel } from "./subStatusLabel.ts"

interface Preset {
  readonly label: string
  readonly recommendation?: Recommendation
  readonly query: Query
  readonly sentence: string
}

const { downloads: said } = words

const preset = (recommendation: Recommendation, label: string, sentence: string): Preset => ({
  label,
  recommendation,
  query: { recommendation },
  sentence
})

const presetsOf = ({ mode }: BulkJob): ReadonlyArray<Preset> => [
  preset("send", said.send.label, said.send[mode]),
  ...(["send_with_care", "do_not_send", "ask_again"] as const).map((one) =>
    preset(one, said[one].label, said[one].text)
  ),
  { label: said.all.label, query: {}, sentence: said.all.text }
]

/** A file for the current filters. There is none for a search. */
const filtered = ({ status, subStatus, search }: ResultsView): ReadonlyArray<Preset> => {
  if (search !== "" || (subStatus === undefined && status === undefined)) return []
  const labels = [status && statusLabel(status), subStatus && subStatusLabel(subStatus)]
  return [
    {
      label: said.filtered.label(labels.filter((label) => label !== undefined)),
      query: { status, sub_status: subStatus },
      sentence: said.filtered.text
    }
  ]
}

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
      <ul className="job-presets" aria-label={said.label}>
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
                {rows !== undefined && <strong className="numeric">{said.rows(rows)} </strong>}
                <span className="muted">{file.sentence}</span>
              </p>
            </li>
          )
        })}
      </ul>
      <p className="small muted">
        {said.note}
        {isPartial && ` ${said.partial}`}
      </p>
    </div>
  )
}

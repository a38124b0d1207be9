/** How a job ended. It is read out if that happens while the page is open. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { toSentence } from "../api/ApiError.ts"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/job.tsx"

const { end: said } = words

const outcome = ({ processed_rows: done, total_rows: total }: BulkJob): string =>
  done === 0 ? said.nothingCharged : said.partlyCharged(done, total)

export const JobEnd = ({ job }: { readonly job: BulkJob }) => {
  if (job.status === "failed")
    return (
      <Notice kind="error" title={said.failed}>
        {job.error_message === undefined ? (
          said.reasonUnknown
        ) : (
          <span lang="en">{toSentence(job.error_message)}</span>
        )}{" "}
        {outcome(job)}
      </Notice>
    )
  if (job.status === "cancelled")
    return (
      <Notice live title={said.cancelled}>
        {outcome(job)}
      </Notice>
    )
  return (
    <p className="visually-hidden" role="status">
      {said.complete(job.total_rows)}
    </p>
  )
}

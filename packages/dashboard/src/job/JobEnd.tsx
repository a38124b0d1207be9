/** How a job ended. It is read out if that happens while the page is open. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { toSentence } from "../api/ApiError.ts"
import { Notice } from "../parts/Notice.tsx"

const whole = new Intl.NumberFormat("en")

const outcome = ({ processed_rows: done, total_rows: total }: BulkJob): string =>
  done === 0
    ? "No rows were verified, and nothing was charged."
    : `${whole.format(done)} of ${whole.format(total)} rows have a result and stay charged. ` +
      "The credits held for the other rows were refunded."

export const JobEnd = ({ job }: { readonly job: BulkJob }) => {
  if (job.status === "failed")
    return (
      <Notice kind="error" title="This job failed">
        {toSentence(job.error_message ?? "the reason is unknown")} {outcome(job)}
      </Notice>
    )
  if (job.status === "cancelled")
    return (
      <Notice live title="This job was cancelled">
        {outcome(job)}
      </Notice>
    )
  return (
    <p className="visually-hidden" role="status">
      Complete: all {whole.format(job.total_rows)} rows have a result.
    </p>
  )
}

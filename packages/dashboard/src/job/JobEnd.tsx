/** How a job ended; when that happens before the reader's eyes, it is read out. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { sentence } from "../api/ApiError.ts"
import { Notice } from "../parts/Notice.tsx"

const whole = new Intl.NumberFormat("en")

const kept = ({ processed_rows: done, total_rows: total }: BulkJob): string =>
  done === 0
    ? "No row was verified, and nothing was charged."
    : `${whole.format(done)} of ${whole.format(total)} rows have their result. They stay charged; ` +
      "what was held for the others came back."

export const JobEnd = ({ job }: { readonly job: BulkJob }) => {
  if (job.status === "failed")
    return (
      <Notice kind="error" title="This job could not go on">
        {sentence(job.error_message ?? "nobody knows why")} {kept(job)}
      </Notice>
    )
  if (job.status === "cancelled")
    return (
      <Notice live title="This job was cancelled">
        {kept(job)}
      </Notice>
    )
  return (
    <p className="visually-hidden" role="status">
      Complete: all {whole.format(job.total_rows)} rows have their result.
    </p>
  )
}

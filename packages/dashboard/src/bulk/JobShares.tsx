/** A job's progress or result, small enough for a table cell. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { isFinished } from "../job/jobQueries.ts"
import { sharesOf } from "../job/sharesOf.ts"
import { ProportionBar } from "../parts/ProportionBar.tsx"

const percent = new Intl.NumberFormat("en", { style: "percent" })
const whole = new Intl.NumberFormat("en")

const textOf = (job: BulkJob): string => {
  const { processed_rows: done, total_rows: total, valid_count: valid } = job
  if (!isFinished(job)) return `${percent.format(Math.floor((done / total) * 100) / 100)} verified`
  if (done === 0) return "None verified"
  // Cancelled or failed before the last row.
  if (done < total) return `${whole.format(done)} verified`
  return `${percent.format(Math.floor((valid / done) * 100) / 100)} valid`
}

export const JobShares = ({ job }: { readonly job: BulkJob }) => (
  <span className="bulk-shares">
    <ProportionBar bare shares={sharesOf(job)} total={job.total_rows} />
    <span className="small numeric">{textOf(job)}</span>
  </span>
)

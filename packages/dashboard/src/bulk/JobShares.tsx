/** A job's progress or result, small enough for a table cell. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { isFinished } from "../job/jobQueries.ts"
import { sharesOf } from "../job/sharesOf.ts"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { words } from "../words/bulk.tsx"

const { lists: said } = words

/** Rounded down to a hundredth, so that 100% means all. */
const shareOf = (part: number, all: number): number => Math.floor((part / all) * 100) / 100

const textOf = (job: BulkJob): string => {
  const { processed_rows: done, total_rows: total, valid_count: valid } = job
  if (!isFinished(job)) return said.verifiedShare(shareOf(done, total))
  if (done === 0) return said.noneVerified
  // Cancelled or failed before the last row.
  if (done < total) return said.verified(done)
  return said.validShare(shareOf(valid, done))
}

export const JobShares = ({ job }: { readonly job: BulkJob }) => (
  <span className="bulk-shares">
    <ProportionBar bare shares={sharesOf(job)} total={job.total_rows} />
    <span className="small numeric">{textOf(job)}</span>
  </span>
)

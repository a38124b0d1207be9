/** The verdicts of a job's rows so far, as shares of a bar. */
import type { BulkJob } from "@rcpt/api/Jobs"

import type { Share } from "../parts/ProportionBar.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { statuses } from "./resultsView.ts"

export const sharesOf = (job: BulkJob): ReadonlyArray<Share> =>
  statuses.map((status) => ({
    key: status,
    label: statusLabel(status),
    count: job[`${status}_count`],
    fill: status
  }))

/** What the rows of a job came to so far, as parts of a bar; each a word of the API. */
import type { BulkJob } from "@rcpt/api/Jobs"

import type { Share } from "../parts/ProportionBar.tsx"
import { statusWord } from "../parts/StatusBadge.tsx"
import { statuses } from "./resultsView.ts"

export const sharesOf = (job: BulkJob): ReadonlyArray<Share> =>
  statuses.map((status) => ({
    key: status,
    label: statusWord(status),
    count: job[`${status}_count`],
    fill: status
  }))

/** What the browser's tab says before the name of a list: how far it is, and that it is done. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useState } from "react"

import { words } from "../words/job.tsx"
import { percent } from "../words/numbers.ts"
import { isFinished } from "./jobQueries.ts"

const endings: Readonly<Record<string, string>> = words.tab

/** Rounded down, so that 100% means all. */
export const percentOf = ({ processed_rows: done, total_rows: total }: BulkJob): number =>
  Math.floor((done / Math.max(1, total)) * 100)

/** `undefined`: only the name. The end is named only if the page was open before it. */
export const useTabTitle = (job: BulkJob | undefined): string | undefined => {
  const [wasRunning, setWasRunning] = useState<string>()
  if (job === undefined) return undefined
  if (isFinished(job)) return wasRunning === job.id ? endings[job.status] : undefined
  if (wasRunning !== job.id) setWasRunning(job.id)
  return percent(percentOf(job) / 100)
}

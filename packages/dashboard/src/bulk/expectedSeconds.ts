/** How long a list will take, by what the account's last lists of its size took; `undefined` if that is not known. */
import type { BulkJob, UploadPrice } from "@rcpt/api/Jobs"

/** Larger and smaller lists have another pace: of a few rows, most of the time is the start and the last domain. */
const sizeRatioMax = 4

/** Lists that have to agree: one alone may have been a chance. */
const listsMin = 2

/** The longest of them may take so much longer than the shortest. */
const timeRatioMax = 3

const secondsOf = ({ started_at: from, completed_at: to }: BulkJob): number =>
  from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 1_000

/**
 * In deep mode mail servers set the pace, so the service says what it expects (`expected_time`). In fast mode the time
 * follows the rows, so the times of lists of a like size are scaled, and must agree.
 */
export const expectedSeconds = (
  { mode, total_rows: rows }: Pick<UploadPrice, "mode" | "total_rows">,
  jobs: ReadonlyArray<BulkJob>
): number | undefined => {
  if (mode === "deep" || rows === 0) return undefined
  const seconds = jobs
    .filter((job) => job.status === "complete" && job.mode === mode && secondsOf(job) > 0)
    .filter(({ total_rows: other }) => Math.max(other / rows, rows / other) <= sizeRatioMax)
    .map((job) => (secondsOf(job) * rows) / job.total_rows)
    .toSorted((one, other) => one - other)
  const [shortest, longest] = [seconds.at(0), seconds.at(-1)]
  if (shortest === undefined || longest === undefined || seconds.length < listsMin) return undefined
  return longest <= shortest * timeRatioMax ? seconds[Math.floor(seconds.length / 2)] : undefined
}

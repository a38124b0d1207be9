/** What became of a list: a table for a person, one sentence in a pipe. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { counted } from "./report.ts"

type Verdict = "valid" | "risky" | "invalid" | "unknown"

const countsOf = (job: BulkJob): ReadonlyArray<readonly [Verdict, number]> => [
  ["valid", job.valid_count],
  ["risky", job.risky_count],
  ["invalid", job.invalid_count],
  ["unknown", job.unknown_count]
]

const indent = "  "

/** Rounded down, so that the shares of a list are never more than all of it. */
const shareOf = (count: number, total: number): string =>
  `${total === 0 ? 0 : Math.floor((count / total) * 100)} %`

const table = (job: BulkJob): ReadonlyArray<string> => {
  const width = String(job.processed_rows).length
  return countsOf(job).map(
    ([verdict, count]) =>
      `${indent}${verdict.padEnd("unknown".length)}  ${String(count).padStart(width)}  ` +
      shareOf(count, job.processed_rows).padStart("100 %".length)
  )
}

/** `output`: the file with the results. */
export const jobReport = (job: BulkJob, output: string | undefined, forPeople: boolean): string => {
  const results = output === undefined ? "" : `Results in ${output}.`
  if (!forPeople) {
    const counts = countsOf(job).map(([verdict, count]) => `${count} ${verdict}`)
    return `Job ${job.id} is ${job.status}: ${counts.join(", ")}. ${results}`.trimEnd()
  }
  const title = `${counted(job.processed_rows, "row")}, job ${job.id}`
  return [title, ...table(job), results].filter((line) => line !== "").join("\n")
}

/** What an account had, as text, for `rcpt ledger balance`. */
import type { AccountThen } from "@rcpt/service/operations/audit/pointInTime"

const labelWidth = "available  ".length
const amountWidth = 12

const amount = (credits: number): string => credits.toLocaleString("en-US").padStart(amountWidth)

const line = (label: string, credits: number, text = ""): string =>
  `${label.padEnd(labelWidth)}${amount(credits)}${text === "" ? "" : `  ${text}`}`

const jobText = ({ job, status, settled, rows }: AccountThen["jobs"][number]): string =>
  `job ${job}, ${status}: ${settled.toLocaleString("en-US")} of ${rows.toLocaleString("en-US")} rows`

export const balanceReport = ({
  account,
  seq,
  at,
  available,
  holds,
  jobs
}: AccountThen): string => {
  const jobOf = new Map(jobs.map((job) => [job.holdId, job]))
  const held = holds.reduce((sum, { open }) => sum + open, 0)
  return [
    `Account ${account}`,
    `after commit ${seq} of the log${at === null ? "" : `, ${at.toISOString()}`}`,
    "",
    line("available", available),
    line("held", held),
    ...holds.map(({ holdId, open }) => {
      const job = jobOf.get(holdId)
      return line("", open, job === undefined ? `hold ${holdId}` : jobText(job))
    })
  ].join("\n")
}

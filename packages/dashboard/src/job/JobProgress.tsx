/** A job on its way: how far, how fast, how long, and why it may stand still. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { useConnectionLost } from "../api/connection.ts"
import { Card } from "../parts/Card.tsx"
import { Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { leftText, usePace } from "./usePace.ts"
import type { Pace } from "./usePace.ts"

const whole = new Intl.NumberFormat("en")
const fine = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 })

const rateText = (perSecond: number): string =>
  perSecond >= 10 ? whole.format(Math.round(perSecond)) : fine.format(perSecond)

interface WordsProps {
  readonly job: BulkJob
  readonly pace: Pace | undefined
  readonly isLost: boolean
}

const wordsOf = ({ job, pace, isLost }: WordsProps): string => {
  if (isLost) return "Not live at the moment: the service does not answer."
  if (job.status === "pending") return "Waiting for its turn"
  if (pace === undefined) return "Measuring its pace"
  if (pace.perSecond === 0) return "Waiting for answers"
  const left = (job.total_rows - job.processed_rows) / pace.perSecond
  return `${rateText(pace.perSecond)} rows a second, ${leftText(left)} left`
}

/** Deep jobs alone wait: RFC 6647 is what their mail servers do. */
const Waiting = ({ isIdle }: { readonly isIdle: boolean }) => {
  const words =
    "Some mail servers ask whoever they do not know to come back later (greylisting). " +
    "Those rows are asked again by themselves, up to three times within about an hour; " +
    "you can close this page."
  if (!isIdle) return <p className="small muted">{words}</p>
  return <Notice title="Waiting for mail servers">{words}</Notice>
}

/** Per cent of the steps in which progress is read out: each of them would be too much. */
const spokenStep = 10

const percentOf = ({ processed_rows: done, total_rows: total }: BulkJob): number =>
  Math.floor((done / Math.max(1, total)) * 100)

export const JobProgress = ({ job }: { readonly job: BulkJob }) => {
  const isLost = useConnectionLost()
  const pace = usePace(job.processed_rows, !isLost)
  const percent = percentOf(job)
  const spoken = percent - (percent % spokenStep)
  return (
    <Card title="Progress">
      <ProgressBar label="Rows verified" done={job.processed_rows} total={job.total_rows}>
        <span className="row-between">
          <span>
            <strong className="job-percent">{percent}%</strong> {whole.format(job.processed_rows)}{" "}
            of {whole.format(job.total_rows)} rows
          </span>
          <span>{wordsOf({ job, pace, isLost })}</span>
        </span>
      </ProgressBar>
      <p className="visually-hidden" role="status">
        {isLost ? "Connection lost" : `${spoken}% verified`}
      </p>
      {job.mode === "deep" && <Waiting isIdle={!isLost && pace?.perSecond === 0} />}
    </Card>
  )
}

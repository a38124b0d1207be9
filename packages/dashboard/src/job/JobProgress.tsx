/** The progress of a running job: its rate, the time left, and why it may be waiting. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { useConnectionLost } from "../api/connection.ts"
import { Card } from "../parts/Card.tsx"
import { Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { NotifyButton } from "./NotifyButton.tsx"
import { timeLeftText, usePace } from "./usePace.ts"
import type { Pace } from "./usePace.ts"
import { percentOf } from "./useTabTitle.ts"

const whole = new Intl.NumberFormat("en")
const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 })

const rateText = (perSecond: number): string =>
  perSecond >= 10 ? whole.format(Math.round(perSecond)) : twoDigits.format(perSecond)

interface PaceTextProps {
  readonly job: BulkJob
  readonly pace: Pace | undefined
  readonly isLost: boolean
}

const paceText = ({ job, pace, isLost }: PaceTextProps): string => {
  if (isLost) return "Live updates paused: the service is not responding."
  if (job.status === "pending") return "Waiting to start"
  if (pace === undefined) return "Estimating the time left"
  if (pace.perSecond === 0) return "Waiting for responses"
  const left = (job.total_rows - job.processed_rows) / pace.perSecond
  return `${rateText(pace.perSecond)} rows per second, ${timeLeftText(left)} left`
}

/** Only deep jobs wait, for mail servers that use greylisting (RFC 6647). */
const Waiting = ({ isIdle }: { readonly isIdle: boolean }) => {
  const text =
    "Some mail servers ask unknown senders to come back later (greylisting). " +
    "These rows are retried automatically, up to three times within about an hour. " +
    "You can close this page."
  if (!isIdle) return <p className="small muted">{text}</p>
  return <Notice title="Waiting for mail servers">{text}</Notice>
}

/** Per cent. Progress is read out only in these steps. */
const spokenStep = 10

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
          <span>{paceText({ job, pace, isLost })}</span>
        </span>
      </ProgressBar>
      <p className="visually-hidden" role="status">
        {isLost ? "Connection lost" : `${spoken}% verified`}
      </p>
      <NotifyButton id={job.id} />
      {job.mode === "deep" && <Waiting isIdle={!isLost && pace?.perSecond === 0} />}
    </Card>
  )
}

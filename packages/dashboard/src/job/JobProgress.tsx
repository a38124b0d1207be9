/** The progress of a running job: its rate, the time left, and why it may be waiting. */
import type { BulkJob } from "@rcpt/api/Jobs"

import { useConnectionLost } from "../api/connection.ts"
import { Card } from "../parts/Card.tsx"
import { Notice } from "../parts/Notice.tsx"
import { ProgressBar } from "../parts/ProgressBar.tsx"
import { words } from "../words/job.tsx"
import { percent, twoDigits, whole } from "../words/numbers.ts"
import { NotifyButton } from "./NotifyButton.tsx"
import { timeLeftText, usePace } from "./usePace.ts"
import type { Pace } from "./usePace.ts"
import { percentOf } from "./useTabTitle.ts"

const { progress: said } = words

const rateText = (perSecond: number): string =>
  perSecond >= 10 ? whole(Math.round(perSecond)) : twoDigits(perSecond)

interface PaceTextProps {
  readonly job: BulkJob
  readonly pace: Pace | undefined
  readonly isLost: boolean
}

const paceText = ({ job, pace, isLost }: PaceTextProps): string => {
  if (isLost) return said.lost
  if (job.status === "pending") return said.pending
  if (pace === undefined) return said.estimating
  if (pace.perSecond === 0) return said.idle
  const left = (job.total_rows - job.processed_rows) / pace.perSecond
  return said.pace(rateText(pace.perSecond), timeLeftText(left))
}

/** Only deep jobs wait, for mail servers that use greylisting (RFC 6647). */
const Waiting = ({ isIdle }: { readonly isIdle: boolean }) =>
  isIdle ? (
    <Notice title={said.waiting}>{said.greylisting}</Notice>
  ) : (
    <p className="small muted">{said.greylisting}</p>
  )

/** Per cent. Progress is read out only in these steps. */
const spokenStep = 10

export const JobProgress = ({ job }: { readonly job: BulkJob }) => {
  const isLost = useConnectionLost()
  const pace = usePace(job.processed_rows, !isLost)
  const done = percentOf(job)
  const spoken = done - (done % spokenStep)
  return (
    <Card title={said.title}>
      <ProgressBar label={said.label} done={job.processed_rows} total={job.total_rows}>
        <span className="row-between">
          <span>
            <strong className="job-percent">{percent(done / 100)}</strong>{" "}
            {said.rows(job.processed_rows, job.total_rows)}
          </span>
          <span>{paceText({ job, pace, isLost })}</span>
        </span>
      </ProgressBar>
      <p className="visually-hidden" role="status">
        {isLost ? said.spokenLost : said.spoken(spoken / 100)}
      </p>
      <NotifyButton id={job.id} />
      {job.mode === "deep" && <Waiting isIdle={!isLost && pace?.perSecond === 0} />}
    </Card>
  )
}

/** The page of one job: its live progress, and its results as they come. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Message } from "@rcpt/api/Message"
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation, useParams } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { isMissing, toSentence } from "../api/ApiError.ts"
import { queryClient } from "../api/queryClient.ts"
import { pathWith, request } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Notice } from "../parts/Notice.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { RunningCredits } from "../parts/RunningCredits.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { ThingPage } from "../parts/ThingPage.tsx"
import { words } from "../words/job.tsx"
import { phrases } from "../words/phrases.tsx"
import { words as sentences } from "../words/sentences.tsx"
import { CheckMailboxes } from "./CheckMailboxes.tsx"
import { Corrections } from "./Corrections.tsx"
import { JobChanges } from "./JobChanges.tsx"
import { JobProgress, useTabTitle } from "./JobProgress.tsx"
import { isFinished, jobQuery, jobsKey, refundsQuery } from "./jobQueries.ts"
import { Results } from "./Results.tsx"
import { sharesOf } from "./resultsView.ts"
import { useJobStream } from "./useJobStream.ts"
import { useMakerOf } from "./useMakerOf.ts"

import "./JobPage.css"

const endText = ({ processed_rows: done, total_rows: total }: BulkJob): string =>
  done === 0 ? words.end.nothingCharged : words.end.partlyCharged(done, total)

/** The end of a job, which is read out if it happens while the page is open. */
const JobEnd = ({ job }: { readonly job: BulkJob }) => {
  if (job.status === "failed")
    return (
      <Notice kind="error" title={words.end.failed}>
        {job.error_message === undefined
          ? words.end.reasonUnknown
          : toSentence(sentences.problem(job.error_message, undefined))}{" "}
        {endText(job)}
      </Notice>
    )
  if (job.status === "cancelled")
    return (
      <Notice live title={words.end.cancelled}>
        {endText(job)}
      </Notice>
    )
  return (
    <p className="visually-hidden" role="status">
      {words.end.complete(job.total_rows)}
    </p>
  )
}

const cancel = async (id: string): Promise<BulkJob> => {
  const path = `/jobs/${id}`
  const job = await request<BulkJob>(path)
  if (isFinished(job)) return job
  await request<Message>(path, { method: "DELETE" })
  return request<BulkJob>(path)
}

/**
 * Cancels a running job. The same request deletes a finished job, so the job is fetched first and left
 * alone if it has finished meanwhile.
 */
const CancelJob = ({ job }: { readonly job: BulkJob }) => (
  <ConfirmButton
    variant="danger"
    label={words.cancellation.action}
    title={words.cancellation.title}
    dismiss={words.cancellation.dismiss}
    run={() => cancel(job.id)}
    onDone={(finished) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, finished)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
      void refreshCredits()
    }}
  >
    <div className="stack-tight">
      <p>{words.cancellation.charged(job.processed_rows, job.total_rows)}</p>
      <p>{words.cancellation.refunded}</p>
    </div>
  </ConfirmButton>
)

const remove = async (id: string): Promise<void> => {
  try {
    await request<Message>(`/jobs/${id}`, { method: "DELETE" })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Deletes a finished job with its rows. A job that was deleted meanwhile counts as success. */
const DeleteJob = ({ job }: { readonly job: BulkJob }) => {
  const [, navigate] = useLocation()
  return (
    <ConfirmButton
      variant="danger"
      label={words.deletion.open}
      title={words.deletion.title}
      action={words.deletion.action}
      run={() => remove(job.id)}
      onDone={() => {
        navigate("/bulk", { replace: true })
        void queryClient.invalidateQueries({ queryKey: [...jobsKey, "list"] })
      }}
    >
      {words.deletion.text}
    </ConfirmButton>
  )
}

const FinalCredits = ({ job }: { readonly job: BulkJob }) => {
  const refunds = useQuery(refundsQuery(job.id))
  const held = job.credits_reserved
  return (
    <QueryState query={refunds} skeleton={<Skeleton lines={3} />}>
      {({ entries }) => {
        const refunded = entries.reduce((sum, { credits }) => sum + credits, 0)
        return (
          <AmountList
            rows={[
              { label: words.credits.heldAtStart, value: <Credits amount={held} /> },
              {
                label: words.credits.refunded,
                value: <Credits amount={refunded === 0 ? 0 : -refunded} />
              },
              {
                label: words.credits.charged,
                value: <Credits amount={held - refunded} unit />,
                isTotal: true
              }
            ]}
          />
        )
      }}
    </QueryState>
  )
}

/** The credits that a job holds, and once it has finished, what was charged and refunded. */
const JobCredits = ({ job }: { readonly job: BulkJob }) => (
  <Card
    title={words.credits.title}
    actions={<Link href={pathWith("/ledger", { job: job.id })}>{words.credits.inLedger}</Link>}
  >
    {isFinished(job) ? (
      <FinalCredits job={job} />
    ) : (
      <div className="stack-tight">
        <p>
          <RunningCredits job={job} />
        </p>
        <p className="small muted">{words.credits.note}</p>
      </div>
    )}
  </Card>
)

const Maker = ({ job }: { readonly job: BulkJob }) => {
  const maker = useMakerOf([job])(job)
  if (maker === undefined) return null
  return <span className="breaks">{words.maker.fact(maker)}</span>
}

const Facts = ({ job }: { readonly job: BulkJob }) => (
  <span className="job-facts">
    <StatusBadge status={job.status} />
    <span>{phrases.rows(job.total_rows)}</span>
    <span>{words.modes[job.mode]}</span>
    <span>{words.started(<DateTime at={job.created_at} />)}</span>
    <Maker job={job} />
  </span>
)

const Job = ({ job }: { readonly job: BulkJob }) => {
  const isDone = isFinished(job)
  return (
    <>
      {isDone ? <JobEnd job={job} /> : <JobProgress job={job} />}
      <div className="columns job-cards">
        <Card title={isDone ? words.results : words.resultsSoFar}>
          <ProportionBar
            shares={sharesOf(job)}
            total={isDone ? job.processed_rows : job.total_rows}
          />
        </Card>
        <JobCredits job={job} />
      </div>
      {job.status === "complete" && (
        <IfPermitted may="spend">
          <CheckMailboxes key={`mailboxes of ${job.id}`} job={job} />
        </IfPermitted>
      )}
      {isDone && (
        <IfPermitted may="spend">
          <Corrections job={job} />
        </IfPermitted>
      )}
      {isDone && <JobChanges job={job} />}
      {job.processed_rows > 0 && <Results job={job} />}
    </>
  )
}

export const JobPage = () => {
  const { id } = useParams<{ id: string }>()
  const query = useQuery(jobQuery(id))
  const job = query.data
  useJobStream(id, job !== undefined && !isFinished(job))
  return (
    <ThingPage
      query={query}
      list="/bulk"
      missing={words.notFound}
      picture="lost"
      height="16rem"
      title={job?.filename ?? words.title}
      tab={useTabTitle(job)}
      // The blank keeps the height until the text is loaded.
      lead={job ? <Facts job={job} /> : "\u00a0"}
      actions={
        job && (
          <IfPermitted may="change">
            {isFinished(job) ? <DeleteJob job={job} /> : <CancelJob job={job} />}
          </IfPermitted>
        )
      }
    >
      {(job) => <Job job={job} />}
    </ThingPage>
  )
}

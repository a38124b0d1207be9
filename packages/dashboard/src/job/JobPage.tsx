/** The page of one job: its live progress, and its results once it has finished. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { words } from "../words/job.tsx"
import { phrases } from "../words/phrases.tsx"
import { CancelJob } from "./CancelJob.tsx"
import { DeleteJob } from "./DeleteJob.tsx"
import { JobChanges } from "./JobChanges.tsx"
import { JobCredits } from "./JobCredits.tsx"
import { JobEnd } from "./JobEnd.tsx"
import { JobProgress } from "./JobProgress.tsx"
import { isFinished, jobQuery } from "./jobQueries.ts"
import { Results } from "./Results.tsx"
import { sharesOf } from "./sharesOf.ts"
import { useJobStream } from "./useJobStream.ts"
import { useMakerOf } from "./useMakerOf.ts"
import { useTabTitle } from "./useTabTitle.ts"
import { VerifyRisky } from "./VerifyRisky.tsx"

import "./Job.css"

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
      {job.status === "complete" && job.mode === "fast" && job.risky_count > 0 && (
        <VerifyRisky key={`risky rows of ${job.id}`} job={job} />
      )}
      {isDone && <JobChanges job={job} />}
      {isDone && job.processed_rows > 0 && <Results job={job} />}
    </>
  )
}

const NoJob = () => (
  <Page title={words.notFound.title}>
    <EmptyState
      picture="lost"
      title={words.notFound.heading}
      action={<ButtonLink href="/bulk">{words.notFound.all}</ButtonLink>}
    >
      {words.notFound.text}
    </EmptyState>
  </Page>
)

export const JobPage = () => {
  const { id } = useParams<{ id: string }>()
  const query = useQuery(jobQuery(id))
  const job = query.data
  useJobStream(id, job !== undefined && !isFinished(job))
  const tab = useTabTitle(job)
  if (query.error instanceof ApiError && query.error.status === 404) return <NoJob />
  return (
    <Page
      title={job?.filename ?? words.title}
      tab={tab}
      // Keeps the height until the text is loaded.
      lead={job ? <Facts job={job} /> : "\u00a0"}
      actions={
        job && (
          <OfRole may="change">
            {isFinished(job) ? <DeleteJob job={job} /> : <CancelJob job={job} />}
          </OfRole>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton shape="block" height="16rem" />}>
        {(job) => <Job job={job} />}
      </Loaded>
    </Page>
  )
}

/** The start page: notices about problems, credits, recent checks and lists. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Notice as ServiceNotice } from "@rcpt/api/Notices"
import type { Overview } from "@rcpt/api/Overview"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { rateText } from "../accuracy/rateText.ts"
import { noticesQuery, overviewQuery } from "../api/overview.ts"
import { sandboxAddress } from "../api/sandbox.ts"
import { isFinished } from "../job/jobQueries.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CodeBlock, referenceLink } from "../parts/CodeBlock.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { RunningCredits } from "../parts/RunningCredits.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { NameLink } from "../parts/tableColumns.tsx"
import { curlOf } from "../verify/curlOf.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import { phrases } from "../words/phrases.tsx"
import { Checklist, useChecklist } from "./Checklist.tsx"
import { totalOf, verdicts } from "./days.ts"
import { DaysCard } from "./DaysCard.tsx"

import "./OverviewPage.css"

interface CreditsStripProps {
  readonly credits: Overview["credits"]
}

/** The credits that are available, held, and spent this month. */
const CreditsStrip = ({ credits }: CreditsStripProps) => (
  <section className="card" aria-label={words.credits.label}>
    <dl className="overview-credits">
      <div>
        <dt>{words.credits.available}</dt>
        <dd>
          <Credits amount={credits.available} />
        </dd>
        <dd className="overview-note">{words.credits.ready}</dd>
      </div>
      <div>
        <dt>{words.credits.held}</dt>
        <dd>
          <Credits amount={credits.held} />
        </dd>
        <dd className="overview-note">{words.credits.heldNote}</dd>
      </div>
      <div>
        <dt>{words.credits.spent}</dt>
        <dd>
          <Credits amount={credits.spent_this_month} />
        </dd>
        <dd className="overview-note">
          <Link href="/ledger">{words.credits.ledger}</Link>
        </dd>
      </div>
    </dl>
  </section>
)

interface BouncedProps {
  readonly bounced: NonNullable<Overview["bounced_of_valid"]>
}

/** How many of the valid addresses bounced that were mailed, as was reported. */
const BouncedOfValid = ({ bounced: { sent, bounced, bounce_rate: rate, days } }: BouncedProps) => (
  <Card title={words.bounced.title(days)}>
    <p>
      {words.bounced.says(whole(sent), whole(bounced), rateText(rate))}{" "}
      <Link href="/accuracy">{words.bounced.more}</Link>
    </p>
  </Card>
)

/** The card for a new account: the first call of the API, which is free. */
const FirstCall = () => (
  <Card title={words.firstCall.title} lead={words.firstCall.lead(referenceLink)}>
    <CodeBlock title="curl" code={curlOf({ email: sandboxAddress("valid"), mode: "fast" })} />
  </Card>
)

const rowsText = ({ total_rows, processed_rows, status }: BulkJob): string =>
  status === "complete"
    ? whole(total_rows)
    : words.lists.rowsOf(whole(processed_rows), whole(total_rows))

const Proportions = ({ job }: { readonly job: BulkJob }) => (
  <span className="overview-proportions">
    <ProportionBar
      bare
      total={job.total_rows}
      shares={verdicts.map(([key, label]) => ({
        key,
        label,
        fill: key,
        count: job[`${key}_count`]
      }))}
    />
    <span className="visually-hidden">
      {verdicts.map(([key, name]) => `${whole(job[`${key}_count`])} ${name}`).join(", ")}
    </span>
  </span>
)

const jobColumns: ReadonlyArray<Column<BulkJob>> = columnsOf(words.lists, {
  list: named((job) => (
    <>
      <NameLink href={`/jobs/${job.id}`}>{job.filename}</NameLink>
      {!isFinished(job) && (
        <div>
          <RunningCredits job={job} />
        </div>
      )}
    </>
  )),
  status: ({ status }) => <StatusBadge status={status} />,
  mode: ({ mode }) => phrases.mode[mode],
  verdicts: (job) => <Proportions job={job} />,
  rows: atEnd(rowsText),
  created: atEnd(({ created_at }) => <DateTime at={created_at} show="ago" />)
})

/** The newest jobs, updated while they run. */
const RecentJobs = ({ jobs }: { readonly jobs: ReadonlyArray<BulkJob> }) => (
  <Card
    title={words.lists.title}
    actions={
      <ButtonLink small href="/bulk">
        {words.lists.all}
      </ButtonLink>
    }
  >
    {jobs.length === 0 ? (
      <p className="muted">
        {words.lists.none((text) => (
          <Link href="/bulk">{text}</Link>
        ))}
      </p>
    ) : (
      <div className="overview-jobs">
        <DataTable caption={words.lists.caption} columns={jobColumns} rows={jobs} />
      </div>
    )}
  </Card>
)

/**
 * The number of notices that are shown. The service sorts them worst first; the rest is folded away, so
 * that it does not push the page down.
 */
const noticesShownMax = 2

const noticeKinds = { problem: "error", warning: "warning", note: "info" } as const

const NoticeItem = ({ severity, says, advice, setting, for: audience }: ServiceNotice) => (
  <Notice kind={noticeKinds[severity]} title={<span lang="en">{says}</span>} standing>
    {advice && <p lang="en">{advice}</p>}
    {setting !== undefined && (
      <p className="overview-setting">
        <code className="breaks">{setting}</code>
        <CopyButton text={setting} />
      </p>
    )}
    {audience === "operator" && <p className="small">{words.notices.onlyOperators}</p>}
  </Notice>
)

/** The index is part of the key, because an id may occur twice, for two providers. */
const itemsOf = (notices: ReadonlyArray<ServiceNotice>, from: number) =>
  notices.map((notice, index) => <NoticeItem key={`${notice.id} ${from + index}`} {...notice} />)

/** Problems of the service, with advice. It shows nothing if there are none. */
const ServiceNotices = ({ notices }: { readonly notices: ReadonlyArray<ServiceNotice> }) => {
  if (notices.length === 0) return null
  const more = notices.slice(noticesShownMax)
  return (
    <section className="stack-tight" aria-label={words.notices.label}>
      {itemsOf(notices.slice(0, noticesShownMax), 0)}
      {more.length > 0 && (
        <details className="overview-details">
          <summary>{words.notices.more(more.length)}</summary>
          <div className="stack-tight">{itemsOf(more, noticesShownMax)}</div>
        </details>
      )}
    </section>
  )
}

/** Placeholders as high as the content. */
const skeleton = (
  <div className="overview">
    <Skeleton shape="block" height="9rem" />
    <Skeleton shape="block" height="24rem" />
    <Skeleton shape="block" height="7.5rem" />
  </div>
)

const pageActions = (
  <>
    <ButtonLink href="/bulk">{words.upload}</ButtonLink>
    <ButtonLink href="/verify" variant="primary">
      {words.verify}
    </ButtonLink>
  </>
)

interface OverviewCardsProps {
  readonly overview: Overview
  readonly checklist: ReturnType<typeof useChecklist>
}

const OverviewCards = ({ overview, checklist: { steps, hide } }: OverviewCardsProps) => {
  const { credits, days, days_before, jobs, bounced_of_valid } = overview
  const isNew = jobs.length === 0 && days.every((day) => totalOf(day) === 0)
  return (
    <div className="overview">
      <CreditsStrip credits={credits} />
      {steps && <Checklist steps={steps} onHide={hide} />}
      {isNew ? (
        <FirstCall />
      ) : (
        <>
          <DaysCard days={days} before={days_before} />
          {bounced_of_valid && <BouncedOfValid bounced={bounced_of_valid} />}
          <RecentJobs jobs={jobs} />
        </>
      )}
    </div>
  )
}

export const OverviewPage = () => {
  const overview = useQuery(overviewQuery)
  const notices = useQuery(noticesQuery)
  const checklist = useChecklist()
  return (
    <Page title={words.title} actions={pageActions}>
      {/* All cards appear at once: one that loads later would push everything down. */}
      {(notices.isPending || checklist.isPending) && !overview.isError ? (
        <div aria-busy="true">{skeleton}</div>
      ) : (
        <>
          {notices.data && <ServiceNotices notices={notices.data.notices} />}
          <QueryState query={overview} skeleton={skeleton}>
            {(data) => <OverviewCards overview={data} checklist={checklist} />}
          </QueryState>
        </>
      )}
    </Page>
  )
}

/** The start page: notices about problems, credits, recent checks and lists. */
import type { Overview } from "@rcpt/api/Overview"
import { useQuery } from "@tanstack/react-query"

import { noticesQuery, overviewQuery } from "../api/overview.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/overview.tsx"
import { Checklist } from "./Checklist.tsx"
import { CreditsStrip } from "./CreditsStrip.tsx"
import { totalOf } from "./days.ts"
import { DaysCard } from "./DaysCard.tsx"
import { FirstCall } from "./FirstCall.tsx"
import { RecentJobs } from "./RecentJobs.tsx"
import { ServiceNotices } from "./ServiceNotices.tsx"
import { useChecklist } from "./useChecklist.ts"

import "./Overview.css"

/** As high as the content. */
const skeleton = (
  <div className="overview">
    <Skeleton shape="block" height="9rem" />
    <Skeleton shape="block" height="24rem" />
    <Skeleton shape="block" height="7.5rem" />
  </div>
)

const actions = (
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
  const { credits, days, days_before, hours, jobs } = overview
  const isNew = jobs.length === 0 && days.every((day) => totalOf(day) === 0)
  return (
    <div className="overview">
      <CreditsStrip credits={credits} />
      {steps && <Checklist steps={steps} onHide={hide} />}
      {isNew ? (
        <FirstCall />
      ) : (
        <>
          <DaysCard days={days} before={days_before} hours={hours} />
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
    <Page title={words.title} actions={actions}>
      {/* All at once: a card that loads later would push everything down. */}
      {(notices.isPending || checklist.isPending) && !overview.isError ? (
        <div aria-busy="true">{skeleton}</div>
      ) : (
        <>
          {notices.data && <ServiceNotices notices={notices.data.notices} />}
          <Loaded query={overview} skeleton={skeleton}>
            {(data) => <OverviewCards overview={data} checklist={checklist} />}
          </Loaded>
        </>
      )}
    </Page>
  )
}

/** How many checks the account made in the last twelve months and what they cost, by month and channel. */
import type { Usage } from "@rcpt/api/Account"
import { useQuery } from "@tanstack/react-query"

import { statementsQuery } from "../ledger/ledgerFilter.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/usage.tsx"
import { UsageBreakdown } from "./UsageBreakdown.tsx"
import { UsageCharts } from "./UsageCharts.tsx"
import { creditsByMonth, isUsed } from "./usageMonths.ts"
import { months, usageQuery } from "./usageQuery.ts"
import { UsageTable } from "./UsageTable.tsx"
import { WhatIsCounted } from "./WhatIsCounted.tsx"

import "./UsagePage.css"

const NoUsage = () => (
  <EmptyState
    picture="bars"
    title={words.empty.title}
    action={<ButtonLink href="/verify">{words.empty.action}</ButtonLink>}
  >
    {words.empty.text}
  </EmptyState>
)

const UsageOf = ({ usage }: { readonly usage: ReadonlyArray<Usage> }) => {
  const { data: statements } = useQuery(statementsQuery(undefined))
  const credits = creditsByMonth(statements)
  const used = usage.filter((month) => isUsed(month, credits))
  if (used.length === 0) return <NoUsage />
  return (
    <>
      <UsageCharts usage={usage} credits={credits} />
      <UsageBreakdown />
      <UsageTable usage={used} credits={credits} />
    </>
  )
}

export const UsagePage = () => {
  const usage = useQuery(usageQuery)
  return (
    <Page title={words.title} lead={words.lead(months)}>
      <Loaded query={usage} skeleton={<Skeleton shape="block" height="24rem" />}>
        {(usage) => <UsageOf usage={usage} />}
      </Loaded>
      <WhatIsCounted />
    </Page>
  )
}

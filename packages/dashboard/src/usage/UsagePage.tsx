/** How many checks the account made in the last twelve months, by month and channel. */
import type { Usage } from "@rcpt/api/Account"
import { queryOptions, useQuery } from "@tanstack/react-query"

import { request } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { UsageTable } from "./UsageTable.tsx"
import { WhatIsCounted } from "./WhatIsCounted.tsx"

import "./UsagePage.css"

const months = 12

const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => request<ReadonlyArray<Usage>>("/usage", { query: { months }, signal })
})

const isUnused = (usage: ReadonlyArray<Usage>): boolean =>
  usage.every(({ total_checks }) => total_checks === 0)

export const UsagePage = () => {
  const usage = useQuery(usageQuery)
  return (
    <Page
      title="Usage"
      lead="Addresses verified in the last 12 months. Months begin and end at midnight UTC."
    >
      <Loaded query={usage} skeleton={<Skeleton shape="row" lines={months + 1} />}>
        {(rows) => (
          <>
            {isUnused(rows) && (
              <EmptyState
                title="No checks yet"
                action={<ButtonLink href="/verify">Verify an address</ButtonLink>}
              >
                Checks appear here as soon as they have a verdict.
              </EmptyState>
            )}
            <UsageTable usage={rows} />
          </>
        )}
      </Loaded>
      <WhatIsCounted />
    </Page>
  )
}

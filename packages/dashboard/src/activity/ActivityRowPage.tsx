/** One check or request: its facts, and of a check the full answer. */
import type { ActivityDetail } from "@rcpt/api/Activity"
import { useQuery } from "@tanstack/react-query"
import { useLocation, useParams } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Answer } from "../verify/Answer.tsx"
import { requestPath } from "../verify/verifyRequest.ts"
import { words } from "../words/activity.tsx"
import { detailQuery } from "./activityQueries.ts"
import { titleOf } from "./activityWords.ts"
import { Facts } from "./Facts.tsx"

import "../verify/Verify.css"
import "./ActivityPage.css"

const NoRow = () => (
  <Page title={words.notFound.title}>
    <EmptyState
      title={words.notFound.heading}
      action={<ButtonLink href="/activity">{words.all}</ButtonLink>}
    >
      {words.notFound.text}
    </EmptyState>
  </Page>
)

const Detail = ({ row }: { readonly row: ActivityDetail }) => {
  const [, navigate] = useLocation()
  const { result } = row
  return (
    <>
      <Facts row={row} />
      {result && (
        <Answer
          result={result}
          onUse={(email) => navigate(requestPath({ email, mode: result.mode }))}
          onAgain={() => navigate(requestPath({ email: result.email, mode: result.mode }))}
        />
      )}
    </>
  )
}

export const ActivityRowPage = () => {
  const { id = "" } = useParams()
  const row = useQuery(detailQuery(id))
  if (row.error instanceof ApiError && row.error.status === 404) return <NoRow />
  return (
    <Page
      title={row.data === undefined ? words.title : titleOf(row.data)}
      lead={row.data && words.kinds[row.data.what]}
      actions={
        <ButtonLink variant="quiet" href="/activity">
          {words.all}
        </ButtonLink>
      }
    >
      <Loaded query={row} skeleton={<Skeleton shape="block" height="24rem" />}>
        {(data) => <Detail row={data} />}
      </Loaded>
    </Page>
  )
}

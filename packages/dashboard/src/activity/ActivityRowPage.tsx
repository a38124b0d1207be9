/** The page of one check or request. It shows its facts and, for a check, the full answer. */
import type { ActivityDetail } from "@rcpt/api/Activity"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link, useLocation, useParams } from "wouter"

import { keysQuery } from "../keys/keyQueries.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ThingPage } from "../parts/ThingPage.tsx"
import { Answer } from "../verify/Answer.tsx"
import { requestPath } from "../verify/verifyRequest.ts"
import { words } from "../words/activity.tsx"
import { duration } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { activityOf, detailQuery } from "./activityQueries.ts"
import { callerOf, titleOf } from "./activityWords.ts"

import "../verify/VerifyPage.css"
import "./ActivityPage.css"

type Fact = readonly [label: string, value: ReactNode]

/** The facts that have a value. */
const rowsOf = (facts: ReadonlyArray<Fact>): ReadonlyArray<AmountRow> =>
  facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

const Links = ({ row }: { readonly row: ActivityDetail }) => {
  const { ledger_entry: entry, what, email, request_id } = row
  return (
    <p className="row">
      {entry !== undefined && <Link href={`/ledger/${entry}`}>{words.facts.receipt(entry)}</Link>}
      {what === "batch" && (
        <Link href={activityOf({ request_id, what: "batch_item" })}>
          {words.facts.itsAddresses}
        </Link>
      )}
      {what === "batch_item" && (
        <Link href={`/activity/${request_id}`}>{words.facts.itsRequest}</Link>
      )}
      {email !== undefined && <Link href={activityOf({ email })}>{words.facts.ofAddress}</Link>}
    </p>
  )
}

/** The facts of one row: time, caller, price, and links to its receipt and its batch. */
const Facts = ({ row }: { readonly row: ActivityDetail }) => {
  const { data: keys = [] } = useQuery(keysQuery)
  const { mode, method, path, http_status, error_code, items } = row
  const request = rowsOf([
    [
      words.facts.request,
      method && path && <code key="request" className="breaks">{`${method} ${path}`}</code>
    ],
    [words.facts.response, http_status ?? words.facts.noResponse],
    [words.facts.error, error_code && <code key="error">{error_code}</code>],
    [
      words.facts.requestedWith,
      <span key="by" className="breaks">
        {callerOf(row, keys)}
      </span>
    ],
    [words.facts.duration, duration(row.duration_ms)]
  ])
  const check = rowsOf([
    [words.facts.when, <DateTime key="at" at={row.created_at} />],
    [words.facts.mode, mode && phrases.mode[mode]],
    [words.facts.addresses, items],
    [words.facts.answer, row.replay && words.facts.repeated],
    [words.facts.charged, <Credits key="charged" amount={row.credits} unit />]
  ])
  return (
    <Card
      title={words.facts.title}
      lead={
        <span className="row">
          <span>
            {words.facts.requestId} <code className="breaks">{row.request_id}</code>
          </span>
          <CopyButton text={row.request_id} label={words.facts.copyRequestId} />
        </span>
      }
    >
      <div className="activity-facts">
        <AmountList rows={check} />
        <AmountList rows={request} />
      </div>
      <Links row={row} />
    </Card>
  )
}

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
          onVerify={(request) => navigate(requestPath(request))}
        />
      )}
    </>
  )
}

export const ActivityRowPage = () => {
  const { id = "" } = useParams()
  const row = useQuery(detailQuery(id))
  return (
    <ThingPage
      query={row}
      list="/activity"
      missing={{ ...words.notFound, all: words.all }}
      height="24rem"
      title={row.data === undefined ? words.title : titleOf(row.data)}
      lead={row.data && words.kinds[row.data.what]}
      actions={
        <ButtonLink variant="quiet" href="/activity">
          {words.all}
        </ButtonLink>
      }
    >
      {(data) => <Detail row={data} />}
    </ThingPage>
  )
}

/** The facts of one row: when, by whom, at which price, and where else it is found. */
import type { ActivityDetail } from "@rcpt/api/Activity"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link } from "wouter"

import { keysQuery } from "../keys/keyQueries.ts"
import { Card } from "../parts/Card.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { words } from "../words/activity.tsx"
import { duration } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { activityOf } from "./activityQueries.ts"
import { callerOf } from "./activityWords.ts"

const { facts: said } = words

type Fact = readonly [label: string, value: ReactNode]

/** Leaves out rows without a value. */
const rowsOf = (facts: ReadonlyArray<Fact>): ReadonlyArray<Leader> =>
  facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

const Links = ({ row }: { readonly row: ActivityDetail }) => {
  const { ledger_entry: entry, what, email, request_id } = row
  return (
    <p className="row">
      {entry !== undefined && <Link href={`/ledger/${entry}`}>{said.receipt(entry)}</Link>}
      {what === "batch" && (
        <Link href={activityOf({ request_id, what: "batch_item" })}>{said.itsAddresses}</Link>
      )}
      {what === "batch_item" && <Link href={`/activity/${request_id}`}>{said.itsRequest}</Link>}
      {email !== undefined && <Link href={activityOf({ email })}>{said.ofAddress}</Link>}
    </p>
  )
}

export const Facts = ({ row }: { readonly row: ActivityDetail }) => {
  const { data: keys = [] } = useQuery(keysQuery)
  const { mode, method, path, http_status, error_code, items } = row
  const request = rowsOf([
    [
      said.request,
      method && path && <code key="request" className="breaks">{`${method} ${path}`}</code>
    ],
    [said.response, http_status ?? said.noResponse],
    [said.error, error_code && <code key="error">{error_code}</code>],
    [
      said.requestedWith,
      <span key="by" className="breaks">
        {callerOf(row, keys)}
      </span>
    ],
    [said.duration, duration(row.duration_ms)]
  ])
  const check = rowsOf([
    [said.when, <DateTime key="at" at={row.created_at} />],
    [said.mode, mode && phrases.mode[mode]],
    [said.addresses, items],
    [said.answer, row.replay && said.repeated],
    [said.charged, <Credits key="charged" amount={row.credits} unit />]
  ])
  return (
    <Card
      title={said.title}
      lead={
        <span className="row">
          <span>
            {said.requestId} <code className="breaks">{row.request_id}</code>
          </span>
          <CopyButton text={row.request_id} label={said.copyRequestId} />
        </span>
      }
    >
      <div className="activity-facts">
        <Leaders rows={check} />
        <Leaders rows={request} />
      </div>
      <Links row={row} />
    </Card>
  )
}

/** The facts of one row: when, by whom, at which price, and where else it is found. */
import type { ActivityDetail } from "@rcpt/api/Activity"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link } from "wouter"

import { keysQuery } from "../keys/keyQueries.ts"
import { modeLabels } from "../ledger/entryLabels.ts"
import { Card } from "../parts/Card.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { activityOf } from "./activityQueries.ts"
import { callerOf, durationText } from "./activityWords.ts"

type Fact = readonly [label: string, value: ReactNode]

/** Leaves out rows without a value. */
const rowsOf = (facts: ReadonlyArray<Fact>): ReadonlyArray<Leader> =>
  facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

const Links = ({ row }: { readonly row: ActivityDetail }) => {
  const { ledger_entry: entry, what, email, request_id } = row
  return (
    <p className="row">
      {entry !== undefined && <Link href={`/ledger/${entry}`}>Receipt {entry}</Link>}
      {what === "batch" && (
        <Link href={activityOf({ request_id, what: "batch_item" })}>Its addresses</Link>
      )}
      {what === "batch_item" && <Link href={`/activity/${request_id}`}>Its request</Link>}
      {email !== undefined && (
        <Link href={activityOf({ email })}>Everything about the address</Link>
      )}
    </p>
  )
}

export const Facts = ({ row }: { readonly row: ActivityDetail }) => {
  const { data: keys = [] } = useQuery(keysQuery)
  const { mode, method, path, http_status, error_code, items } = row
  const request = rowsOf([
    [
      "Request",
      method && path && <code key="request" className="breaks">{`${method} ${path}`}</code>
    ],
    ["Response", http_status ?? "None: the client had gone"],
    ["Error", error_code && <code key="error">{error_code}</code>],
    [
      "Requested with",
      <span key="by" className="breaks">
        {callerOf(row, keys)}
      </span>
    ],
    ["Duration", durationText(row.duration_ms)]
  ])
  const check = rowsOf([
    ["When", <DateTime key="at" at={row.created_at} />],
    ["Mode", mode && modeLabels[mode]],
    ["Addresses", items],
    ["Answer", row.replay && "Repeated, by its Idempotency-Key"],
    ["Charged", <Credits key="charged" amount={row.credits} unit />]
  ])
  return (
    <Card
      title="Request"
      lead={
        <span className="row">
          <span>
            Request id <code className="breaks">{row.request_id}</code>
          </span>
          <CopyButton text={row.request_id} label="Copy request id" />
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

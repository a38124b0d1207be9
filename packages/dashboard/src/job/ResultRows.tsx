/** The rows of a list with their results: what to do first, the evidence of a row on a click. */
import type { JobResultRow } from "@rcpt/api/Jobs"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { words } from "../words/results.tsx"
import { askAgainAt } from "./recommendation.ts"
import { RowDetail } from "./RowDetail.tsx"
import { subStatusLabel } from "./subStatusLabel.ts"

const { table: said } = words

/** An address may be listed twice, so the index identifies a row. */
interface IndexedRow extends JobResultRow {
  readonly index: number
}

const Reason = ({ sub_status: subStatus, did_you_mean: suggestion }: JobResultRow) =>
  subStatus || suggestion ? (
    <>
      {subStatus && subStatusLabel(subStatus)}
      {subStatus && suggestion && <br />}
      {suggestion && (
        <span className="muted">
          {said.didYouMean(<span className="breaks">{suggestion}</span>)}
        </span>
      )}
    </>
  ) : null

const WhatToDo = (row: JobResultRow) => {
  const advice = row.recommendation && words.recommendations[row.recommendation]
  const again = askAgainAt(row)
  return again === undefined
    ? advice
    : said.adviceFrom(advice, <DateTime at={new Date(again).toISOString()} />)
}

const columnsWith = (
  isOpen: (row: IndexedRow) => boolean,
  toggle: (row: IndexedRow) => void
): ReadonlyArray<Column<IndexedRow>> => [
  {
    key: "email",
    head: said.address,
    cell: ({ email, erased }) => (erased ? <span className="muted">{said.erased}</span> : email),
    isName: true
  },
  { key: "advice", head: said.advice, cell: WhatToDo },
  {
    key: "status",
    head: said.status,
    cell: ({ verification_status: status, sub_status: subStatus }) =>
      status && <StatusBadge status={status} subStatus={subStatus} />
  },
  { key: "reason", head: said.reason, cell: Reason },
  { key: "score", head: said.score, cell: (row) => row.verification_score, align: "end" },
  {
    key: "details",
    head: <span className="visually-hidden">{said.evidence}</span>,
    align: "end",
    cell: (row) => (
      <Button small variant="quiet" aria-expanded={isOpen(row)} onClick={() => toggle(row)}>
        {said.evidenceOf(
          (hidden) => (
            <span className="visually-hidden">{hidden}</span>
          ),
          row.email
        )}
        <span aria-hidden="true">{isOpen(row) ? " ▴" : " ▾"}</span>
      </Button>
    )
  }
]

interface ResultRowsProps {
  readonly rows: ReadonlyArray<JobResultRow>
  /** "in file order" */
  readonly order: string
  readonly stale: boolean
}

export const ResultRows = ({ rows, order, stale }: ResultRowsProps) => {
  const [opened, setOpened] = useState<number>()
  const isOpen = ({ index }: IndexedRow) => index === opened
  const toggle = (row: IndexedRow) => setOpened(isOpen(row) ? undefined : row.index)
  return (
    <DataTable
      caption={said.caption(order)}
      columns={columnsWith(isOpen, toggle)}
      rows={rows.map((row, index) => ({ ...row, index }))}
      rowKey={({ index }) => index}
      stale={stale}
      renderDetail={(row) => (isOpen(row) ? <RowDetail row={row} /> : undefined)}
    />
  )
}

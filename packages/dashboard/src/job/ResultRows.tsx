/** The rows of a list with their results: what to do first, the evidence of a row on a click. */
import type { JobResultRow } from "@rcpt/api/Jobs"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { askAgainAt, recommendationLabels } from "./recommendationWords.ts"
import { RowDetail } from "./RowDetail.tsx"
import { subStatusLabel } from "./subStatusLabel.ts"

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
          Did you mean <span className="breaks">{suggestion}</span>?
        </span>
      )}
    </>
  ) : null

const WhatToDo = (row: JobResultRow) => {
  const again = askAgainAt(row)
  return (
    <>
      {row.recommendation && recommendationLabels[row.recommendation]}
      {again !== undefined && (
        <span className="muted">
          {" "}
          from <DateTime at={new Date(again).toISOString()} />
        </span>
      )}
    </>
  )
}

const columnsWith = (
  isOpen: (row: IndexedRow) => boolean,
  toggle: (row: IndexedRow) => void
): ReadonlyArray<Column<IndexedRow>> => [
  {
    key: "email",
    head: "Address",
    cell: ({ email, erased }) => (erased ? <span className="muted">Erased</span> : email),
    isName: true
  },
  { key: "advice", head: "What to do", cell: WhatToDo },
  {
    key: "status",
    head: "Status",
    cell: ({ verification_status: status, sub_status: subStatus }) =>
      status && <StatusBadge status={status} subStatus={subStatus} />
  },
  { key: "reason", head: "Reason", cell: Reason },
  { key: "score", head: "Score", cell: (row) => row.verification_score, align: "end" },
  {
    key: "details",
    head: <span className="visually-hidden">Evidence</span>,
    align: "end",
    cell: (row) => (
      <Button small variant="quiet" aria-expanded={isOpen(row)} onClick={() => toggle(row)}>
        Evidence<span className="visually-hidden"> about {row.email}</span>
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
      caption={`Rows of this list, ${order}`}
      columns={columnsWith(isOpen, toggle)}
      rows={rows.map((row, index) => ({ ...row, index }))}
      rowKey={({ index }) => index}
      stale={stale}
      renderDetail={(row) => (isOpen(row) ? <RowDetail row={row} /> : undefined)}
    />
  )
}

/** The table with one line for each check, job, grant and adjustment, which opens to show its entries. */
import type { HoldState, LedgerLine } from "@rcpt/api/Ledger"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "wouter"

import { pathWith } from "../api/request.ts"
import { isFinished, jobQuery } from "../job/jobQueries.ts"
import { Button } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { RunningCredits } from "../parts/RunningCredits.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/ledger.tsx"
import { receiptQuery } from "./ledgerFilter.ts"
import { Change, EntryPurpose, LedgerTable } from "./LedgerTable.tsx"

const { entries: ofEntry, lines: said } = words

/** The name of a line: its purpose, or the origin of its credits. */
const nameOf = ({ entry }: LedgerLine): string =>
  entry.for === undefined ? words.types[entry.type] : words.kinds[entry.for.kind]

/** The entries of a line, or the first hundred and the link to the others. */
const LineEntries = ({ line: { entry, entries } }: { readonly line: LedgerLine }) => {
  const receipt = useQuery(receiptQuery(entry.id))
  return (
    <QueryState query={receipt} skeleton={<Skeleton shape="row" lines={Math.min(entries, 3)} />}>
      {({ chain }) => (
        <>
          <LedgerTable caption={said.entriesOf(entry.id)} entries={chain} />
          {entries > chain.length && entry.for?.job !== undefined && (
            <Link href={pathWith("/ledger", { view: "entries", job: entry.for.job })}>
              {said.allEntries(entries)}
            </Link>
          )}
        </>
      )}
    </QueryState>
  )
}

/** The credits of a running job. What is charged is said by the ledger, as in the columns beside. */
const RunningJob = ({ id, hold }: { readonly id: string; readonly hold: HoldState }) => {
  const { data: job } = useQuery(jobQuery(id))
  if (job === undefined || isFinished(job)) return null
  return (
    <div>
      <RunningCredits job={{ ...job, credits_charged: hold.charged }} />
    </div>
  )
}

const amount = (of: (hold: HoldState) => number) =>
  atEnd(({ hold }: LedgerLine) => hold && <Credits amount={of(hold)} />)

const columnsWith = (
  isOpen: (line: LedgerLine) => boolean,
  toggle: (line: LedgerLine) => void
): ReadonlyArray<Column<LedgerLine>> =>
  columnsOf(
    { ...ofEntry, ...said },
    {
      when: { cell: ({ entry }) => <DateTime at={entry.created_at} />, phone: "small" },
      what: named((line) => (
        <Link href={`/ledger/${line.entry.id}`} className="ledger-entry">
          {nameOf(line)}
          <span className="visually-hidden"> {ofEntry.receipt(line.entry.id)}</span>
        </Link>
      )),
      for: {
        cell: ({ entry, hold }) => (
          <>
            <EntryPurpose entry={entry} isNamed />
            {entry.for?.job !== undefined && hold !== undefined && hold.open > 0 && (
              <RunningJob id={entry.for.job} hold={hold} />
            )}
          </>
        ),
        phone: "bare"
      },
      held: amount(({ credits }) => credits),
      charged: amount(({ charged }) => charged),
      returned: amount(({ refunded }) => refunded),
      change: atEnd(({ change }) => <Change change={change} />)
    },
    {
      key: "entries",
      head: <span className="visually-hidden">{said.entries}</span>,
      align: "end",
      cell: (line) =>
        line.hold && (
          <Button small variant="quiet" aria-expanded={isOpen(line)} onClick={() => toggle(line)}>
            {said.open(line.entries, line.entry.id)}
            <span aria-hidden="true">{isOpen(line) ? " ▴" : " ▾"}</span>
          </Button>
        )
    }
  )

interface LinesTableProps {
  readonly lines: ReadonlyArray<LedgerLine>
  readonly stale: boolean
}

export const LinesTable = ({ lines, stale }: LinesTableProps) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ entry }: LedgerLine) => opened.has(entry.id)
  const toggle = (line: LedgerLine) =>
    setOpened((before) => {
      const others = [...before].filter((id) => id !== line.entry.id)
      return new Set(isOpen(line) ? others : [...others, line.entry.id])
    })
  return (
    <DataTable
      className="ledger-lines"
      sheet={`"what change" "for charged" "when held" "entries returned"`}
      caption={said.caption}
      columns={columnsWith(isOpen, toggle)}
      rows={lines}
      rowKey={({ entry }) => entry.id}
      stale={stale}
      renderDetail={(line) => (isOpen(line) ? <LineEntries line={line} /> : undefined)}
    />
  )
}

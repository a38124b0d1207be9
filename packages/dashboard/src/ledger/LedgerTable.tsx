/**
 * The table of entries with their change of the balance, and the accounts they move credits between. The
 * columns have the names of the CSV.
 */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { Link } from "wouter"

import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { balanceColumn, creditsColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/ledger.tsx"
import { phrases } from "../words/phrases.tsx"
import { movesOf, reasonOf } from "./entryLabels.ts"
import { JobLink } from "./JobLink.tsx"

const { entries: said } = words

interface EntryPurposeProps {
  readonly entry: LedgerEntry
  /** True if the kind of the entry stands beside it. */
  readonly isNamed?: boolean
}

/** The purpose of an entry: a check, a job with its name, or the reason of a grant. */
export const EntryPurpose = ({ entry, isNamed = false }: EntryPurposeProps) => {
  const { for: purpose } = entry
  const reason = reasonOf(entry)
  if (purpose === undefined) return <span className="breaks">{reason ?? "–"}</span>
  if (isNamed && purpose.job === undefined)
    return <span className="muted">{words.modes[purpose.mode]}</span>
  return (
    <span>
      {purpose.job === undefined ? words.kinds[purpose.kind] : <JobLink id={purpose.job} />}
      <span className="muted">
        , {phrases.modeWithin[purpose.mode]}
        {reason !== undefined && ` – ${reason}`}
      </span>
    </span>
  )
}

export const Change = ({ change }: { readonly change: number }) => (
  <span className={change === 0 ? "muted" : change > 0 ? "ledger-gain" : undefined}>
    <Credits amount={change} signed />
  </span>
)

const Moves = ({ entry }: { readonly entry: LedgerEntry }) => {
  const [from, to] = movesOf(entry)
  return (
    <span className="small muted">
      {from} <span aria-hidden="true">→</span>
      <span className="visually-hidden">{said.to}</span> {to}
    </span>
  )
}

const columns: ReadonlyArray<Column<LedgerEntry>> = [
  ...columnsOf<LedgerEntry, typeof said>(
    said,
    {
      when: { cell: ({ created_at }) => <DateTime at={created_at} />, phone: "small" },
      entry: named(({ id, type }) => (
        <Link href={`/ledger/${id}`} className="ledger-entry">
          {words.types[type]}
          <span className="visually-hidden"> {said.receipt(id)}</span>
        </Link>
      )),
      for: { cell: (entry) => <EntryPurpose entry={entry} />, phone: "bare" }
    },
    creditsColumn
  ),
  ...columnsOf<LedgerEntry, typeof said>(
    said,
    { change: atEnd(({ change }) => <Change change={change} />) },
    balanceColumn
  ),
  ...columnsOf<LedgerEntry, typeof said>(said, { moves: (entry) => <Moves entry={entry} /> })
]

interface LedgerTableProps {
  readonly caption: string
  readonly entries: ReadonlyArray<LedgerEntry>
  readonly stale?: boolean
}

export const LedgerTable = ({ caption, entries, stale = false }: LedgerTableProps) => (
  <DataTable
    className="ledger-table"
    sheet={`"entry change" "for credits" "when balance" "moves moves"`}
    caption={caption}
    columns={columns}
    rows={entries}
    stale={stale}
  />
)

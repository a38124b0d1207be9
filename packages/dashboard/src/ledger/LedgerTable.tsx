/** Entries with what each did to the balance. The same columns, in the same words, as the CSV. */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { Link } from "wouter"

import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EntryPurpose } from "./EntryPurpose.tsx"
import { typeWords } from "./entryWords.ts"

const Change = ({ change }: Pick<LedgerEntry, "change">) => (
  <span className={change === 0 ? "muted" : change > 0 ? "ledger-gain" : undefined}>
    <Credits amount={change} signed />
  </span>
)

const columns: ReadonlyArray<Column<LedgerEntry>> = [
  { key: "when", head: "When", cell: ({ created_at }) => <DateTime at={created_at} /> },
  {
    key: "entry",
    head: "Entry",
    isName: true,
    cell: ({ id, type }) => (
      <Link href={`/ledger/${id}`} className="ledger-entry">
        {typeWords[type]}
        <span className="visually-hidden"> {id}, receipt</span>
      </Link>
    )
  },
  { key: "for", head: "For", cell: (entry) => <EntryPurpose entry={entry} /> },
  {
    key: "credits",
    head: "Credits",
    align: "end",
    cell: ({ credits }) => <Credits amount={credits} />
  },
  {
    key: "change",
    head: "Change",
    align: "end",
    cell: ({ change }) => <Change change={change} />
  },
  {
    key: "balance",
    head: "Balance",
    align: "end",
    cell: ({ balance }) => <Credits amount={balance} />
  }
]

interface LedgerTableProps {
  readonly caption: string
  readonly entries: ReadonlyArray<LedgerEntry>
  readonly stale?: boolean
}

export const LedgerTable = ({ caption, entries, stale = false }: LedgerTableProps) => (
  <div className="ledger-table">
    <DataTable
      caption={caption}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      stale={stale}
    />
  </div>
)

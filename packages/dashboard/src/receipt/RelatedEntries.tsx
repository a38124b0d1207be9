/** A hold and all that became of it, oldest first; the entry of this receipt is marked by a word. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import { Link } from "wouter"

import { reasonOf, typeWords } from "../ledger/entryWords.ts"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"

/** A check has four at most. A large job has thousands: the ledger lists them, a sheet does not. */
const listedMax = 5

/** The first ones, and the entry itself wherever it stands. */
const listedOf = ({ entry, chain }: LedgerReceipt): ReadonlyArray<LedgerEntry> => {
  const first = chain.slice(0, listedMax)
  return first.some(({ id }) => id === entry.id) ? first : [...first, entry]
}

const columnsFor = (shown: string): ReadonlyArray<Column<LedgerEntry>> => [
  {
    key: "entry",
    head: "Entry",
    isName: true,
    cell: (entry) => (
      <span>
        {entry.id === shown ? (
          <span aria-current="true">
            {typeWords[entry.type]}
            <span className="receipt-reason">this receipt</span>
          </span>
        ) : (
          <Link href={`/ledger/${entry.id}`}>
            {typeWords[entry.type]}
            <span className="visually-hidden"> {entry.id}</span>
          </Link>
        )}
        {reasonOf(entry) !== undefined && <span className="receipt-reason">{reasonOf(entry)}</span>}
        <span className="receipt-reason">
          <DateTime at={entry.created_at} />
        </span>
      </span>
    )
  },
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
    cell: ({ change }) => <Credits amount={change} signed />
  },
  {
    key: "balance",
    head: "Balance",
    align: "end",
    cell: ({ balance }) => <Credits amount={balance} />
  }
]

export const RelatedEntries = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, chain } = receipt
  if (entry.hold_id === undefined) return null
  const listed = listedOf(receipt)
  const job = entry.for?.job
  const all = job && <Link href={`/ledger?job=${job}`}>All entries of this job</Link>
  return (
    <Card
      title="From hold to charge"
      lead={
        chain.length <= listedMax
          ? "What was held, and all that became of it."
          : "What was held, and the first entries of what became of it."
      }
      actions={all}
    >
      <DataTable
        caption="The hold and what became of it, oldest first"
        columns={columnsFor(entry.id)}
        rows={listed}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

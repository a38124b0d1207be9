/** A hold with its charges and refunds, oldest first. The entry of this receipt is marked. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import { Link } from "wouter"

import { reasonOf, typeLabels } from "../ledger/entryLabels.ts"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { balanceColumn, creditsColumn } from "../parts/tableColumns.tsx"

/** A check has at most four entries. A large job has thousands, which only the ledger lists. */
const listedMax = 5

/** The first entries, and this one. */
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
            {typeLabels[entry.type]}
            <span className="receipt-reason">this receipt</span>
          </span>
        ) : (
          <Link href={`/ledger/${entry.id}`}>
            {typeLabels[entry.type]}
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
  creditsColumn,
  {
    key: "change",
    head: "Change",
    align: "end",
    cell: ({ change }) => <Credits amount={change} signed />
  },
  balanceColumn
]

export const RelatedEntries = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, chain, activity } = receipt
  if (entry.hold_id === undefined) return null
  const listed = listedOf(receipt)
  const job = entry.for?.job
  const all = job ? (
    <Link href={`/ledger?view=entries&job=${job}`}>All entries of this job</Link>
  ) : (
    activity && <Link href={`/activity/${activity}`}>The check and its answer</Link>
  )
  return (
    <Card
      title="From hold to charge"
      lead={
        chain.length <= listedMax
          ? "The hold, and all charges and refunds from it."
          : "The hold, and the first charges and refunds from it."
      }
      actions={all}
    >
      <DataTable
        caption="The hold with its charges and refunds, oldest first"
        columns={columnsFor(entry.id)}
        rows={listed}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

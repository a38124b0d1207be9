/** A hold with its charges and refunds, oldest first. The entry of this receipt is marked. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import { Link } from "wouter"

import { reasonOf } from "../ledger/entryLabels.ts"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { balanceColumn, creditsColumn } from "../parts/tableColumns.tsx"
import { words as ledger } from "../words/ledger.tsx"
import { words } from "../words/receipt.tsx"

const { related: said } = words

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
    head: said.entry,
    isName: true,
    cell: (entry) => (
      <span>
        {entry.id === shown ? (
          <span aria-current="true">
            {ledger.types[entry.type]}
            <span className="receipt-reason">{said.thisReceipt}</span>
          </span>
        ) : (
          <Link href={`/ledger/${entry.id}`}>
            {ledger.types[entry.type]}
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
    head: said.change,
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
    <Link href={`/ledger?view=entries&job=${job}`}>{said.ofJob}</Link>
  ) : (
    activity && <Link href={`/activity/${activity}`}>{said.check}</Link>
  )
  return (
    <Card
      title={said.title}
      lead={chain.length <= listedMax ? said.lead : said.leadFirst}
      actions={all}
    >
      <DataTable
        caption={said.caption}
        columns={columnsFor(entry.id)}
        rows={listed}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

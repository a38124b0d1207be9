/** One ledger entry as a receipt, for the screen and for print. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { reasonOf } from "../ledger/entryLabels.ts"
import { receiptQuery } from "../ledger/ledgerFilter.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { balanceColumn, creditsColumn } from "../parts/tableColumns.tsx"
import { words as ledger } from "../words/ledger.tsx"
import { words } from "../words/receipt.tsx"
import { Proof } from "./Proof.tsx"
import { Slip } from "./Slip.tsx"

import "./ReceiptPage.css"

/**
 * Entries that are listed. A check has at most four; a large job has thousands, which only the ledger
 * lists.
 */
const listedMax = 5

/** The first entries of the chain, and the one of this receipt. */
const listedOf = ({ entry, chain }: LedgerReceipt): ReadonlyArray<LedgerEntry> => {
  const first = chain.slice(0, listedMax)
  return first.some(({ id }) => id === entry.id) ? first : [...first, entry]
}

const columnsFor = (shown: string): ReadonlyArray<Column<LedgerEntry>> => [
  {
    key: "entry",
    head: words.related.entry,
    isName: true,
    cell: (entry) => (
      <span>
        {entry.id === shown ? (
          <span aria-current="true">
            {ledger.types[entry.type]}
            <span className="receipt-reason">{words.related.thisReceipt}</span>
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
    head: words.related.change,
    align: "end",
    cell: ({ change }) => <Credits amount={change} signed />
  },
  balanceColumn
]

/** A hold with its charges and refunds, oldest first. The entry of this receipt is marked. */
const RelatedEntries = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, chain, activity } = receipt
  if (entry.hold_id === undefined) return null
  const listed = listedOf(receipt)
  const job = entry.for?.job
  const all = job ? (
    <Link href={`/ledger?view=entries&job=${job}`}>{words.related.ofJob}</Link>
  ) : (
    activity && <Link href={`/activity/${activity}`}>{words.related.check}</Link>
  )
  return (
    <Card
      title={words.related.title}
      lead={chain.length <= listedMax ? words.related.lead : words.related.leadFirst}
      actions={all}
    >
      <DataTable
        caption={words.related.caption}
        columns={columnsFor(entry.id)}
        rows={listed}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

const NoReceipt = ({ id }: { readonly id: string }) => (
  <Page title={words.notFound.title}>
    <EmptyState
      picture="lost"
      title={words.notFound.heading(id)}
      action={<ButtonLink href="/ledger">{words.all}</ButtonLink>}
    >
      {words.notFound.text}
    </EmptyState>
  </Page>
)

export const ReceiptPage = () => {
  const { id = "" } = useParams()
  const receipt = useQuery(receiptQuery(id))
  if (receipt.error instanceof ApiError && receipt.error.status === 404)
    return <NoReceipt id={id} />
  return (
    <Page
      title={words.title(id)}
      actions={
        <>
          <ButtonLink variant="quiet" href="/ledger">
            {words.all}
          </ButtonLink>
          <Button onClick={() => window.print()}>{words.print}</Button>
        </>
      }
    >
      <QueryState query={receipt} skeleton={<Skeleton shape="block" height="36rem" />}>
        {(data) => (
          <div className="receipt">
            <Slip receipt={data} />
            <div className="receipt-beside">
              <RelatedEntries receipt={data} />
              <Proof entry={id} proof={data.proof} />
            </div>
          </div>
        )}
      </QueryState>
    </Page>
  )
}

/** One ledger entry as a receipt, for the screen and for print. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import { serviceNamed } from "@rcpt/api/otherServices"
import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import type { ReactNode } from "react"
import { Link, useParams } from "wouter"

import { detailQuery } from "../activity/activityQueries.ts"
import { callerOf } from "../activity/activityWords.ts"
import { useAccount } from "../api/account.ts"
import { jobQuery } from "../job/jobQueries.ts"
import { useMakerOf } from "../job/useMakerOf.ts"
import { keysQuery } from "../keys/keyQueries.ts"
import { entryLabels, reasonOf } from "../ledger/entryLabels.ts"
import { JobLink } from "../ledger/JobLink.tsx"
import { receiptQuery } from "../ledger/ledgerFilter.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { balanceColumn, creditsColumn } from "../parts/tableColumns.tsx"
import { ThingPage } from "../parts/ThingPage.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/receipt.tsx"
import { CopyableId } from "./CopyableId.tsx"
import { Proof } from "./Proof.tsx"

import "./ReceiptPage.css"

const { ids, related, slip: said } = words

/** Pixels of one tooth. */
const toothWidth = 12
const toothHeight = 7

/** The zigzag edge of torn-off paper. The bottom edge is flipped by CSS. */
const TornEdge = ({ at }: { readonly at: "top" | "bottom" }) => {
  const id = useId()
  return (
    <svg
      className={`receipt-edge receipt-edge-${at}`}
      width="100%"
      height={toothHeight}
      aria-hidden="true"
    >
      <pattern id={id} width={toothWidth} height={toothHeight} patternUnits="userSpaceOnUse">
        <path
          className="receipt-tooth"
          d={`M-1 ${toothHeight + 1}L${toothWidth / 2} 1L${toothWidth + 1} ${toothHeight + 1}`}
        />
      </pattern>
      <rect width="100%" height={toothHeight} fill={`url(#${id})`} />
    </svg>
  )
}

/** The rows that have a value. */
const rowsOf = (
  rows: ReadonlyArray<readonly [label: string, value: ReactNode]>
): ReadonlyArray<AmountRow> =>
  rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

/** The time in UTC, such as `2026-11-21 07:05:12 UTC`, because a printed receipt has no tooltip. */
const utcText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

/** The key or the person that spent the credits: of a list who uploaded it, of a check who asked. */
const useMaker = ({ entry, activity }: LedgerReceipt): string | undefined => {
  const jobId = entry.for?.job
  const job = useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== undefined, retry: false })
  const row = useQuery({ ...detailQuery(activity ?? ""), enabled: activity !== undefined })
  const isByKey = row.data?.via === "api_key"
  const { data: keys } = useQuery({ ...keysQuery, enabled: isByKey })
  const makerOf = useMakerOf(job.data === undefined ? [] : [job.data])
  if (job.data !== undefined) return makerOf(job.data)
  return row.data && isByKey && keys !== undefined ? callerOf(row.data, keys) : undefined
}

const useFacts = (receipt: LedgerReceipt): ReadonlyArray<AmountRow> => {
  const { data: account } = useAccount()
  const { entry, result } = receipt
  const maker = useMaker(receipt)
  const { for: purpose } = entry
  return rowsOf([
    [said.for, purpose && entryLabels.kinds[purpose.kind]],
    [said.file, purpose?.job && <JobLink id={purpose.job} />],
    [said.mode, purpose && phrases.mode[purpose.mode]],
    [said.result, result && said.resultIs(statusLabel(result.status), result.score)],
    [said.subStatus, result?.sub_status && statusLabel(result.sub_status)],
    [said.requestedWith, result && entryLabels.via[result.via]],
    [said.interface, purpose?.interface && serviceNamed(purpose.interface)],
    [said.madeBy, maker && <span className="breaks">{maker}</span>],
    [said.reason, reasonOf(entry)],
    [said.when, <DateTime key="at" at={entry.created_at} />],
    [said.inUtc, utcText(entry.created_at)],
    [said.account, account?.email && <span className="breaks">{account.email}</span>]
  ])
}

const holdRows = (hold: NonNullable<LedgerReceipt["hold"]>): ReadonlyArray<AmountRow> => [
  { label: said.held, value: <Credits amount={hold.credits} /> },
  { label: said.charged, value: <Credits amount={hold.charged} /> },
  { label: said.refunded, value: <Credits amount={hold.refunded} /> },
  ...(hold.open === 0 ? [] : [{ label: said.open, value: <Credits amount={hold.open} /> }])
]

const balanceRows = ({ change, balance }: LedgerEntry): ReadonlyArray<AmountRow> => [
  { label: said.before, value: <Credits amount={balance - change} /> },
  { label: said.change, value: <Credits amount={change} signed /> },
  { label: said.after, value: <Credits amount={balance} />, isTotal: true }
]

/** The receipt itself: purpose, date, and what was held, charged and refunded. */
const Slip = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, hold } = receipt
  return (
    <section aria-labelledby="receipt-type">
      <TornEdge at="top" />
      <div className="receipt-slip">
        <header className="receipt-head">
          <p className="receipt-from mono">rcpt · {window.location.host}</p>
          <h2 id="receipt-type">{entryLabels.types[entry.type]}</h2>
          <p className="receipt-amount">
            <Credits amount={entry.credits} unit />
          </p>
          <p className="muted small">{entryLabels.meanings[entry.type]}</p>
        </header>
        <AmountList rows={useFacts(receipt)} />
        {hold && <AmountList rows={holdRows(hold)} />}
        <AmountList rows={balanceRows(entry)} />
        <dl className="receipt-ids">
          <CopyableId words={ids.entry} text={entry.id} />
          {entry.hold_id !== undefined && <CopyableId words={ids.hold} text={entry.hold_id} />}
          {entry.for?.job !== undefined && <CopyableId words={ids.job} text={entry.for.job} />}
        </dl>
      </div>
      <TornEdge at="bottom" />
    </section>
  )
}

/**
 * Entries that are listed. A check has at most four; a large job has thousands, which only the ledger
 * lists.
 */
const entriesListedMax = 5

/** The first entries of the chain, and the one of this receipt. */
const listedOf = ({ entry, chain }: LedgerReceipt): ReadonlyArray<LedgerEntry> => {
  const first = chain.slice(0, entriesListedMax)
  return first.some(({ id }) => id === entry.id) ? first : [...first, entry]
}

const columnsFor = (shown: string): ReadonlyArray<Column<LedgerEntry>> => [
  ...columnsOf<LedgerEntry, typeof related>(related, {
    entry: named((entry) => (
      <span>
        {entry.id === shown ? (
          <span aria-current="true">
            {entryLabels.types[entry.type]}
            <span className="receipt-reason">{related.thisReceipt}</span>
          </span>
        ) : (
          <Link href={`/ledger/${entry.id}`}>
            {entryLabels.types[entry.type]}
            <span className="visually-hidden"> {entry.id}</span>
          </Link>
        )}
        {reasonOf(entry) !== undefined && <span className="receipt-reason">{reasonOf(entry)}</span>}
        <span className="receipt-reason">
          <DateTime at={entry.created_at} />
        </span>
      </span>
    ))
  }),
  creditsColumn,
  ...columnsOf<LedgerEntry, typeof related>(related, {
    change: atEnd(({ change }) => <Credits amount={change} signed />)
  }),
  balanceColumn
]

/** A hold with its charges and refunds, oldest first. The entry of this receipt is marked. */
const RelatedEntries = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, chain, activity } = receipt
  if (entry.hold_id === undefined) return null
  const job = entry.for?.job
  const all = job ? (
    <Link href={`/ledger?view=entries&job=${job}`}>{related.ofJob}</Link>
  ) : (
    activity && <Link href={`/activity/${activity}`}>{related.check}</Link>
  )
  return (
    <TableCard
      title={related.title}
      lead={chain.length <= entriesListedMax ? related.lead : related.leadFirst}
      actions={all}
      caption={related.caption}
      columns={columnsFor(entry.id)}
      rows={listedOf(receipt)}
    />
  )
}

export const ReceiptPage = () => {
  const { id = "" } = useParams()
  return (
    <ThingPage
      query={useQuery(receiptQuery(id))}
      list="/ledger"
      missing={{ ...words.notFound, heading: words.notFound.heading(id), all: words.all }}
      picture="lost"
      height="36rem"
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
      {(receipt) => (
        <div className="receipt">
          <Slip receipt={receipt} />
          <div className="receipt-beside">
            <RelatedEntries receipt={receipt} />
            <Proof entry={id} proof={receipt.proof} />
          </div>
        </div>
      )}
    </ThingPage>
  )
}

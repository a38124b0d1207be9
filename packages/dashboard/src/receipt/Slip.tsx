/** The receipt itself: purpose, date, and what was held, charged and refunded. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import { useId } from "react"
import type { ReactNode } from "react"

import { useAccount } from "../api/account.ts"
import { reasonOf } from "../ledger/entryLabels.ts"
import { JobLink } from "../ledger/JobLink.tsx"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { words as ledger } from "../words/ledger.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/receipt.tsx"
import { CopyableId } from "./CopyableId.tsx"

const { ids, slip: said } = words

/** Pixels of one tooth. */
const width = 12
const height = 7

/** The zigzag edge of torn-off paper. The bottom edge is flipped by CSS. */
const TornEdge = ({ at }: { readonly at: "top" | "bottom" }) => {
  const id = useId()
  return (
    <svg
      className={`receipt-edge receipt-edge-${at}`}
      width="100%"
      height={height}
      aria-hidden="true"
    >
      <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse">
        <path
          className="receipt-tooth"
          d={`M-1 ${height + 1}L${width / 2} 1L${width + 1} ${height + 1}`}
        />
      </pattern>
      <rect width="100%" height={height} fill={`url(#${id})`} />
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

const useFacts = ({ entry, result }: LedgerReceipt): ReadonlyArray<AmountRow> => {
  const { data: account } = useAccount()
  const { for: purpose } = entry
  return rowsOf([
    [said.for, purpose && ledger.kinds[purpose.kind]],
    [said.file, purpose?.job && <JobLink id={purpose.job} />],
    [said.mode, purpose && phrases.mode[purpose.mode]],
    [said.result, result && said.resultIs(statusLabel(result.status), result.score)],
    [said.subStatus, result?.sub_status && statusLabel(result.sub_status)],
    [said.requestedWith, result && ledger.via[result.via]],
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

export const Slip = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, hold } = receipt
  return (
    <section aria-labelledby="receipt-type">
      <TornEdge at="top" />
      <div className="receipt-slip">
        <header className="receipt-head">
          <p className="receipt-from mono">rcpt · {window.location.host}</p>
          <h2 id="receipt-type">{ledger.types[entry.type]}</h2>
          <p className="receipt-amount">
            <Credits amount={entry.credits} unit />
          </p>
          <p className="muted small">{ledger.meanings[entry.type]}</p>
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

/** The receipt itself: purpose, date, and what was held, charged and refunded. */
import type { LedgerEntry, LedgerReceipt } from "@rcpt/api/Ledger"
import type { ReactNode } from "react"

import { useAccount } from "../api/account.ts"
import {
  kindLabels,
  modeLabels,
  reasonOf,
  typeMeanings,
  typeLabels,
  viaLabels
} from "../ledger/entryLabels.ts"
import { JobLink } from "../ledger/JobLink.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { CopyableId } from "./CopyableId.tsx"
import { TornEdge } from "./TornEdge.tsx"

/** Leaves out rows without a value. */
const rowsOf = (
  rows: ReadonlyArray<readonly [label: string, value: ReactNode]>
): ReadonlyArray<Leader> =>
  rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

/** `2026-11-21 07:05:12 UTC`: a printed receipt has no tooltip. */
const utcText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`

const useFacts = ({ entry, result }: LedgerReceipt): ReadonlyArray<Leader> => {
  const { data: account } = useAccount()
  const { for: purpose } = entry
  return rowsOf([
    ["For", purpose && kindLabels[purpose.kind]],
    ["File", purpose?.job && <JobLink id={purpose.job} />],
    ["Mode", purpose && modeLabels[purpose.mode]],
    ["Result", result && `${statusLabel(result.status)}, score ${result.score}`],
    ["Sub-status", result?.sub_status && statusLabel(result.sub_status)],
    ["Requested with", result && viaLabels[result.via]],
    ["Reason", reasonOf(entry)],
    ["When", <DateTime key="at" at={entry.created_at} />],
    ["In UTC", utcText(entry.created_at)],
    ["Account", account?.email && <span className="breaks">{account.email}</span>]
  ])
}

const holdRows = (hold: NonNullable<LedgerReceipt["hold"]>): ReadonlyArray<Leader> => [
  { label: "Held", value: <Credits amount={hold.credits} /> },
  { label: "Charged", value: <Credits amount={hold.charged} /> },
  { label: "Refunded", value: <Credits amount={hold.refunded} /> },
  ...(hold.open === 0 ? [] : [{ label: "Still on hold", value: <Credits amount={hold.open} /> }])
]

const balanceRows = ({ change, balance }: LedgerEntry): ReadonlyArray<Leader> => [
  { label: "Balance before", value: <Credits amount={balance - change} /> },
  { label: "Change by this entry", value: <Credits amount={change} signed /> },
  { label: "Balance after", value: <Credits amount={balance} />, isTotal: true }
]

export const Slip = ({ receipt }: { readonly receipt: LedgerReceipt }) => {
  const { entry, hold } = receipt
  return (
    <section aria-labelledby="receipt-type">
      <TornEdge at="top" />
      <div className="receipt-slip">
        <header className="receipt-head">
          <p className="receipt-from mono">rcpt · {window.location.host}</p>
          <h2 id="receipt-type">{typeLabels[entry.type]}</h2>
          <p className="receipt-amount">
            <Credits amount={entry.credits} unit />
          </p>
          <p className="muted small">{typeMeanings[entry.type]}</p>
        </header>
        <Leaders rows={useFacts(receipt)} />
        {hold && <Leaders rows={holdRows(hold)} />}
        <Leaders rows={balanceRows(entry)} />
        <dl className="receipt-ids">
          <CopyableId label="Entry" name="entry id" text={entry.id} />
          {entry.hold_id !== undefined && (
            <CopyableId label="Hold" name="hold id" text={entry.hold_id} />
          )}
          {entry.for?.job !== undefined && (
            <CopyableId label="Job" name="job id" text={entry.for.job} />
          )}
        </dl>
      </div>
      <TornEdge at="bottom" />
    </section>
  )
}

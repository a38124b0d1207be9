/**
 * A month as a sum that can be checked by hand: opening balance, changes, closing balance. The charged
 * credits are shown beside it, because they were deducted when they were held.
 */
import type { MonthTotals } from "@rcpt/api/LedgerTotals"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import type { Leader } from "../parts/Leaders.tsx"
import { words } from "../words/ledger.tsx"
import { currentMonth, monthAfter, monthTitle } from "./months.ts"
import { StatementFiles } from "./Statements.tsx"

const { month: said } = words

const sumOf = (totals: MonthTotals): ReadonlyArray<Leader> => [
  { label: said.opening, value: <Credits amount={totals.balance_before} /> },
  { label: said.granted, value: <Credits amount={totals.granted} signed /> },
  ...(totals.adjusted === 0
    ? []
    : [{ label: said.adjusted, value: <Credits amount={totals.adjusted} signed /> }]),
  { label: said.held, value: <Credits amount={-totals.held} signed /> },
  { label: said.refunded, value: <Credits amount={totals.refunded} signed /> },
  {
    label: totals.month === currentMonth() ? said.now : said.closing,
    value: <Credits amount={totals.balance_after} />,
    isTotal: true
  }
]

interface MonthSummaryProps {
  readonly totals: MonthTotals
  /** Whether the list below shows only a part of the month. */
  readonly isPart: boolean
  readonly stale: boolean
  readonly onMove: (month: string) => void
}

const MonthButtons = ({
  totals: { month },
  onMove
}: Pick<MonthSummaryProps, "totals" | "onMove">) => (
  <>
    <Button small icon="newer" onClick={() => onMove(monthAfter(month, -1))}>
      {monthTitle(monthAfter(month, -1))}
    </Button>
    {month < currentMonth() && (
      <Button
        small
        icon="older"
        className="button-after"
        onClick={() => onMove(monthAfter(month, 1))}
      >
        {monthTitle(monthAfter(month, 1))}
      </Button>
    )}
  </>
)

export const MonthSummary = ({ totals, isPart, stale, onMove }: MonthSummaryProps) => (
  <Card
    title={monthTitle(totals.month)}
    lead={isPart ? said.whole : undefined}
    actions={<MonthButtons totals={totals} onMove={onMove} />}
  >
    <div className="ledger-month" aria-busy={stale || undefined}>
      <Leaders rows={sumOf(totals)} />
      <div className="ledger-spent">
        <p className="ledger-spent-amount">
          <Credits amount={totals.charged} />
        </p>
        <p>{said.charged}</p>
        <p className="small muted">{said.explanation}</p>
        <StatementFiles month={totals.month} />
      </div>
    </div>
  </Card>
)

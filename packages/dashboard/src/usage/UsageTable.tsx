/** The usage table, one row per month that has something to show. */
import type { Usage } from "@rcpt/api/Account"
import { Link } from "wouter"

import { monthTitle } from "../ledger/months.ts"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/usage.tsx"
import { usedChannels } from "./channels.ts"
import type { Channel } from "./channels.ts"
import { monthOf } from "./usageMonths.ts"
import type { CreditsByMonth } from "./usageMonths.ts"

const { table: said } = words

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? "mono muted usage-none" : "mono"}>{whole(count)}</span>
)

const columnOf = ({ key, head }: Channel): Column<Usage> => ({
  key,
  head,
  align: "end",
  cell: (usage) => <Count count={usage[key]} />
})

/** Reports on verdicts that promise nothing are not counted: there is nothing to be right about. */
const rightOf = ({ feedback }: Usage): string => {
  const { right = 0, wrong = 0 } = feedback ?? {}
  return right + wrong === 0 ? "–" : said.rightOf(whole(right), whole(right + wrong))
}

const reports: Column<Usage> = {
  key: "right",
  head: said.right,
  align: "end",
  cell: (usage) => <span className="mono">{rightOf(usage)}</span>
}

const totalColumn: Column<Usage> = {
  key: "total",
  head: said.all,
  align: "end",
  cell: ({ total_checks }) => (
    <strong>
      <Count count={total_checks} />
    </strong>
  )
}

const creditsColumn = (credits: CreditsByMonth): Column<Usage> => ({
  key: "credits",
  head: said.charged,
  align: "end",
  cell: (usage) => {
    const month = monthOf(usage)
    return (
      <Link href={`/ledger?month=${month}`}>
        {credits === undefined ? said.ledger : <Credits amount={credits.get(month) ?? 0} />}
        <span className="visually-hidden">{said.ledgerOf(monthTitle(month))}</span>
      </Link>
    )
  }
})

interface UsageTableProps {
  readonly usage: ReadonlyArray<Usage>
  readonly credits: CreditsByMonth
}

export const UsageTable = ({ usage, credits }: UsageTableProps) => {
  const columns: ReadonlyArray<Column<Usage>> = [
    { key: "month", head: said.month, isName: true, cell: (usage) => monthTitle(monthOf(usage)) },
    ...usedChannels(usage).map(columnOf),
    totalColumn,
    ...(usage.some(({ feedback }) => feedback !== undefined) ? [reports] : []),
    creditsColumn(credits)
  ]
  return (
    <div className="usage-table">
      <DataTable caption={said.caption} columns={columns} rows={usage} rowKey={monthOf} />
    </div>
  )
}

/** The usage table, one row per month. The bar compares a month with the busiest one. */
import type { Usage } from "@rcpt/api/Account"
import { Link } from "wouter"

import { monthTitle } from "../ledger/months.ts"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { channels } from "./channels.ts"
import type { Channel } from "./channels.ts"

const whole = new Intl.NumberFormat("en")

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? "mono muted usage-none" : "mono"}>{whole.format(count)}</span>
)

const monthOf = ({ year, month }: Usage): string => `${year}-${String(month).padStart(2, "0")}`

const columnOf = ({ key, head }: Channel): Column<Usage> => ({
  key,
  head,
  align: "end",
  cell: (usage) => <Count count={usage[key]} />
})

/** Reports on verdicts that promise nothing are not counted: there is nothing to be right about. */
const rightOf = ({ feedback }: Usage): string => {
  const { right = 0, wrong = 0 } = feedback ?? {}
  return right + wrong === 0 ? "–" : `${whole.format(right)} of ${whole.format(right + wrong)}`
}

const reports: Column<Usage> = {
  key: "right",
  head: "Proved right",
  align: "end",
  cell: (usage) => <span className="mono">{rightOf(usage)}</span>
}

const columnsFor = (busiest: number, hasReports: boolean): ReadonlyArray<Column<Usage>> => [
  { key: "month", head: "Month", isName: true, cell: (usage) => monthTitle(monthOf(usage)) },
  ...channels.map(columnOf),
  {
    key: "total",
    head: "All checks",
    align: "end",
    cell: (usage) => (
      <strong>
        <Count count={usage.total_checks} />
      </strong>
    )
  },
  ...(hasReports ? [reports] : []),
  {
    key: "bar",
    head: <span className="visually-hidden">Compared</span>,
    cell: ({ total_checks: count }) => (
      <ProportionBar
        bare
        total={busiest}
        shares={[{ key: "all", label: "All checks", count, fill: "accent" }]}
      />
    )
  },
  {
    key: "credits",
    head: "Credits",
    align: "end",
    cell: (usage) => (
      <Link href={`/ledger?month=${monthOf(usage)}`}>
        Ledger<span className="visually-hidden"> of {monthTitle(monthOf(usage))}</span>
      </Link>
    )
  }
]

export const UsageTable = ({ usage }: { readonly usage: ReadonlyArray<Usage> }) => (
  <div className="usage-table">
    <DataTable
      caption="Checks by calendar month (UTC), newest first"
      columns={columnsFor(
        Math.max(1, ...usage.map(({ total_checks }) => total_checks)),
        usage.some(({ feedback }) => feedback !== undefined)
      )}
      rows={usage}
      rowKey={monthOf}
    />
  </div>
)

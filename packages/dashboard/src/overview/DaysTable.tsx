/** The days of the chart as a table, newest first. */
import type { Day } from "@rcpt/api/Overview"

import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import { shortDate, totalOf, verdicts } from "./days.ts"

const { days: said } = words

const columns: ReadonlyArray<Column<Day>> = [
  {
    key: "date",
    head: said.day,
    isName: true,
    cell: (day) => <time dateTime={day.date}>{shortDate(day)}</time>
  },
  ...verdicts.map(([key, name]): Column<Day> => ({
    key,
    head: name,
    align: "end",
    cell: (day) => whole(day[key])
  })),
  { key: "total", head: said.all, align: "end", cell: (day) => whole(totalOf(day)) },
  {
    key: "credits",
    head: said.credits,
    align: "end",
    cell: ({ credits_spent }) => <Credits amount={credits_spent} />
  }
]

export const DaysTable = ({ days }: { readonly days: ReadonlyArray<Day> }) => (
  <DataTable
    caption={said.caption(days.length)}
    columns={columns}
    rows={days.toReversed()}
    rowKey={({ date }) => date}
  />
)

/** The days of the chart as a table, newest first. */
import type { Day } from "@rcpt/api/Overview"

import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { countText, shortDate, totalOf, verdicts } from "./days.ts"

const columns: ReadonlyArray<Column<Day>> = [
  {
    key: "date",
    head: "Day (UTC)",
    isName: true,
    cell: (day) => <time dateTime={day.date}>{shortDate(day)}</time>
  },
  ...verdicts.map(([key, name]): Column<Day> => ({
    key,
    head: name,
    align: "end",
    cell: (day) => countText(day[key])
  })),
  { key: "total", head: "All", align: "end", cell: (day) => countText(totalOf(day)) },
  {
    key: "credits",
    head: "Credits",
    align: "end",
    cell: ({ credits_spent }) => <Credits amount={credits_spent} />
  }
]

export const DaysTable = ({ days }: { readonly days: ReadonlyArray<Day> }) => (
  <DataTable
    caption={`Checks of the last ${days.length} days by verdict, newest first`}
    columns={columns}
    rows={days.toReversed()}
    rowKey={({ date }) => date}
  />
)

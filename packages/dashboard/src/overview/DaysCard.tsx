/** The card of the last days by verdict, as a chart and as a table. A single day has its sums beside the chart. */
import type { Day, PeriodSums } from "@rcpt/api/Overview"

import type { Bar } from "../parts/Bar.ts"
import { BarChart } from "../parts/BarChart.tsx"
import { Legend } from "../parts/BarTip.tsx"
import { Card } from "../parts/Card.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import {
  comparisonText,
  dayName,
  dayText,
  longDate,
  periodOf,
  shortDate,
  sumOf,
  totalOf,
  verdicts
} from "./days.ts"
import type { Period } from "./days.ts"

const { days: said } = words

interface DaysChartProps {
  readonly days: ReadonlyArray<Day>
}

/** Days between the labels. Many days have one a week, so that all labels are the same weekday. */
const labelEvery = (days: number): number => (days > 7 ? 7 : 2)

/** The label of a bar: `Today`, or a date for some of the days before it. */
const labelOf = (day: Day, ago: number, count: number): string | undefined => {
  if (ago % labelEvery(count) !== 0) return undefined
  return ago === 0 ? said.today : shortDate(day)
}

const barsOf = (days: ReadonlyArray<Day>): ReadonlyArray<Bar> =>
  days.map((day, index) => ({
    key: day.date,
    title: longDate(day),
    label: labelOf(day, days.length - 1 - index, days.length),
    parts: verdicts.map(([fill, name]) => ({ fill, name, count: day[fill] })),
    says: dayText(day),
    more: [{ label: said.credits, value: whole(day.credits_spent) }]
  }))

/** The bars of the days, by verdict. */
const DaysChart = ({ days }: DaysChartProps) => (
  <BarChart label={said.chart} bars={barsOf(days)} none={said.chartEmpty(days.length)} />
)

const dayColumns: ReadonlyArray<Column<Day>> = columnsOf(
  { ...said, ...Object.fromEntries(verdicts) },
  {
    day: named((day) => <time dateTime={day.date}>{shortDate(day)}</time>),
    ...Object.fromEntries(verdicts.map(([key]) => [key, atEnd((day: Day) => whole(day[key]))])),
    all: atEnd((day) => whole(totalOf(day))),
    credits: atEnd(({ credits_spent }) => <Credits amount={credits_spent} />)
  }
)

/** The days of the chart as a table, newest first. */
const DaysTable = ({ days }: { readonly days: ReadonlyArray<Day> }) => (
  <DataTable
    caption={said.caption(days.length)}
    columns={dayColumns}
    rows={days.toReversed()}
    rowKey={({ date }) => date}
  />
)

interface DaysCardProps {
  readonly days: ReadonlyArray<Day>
  /** The sums of as many days before `days`. */
  readonly before: PeriodSums
}

const partsOf = (days: ReadonlyArray<Day>) =>
  verdicts.map(([fill, name]) => ({ fill, name, count: sumOf(days, fill) }))

const leadOf = (period: Period): string => {
  const { days } = period
  const checks = days.reduce((sum, day) => sum + totalOf(day), 0)
  if (checks === 0) return said.none
  const spent = sumOf(days, "credits_spent")
  const sum = said.sum(whole(checks), checks === 1, creditsText(spent))
  return [sum, comparisonText(period)].filter(Boolean).join(" ")
}

/** The numbers of the only day with checks, because a single bar says little. */
const OnlyDay = ({ day, name }: { readonly day: Day; readonly name: string }) => (
  <div className="overview-only">
    <h3>{name}</h3>
    <ProportionBar
      shares={verdicts.map(([key, label]) => ({ key, label, fill: key, count: day[key] }))}
    />
  </div>
)

export const DaysCard = ({ days: all, before }: DaysCardProps) => {
  const period = periodOf(all, before)
  const { days, only } = period
  return (
    <Card
      title={said.title(days.length)}
      lead={leadOf(period)}
      actions={only === undefined && <Legend parts={partsOf(days)} />}
    >
      <div className={only === undefined ? undefined : "overview-first-day"}>
        {only && <OnlyDay day={only} name={dayName(only, days)} />}
        <DaysChart days={days} />
      </div>
      <details className="overview-details">
        <summary>{said.asTable}</summary>
        <DaysTable days={days} />
      </details>
    </Card>
  )
}

/** The bars of the days, by verdict. */
import type { Day } from "@rcpt/api/Overview"

import { BarChart } from "../parts/BarChart.tsx"
import type { Bar } from "../parts/bars.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import { dayText, longDate, shortDate, verdicts } from "./days.ts"

const { days: said } = words

interface DaysChartProps {
  readonly days: ReadonlyArray<Day>
}

/** Days between the labels. Of many days a week, so that all are the same weekday. */
const labelEvery = (days: number): number => (days > 7 ? 7 : 2)

/** `Today`, and some of the days before it. */
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

export const DaysChart = ({ days }: DaysChartProps) => (
  <BarChart label={said.chart} bars={barsOf(days)} none={said.chartEmpty(days.length)} />
)

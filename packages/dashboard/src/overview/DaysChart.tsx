/** The bars of the days, by verdict. */
import type { Day } from "@rcpt/api/Overview"

import { BarChart } from "../parts/BarChart.tsx"
import type { Bar } from "../parts/bars.ts"
import { countText, dayText, longDate, shortDate, verdicts } from "./days.ts"

interface DaysChartProps {
  readonly days: ReadonlyArray<Day>
}

/** Days between the labels. Of many days a week, so that all are the same weekday. */
const labelEvery = (days: number): number => (days > 7 ? 7 : 2)

/** `Today`, and some of the days before it. */
const labelOf = (day: Day, ago: number, count: number): string | undefined => {
  if (ago % labelEvery(count) !== 0) return undefined
  return ago === 0 ? "Today" : shortDate(day)
}

const barsOf = (days: ReadonlyArray<Day>): ReadonlyArray<Bar> =>
  days.map((day, index) => ({
    key: day.date,
    title: longDate(day),
    label: labelOf(day, days.length - 1 - index, days.length),
    parts: verdicts.map(([fill, name]) => ({ fill, name, count: day[fill] })),
    says: dayText(day),
    more: [{ label: "Credits", value: countText(day.credits_spent) }]
  }))

export const DaysChart = ({ days }: DaysChartProps) => (
  <BarChart
    label="Checks by day"
    bars={barsOf(days)}
    none={`No checks in the last ${days.length} days.`}
  />
)

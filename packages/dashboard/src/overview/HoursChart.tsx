/** The bars of the hours of an account's first day, by verdict. */
import type { Hour } from "@rcpt/api/Overview"

import { BarChart } from "../parts/BarChart.tsx"
import type { Bar } from "../parts/bars.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import { hourName, hourText, totalOf, verdicts } from "./days.ts"

const { hours: said } = words

/** Hours between two labels. */
const labelEvery = 6

const barsOf = (hours: ReadonlyArray<Hour>): ReadonlyArray<Bar> =>
  hours.map((hour, index) => ({
    key: hour.hour,
    title: said.title(hourName(hour)),
    label: index % labelEvery === 0 ? hourName(hour) : undefined,
    parts: verdicts.map(([fill, name]) => ({ fill, name, count: hour[fill] })),
    says: hourText(hour),
    more: [{ label: words.days.credits, value: whole(hour.credits_spent) }]
  }))

export const HoursChart = ({ hours }: { readonly hours: ReadonlyArray<Hour> }) => {
  const latest = hours.findLastIndex((hour) => totalOf(hour) > 0)
  return (
    <BarChart
      label={said.chart}
      bars={barsOf(hours)}
      none={said.none}
      {...(latest >= 0 && { first: latest })}
    />
  )
}

/** The last days by verdict, as a chart and as a table; the first day also as its sums. */
import type { Day, Hour, PeriodSums } from "@rcpt/api/Overview"

import { Legend } from "../parts/BarTip.tsx"
import { Card } from "../parts/Card.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"
import { comparisonText, dayName, periodOf, sumOf, totalOf, verdicts } from "./days.ts"
import type { Period } from "./days.ts"
import { DaysChart } from "./DaysChart.tsx"
import { DaysTable } from "./DaysTable.tsx"
import { HoursChart } from "./HoursChart.tsx"

const { days: said } = words

interface DaysCardProps {
  readonly days: ReadonlyArray<Day>
  /** The sums of as many days before. */
  readonly before: PeriodSums
  /** Of the only day with checks. */
  readonly hours: ReadonlyArray<Hour> | undefined
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

/** A chart with a single bar says little: the numbers of the day stand beside it. */
const OnlyDay = ({ day, name }: { readonly day: Day; readonly name: string }) => (
  <div className="overview-only">
    <h3>{name}</h3>
    <ProportionBar
      shares={verdicts.map(([key, label]) => ({ key, label, fill: key, count: day[key] }))}
    />
  </div>
)

export const DaysCard = ({ days: all, before, hours }: DaysCardProps) => {
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
        {only && hours ? <HoursChart hours={hours} /> : <DaysChart days={days} />}
      </div>
      <details className="overview-details">
        <summary>{said.asTable}</summary>
        <DaysTable days={days} />
      </details>
    </Card>
  )
}

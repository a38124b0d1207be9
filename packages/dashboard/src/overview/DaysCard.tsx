/** The last 30 days by verdict, as a chart and as a table. */
import type { Day } from "@rcpt/api/Overview"

import { Card } from "../parts/Card.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { countText, sumOf, totalOf, verdicts } from "./days.ts"
import { DaysChart } from "./DaysChart.tsx"
import { DaysTable } from "./DaysTable.tsx"

interface DaysCardProps {
  readonly days: ReadonlyArray<Day>
}

const Legend = ({ days }: DaysCardProps) => (
  <ul className="overview-legend">
    {verdicts.map(([key, name]) => (
      <li key={key}>
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <rect className={`fill-${key}`} width="10" height="10" rx="2" />
        </svg>
        {name} <strong className="numeric">{countText(sumOf(days, key))}</strong>
      </li>
    ))}
  </ul>
)

const leadOf = (days: ReadonlyArray<Day>): string => {
  const checks = days.reduce((sum, day) => sum + totalOf(day), 0)
  if (checks === 0) return "No checks in this period."
  const spent = sumOf(days, "credits_spent")
  return `${countText(checks)} ${checks === 1 ? "check" : "checks"} for ${creditsText(spent)}.`
}

export const DaysCard = ({ days }: DaysCardProps) => (
  <Card title="Last 30 days" lead={leadOf(days)} actions={<Legend days={days} />}>
    <DaysChart days={days} />
    <details className="overview-details">
      <summary>Show as table</summary>
      <DaysTable days={days} />
    </details>
  </Card>
)

/** The months as bars: checks by channel, and the credits that were charged. */
import type { Usage } from "@rcpt/api/Account"

import { monthTitle } from "../ledger/months.ts"
import { BarChart } from "../parts/BarChart.tsx"
import type { Bar } from "../parts/bars.ts"
import { Legend } from "../parts/BarTip.tsx"
import { Card } from "../parts/Card.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { locale } from "../words/language.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/usage.tsx"
import { usedChannels } from "./channels.ts"
import type { CreditsByMonth } from "./usageMonths.ts"
import { monthOf } from "./usageMonths.ts"

const { charts: said } = words

interface UsageChartsProps {
  /** Newest first. */
  readonly usage: ReadonlyArray<Usage>
  readonly credits: CreditsByMonth
}

const shortMonth = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" })

/** Months between two labels, counted from the newest. */
const labelEvery = 3

const barOf = (usage: Usage, ago: number): Pick<Bar, "key" | "title" | "label"> => {
  const month = monthOf(usage)
  return {
    key: month,
    title: monthTitle(month),
    label: ago % labelEvery === 0 ? shortMonth.format(new Date(`${month}-01T00:00:00Z`)) : undefined
  }
}

export const UsageCharts = ({ usage, credits }: UsageChartsProps) => {
  const channels = usedChannels(usage)
  const partsOf = (months: ReadonlyArray<Usage>) =>
    channels.map(({ key, head, fill }) => ({
      fill,
      name: head,
      count: months.reduce((sum, month) => sum + month[key], 0)
    }))
  const checks = usage.map((month, ago): Bar => {
    const parts = partsOf([month])
    const named = parts.map(({ name, count }) => `${whole(count)} ${name}`).join(", ")
    const bar = barOf(month, ago)
    return {
      ...bar,
      parts,
      says: said.says(bar.title, whole(month.total_checks), named)
    }
  })
  const charged = usage.map((month, ago): Bar => {
    const count = credits?.get(monthOf(month)) ?? 0
    const bar = barOf(month, ago)
    const parts = [{ fill: "accent", name: said.credits, count }] as const
    return { ...bar, parts, says: `${bar.title}: ${creditsText(count)}` }
  })
  const spent = usage.reduce((sum, month) => sum + (credits?.get(monthOf(month)) ?? 0), 0)
  return (
    <div className="columns">
      <Card title={said.checks} lead={<Legend parts={partsOf(usage)} />}>
        <BarChart label={said.byMonth} bars={checks.toReversed()} none={said.noChecks} />
      </Card>
      <Card
        title={said.charged}
        lead={<Legend parts={[{ fill: "accent", name: said.credits, count: spent }]} />}
      >
        <BarChart
          label={said.creditsByMonth}
          bars={charged.toReversed()}
          none={said.nothingCharged}
        />
      </Card>
    </div>
  )
}

/** The months as bars: checks by channel, and the credits that were charged. */
import type { Usage } from "@rcpt/api/Account"

import { monthTitle } from "../ledger/months.ts"
import { BarChart } from "../parts/BarChart.tsx"
import type { Bar } from "../parts/bars.ts"
import { Legend } from "../parts/BarTip.tsx"
import { Card } from "../parts/Card.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { usedChannels } from "./channels.ts"
import type { CreditsByMonth } from "./usageMonths.ts"
import { monthOf } from "./usageMonths.ts"

interface UsageChartsProps {
  /** Newest first. */
  readonly usage: ReadonlyArray<Usage>
  readonly credits: CreditsByMonth
}

const whole = new Intl.NumberFormat("en")
const shortMonth = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" })

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
    const named = parts.map(({ name, count }) => `${whole.format(count)} ${name}`).join(", ")
    const bar = barOf(month, ago)
    return {
      ...bar,
      parts,
      says: `${bar.title}: ${whole.format(month.total_checks)} checks, ${named}`
    }
  })
  const charged = usage.map((month, ago): Bar => {
    const count = credits?.get(monthOf(month)) ?? 0
    const bar = barOf(month, ago)
    const parts = [{ fill: "accent", name: "Credits", count }] as const
    return { ...bar, parts, says: `${bar.title}: ${creditsText(count)}` }
  })
  const spent = usage.reduce((sum, month) => sum + (credits?.get(monthOf(month)) ?? 0), 0)
  return (
    <div className="columns">
      <Card title="Checks" lead={<Legend parts={partsOf(usage)} />}>
        <BarChart label="Checks by month" bars={checks.toReversed()} none="No checks." />
      </Card>
      <Card
        title="Credits charged"
        lead={<Legend parts={[{ fill: "accent", name: "Credits", count: spent }]} />}
      >
        <BarChart
          label="Credits by month"
          bars={charged.toReversed()}
          none="Nothing was charged."
        />
      </Card>
    </div>
  )
}

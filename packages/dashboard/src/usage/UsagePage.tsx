/** The page of usage: the checks of the last twelve months and their credits, by month and channel. */
import type { Usage } from "@rcpt/api/Account"
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { statementsQuery } from "../ledger/ledgerFilter.ts"
import { monthTitle } from "../ledger/months.ts"
import type { Bar } from "../parts/Bar.ts"
import { BarChart } from "../parts/BarChart.tsx"
import { Legend } from "../parts/BarTip.tsx"
import { ButtonLink } from "../parts/Button.tsx"
import { Card, Section } from "../parts/Card.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"
import type { Fill } from "../parts/ProportionBar.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { locale } from "../words/language.ts"
import { whole } from "../words/numbers.ts"
import { words } from "../words/usage.tsx"
import { UsageBreakdown } from "./UsageBreakdown.tsx"
import { months, usageQuery } from "./usageQuery.ts"

import "./UsagePage.css"

const { table } = words

interface Channel {
  readonly key: keyof Pick<Usage, "single_checks" | "api_checks" | "bulk_checks" | "public_checks">
  readonly head: string
  readonly counts: string
  /** The colour in the chart. */
  readonly fill: Fill
}

/** The channels that a check can come from, as `/usage` counts them. */
const channels: ReadonlyArray<Channel> = [
  { key: "single_checks", ...words.channels.single_checks, fill: "second" },
  { key: "api_checks", ...words.channels.api_checks, fill: "third" },
  { key: "bulk_checks", ...words.channels.bulk_checks, fill: "first" },
  { key: "public_checks", ...words.channels.public_checks, fill: "fourth" }
]

/** The channels that have a check in any month. */
const usedChannels = (usage: ReadonlyArray<Usage>): ReadonlyArray<Channel> =>
  channels.filter(({ key }) => usage.some((month) => month[key] > 0))

/** The month as `2026-11`. */
const monthOf = ({ year, month }: Pick<Usage, "year" | "month">): string =>
  `${year}-${String(month).padStart(2, "0")}`

/** The charged credits by month, or `undefined` until they are loaded. */
type CreditsByMonth = ReadonlyMap<string, number> | undefined

const creditsByMonth = (statements: LedgerStatements | undefined): CreditsByMonth =>
  statements && new Map(statements.statements.map(({ month, totals }) => [month, totals.charged]))

/** Whether a month has checks or charges. */
const isUsed = (usage: Usage, credits: CreditsByMonth): boolean =>
  usage.total_checks > 0 || (credits?.get(monthOf(usage)) ?? 0) > 0

/** The explanation of the columns: what each one counts, and why that differs from the number of credits. */
const WhatIsCounted = () => (
  <Section title={words.counted.title}>
    <dl className="usage-terms">
      {channels.map(({ key, head, counts }) => (
        <div key={key}>
          <dt>{head}</dt>
          <dd>{counts}</dd>
        </div>
      ))}
      <div>
        <dt>{words.counted.right}</dt>
        <dd>{words.counted.rightText}</dd>
      </div>
    </dl>
    <p className="usage-note muted">{words.counted.note}</p>
  </Section>
)

interface UsageChartsProps {
  /** The months, newest first. */
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

/** The months as bars: checks by channel, and the credits that were charged. */
const UsageCharts = ({ usage, credits }: UsageChartsProps) => {
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
      says: words.charts.says(bar.title, whole(month.total_checks), named)
    }
  })
  const charged = usage.map((month, ago): Bar => {
    const count = credits?.get(monthOf(month)) ?? 0
    const bar = barOf(month, ago)
    const parts = [{ fill: "accent", name: words.charts.credits, count }] as const
    return { ...bar, parts, says: `${bar.title}: ${creditsText(count)}` }
  })
  const spent = usage.reduce((sum, month) => sum + (credits?.get(monthOf(month)) ?? 0), 0)
  return (
    <div className="columns">
      <Card title={words.charts.checks} lead={<Legend parts={partsOf(usage)} />}>
        <BarChart
          label={words.charts.byMonth}
          bars={checks.toReversed()}
          none={words.charts.noChecks}
        />
      </Card>
      <Card
        title={words.charts.charged}
        lead={<Legend parts={[{ fill: "accent", name: words.charts.credits, count: spent }]} />}
      >
        <BarChart
          label={words.charts.creditsByMonth}
          bars={charged.toReversed()}
          none={words.charts.nothingCharged}
        />
      </Card>
    </div>
  )
}

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? "mono muted usage-none" : "mono"}>{whole(count)}</span>
)

const columnOf = ({ key, head }: Channel): Column<Usage> => ({
  key,
  head,
  align: "end",
  cell: (usage) => <Count count={usage[key]} />
})

/**
 * The share of right verdicts. Reports on verdicts that promise nothing are not counted, because those
 * cannot be right.
 */
const rightOf = ({ feedback }: Usage): string => {
  const { right = 0, wrong = 0 } = feedback ?? {}
  return right + wrong === 0 ? "–" : table.rightOf(whole(right), whole(right + wrong))
}

interface UsageTableProps {
  readonly usage: ReadonlyArray<Usage>
  readonly credits: CreditsByMonth
}

/** The usage table, one row per month that has something to show. */
const UsageTable = ({ usage, credits }: UsageTableProps) => {
  const used = usedChannels(usage).map(columnOf)
  const hasReports = usage.some(({ feedback }) => feedback !== undefined)
  const columns: ReadonlyArray<Column<Usage>> = [
    ...columnsOf<Usage, typeof table>(
      table,
      { month: named((month) => monthTitle(monthOf(month))) },
      ...used
    ),
    ...columnsOf<Usage, typeof table>(table, {
      all: atEnd(({ total_checks }) => (
        <strong>
          <Count count={total_checks} />
        </strong>
      )),
      ...(hasReports && {
        right: atEnd((month: Usage) => <span className="mono">{rightOf(month)}</span>)
      }),
      charged: atEnd((usage) => {
        const month = monthOf(usage)
        return (
          <Link href={`/ledger?month=${month}`}>
            {credits === undefined ? table.ledger : <Credits amount={credits.get(month) ?? 0} />}
            <span className="visually-hidden">{table.ledgerOf(monthTitle(month))}</span>
          </Link>
        )
      })
    })
  ]
  return (
    <DataTable
      className="usage-table"
      caption={table.caption}
      columns={columns}
      rows={usage}
      rowKey={monthOf}
    />
  )
}

const NoUsage = () => (
  <EmptyState
    picture="bars"
    title={words.empty.title}
    action={<ButtonLink href="/verify">{words.empty.action}</ButtonLink>}
  >
    {words.empty.text}
  </EmptyState>
)

const UsageOf = ({ usage }: { readonly usage: ReadonlyArray<Usage> }) => {
  const { data: statements } = useQuery(statementsQuery(undefined))
  const credits = creditsByMonth(statements)
  const used = usage.filter((month) => isUsed(month, credits))
  if (used.length === 0) return <NoUsage />
  return (
    <>
      <UsageCharts usage={usage} credits={credits} />
      <UsageBreakdown />
      <UsageTable usage={used} credits={credits} />
    </>
  )
}

export const UsagePage = () => {
  const usage = useQuery(usageQuery)
  return (
    <Page title={words.title} lead={words.lead(months)}>
      <QueryState query={usage} skeleton={<Skeleton shape="block" height="24rem" />}>
        {(usage) => <UsageOf usage={usage} />}
      </QueryState>
      <WhatIsCounted />
    </Page>
  )
}

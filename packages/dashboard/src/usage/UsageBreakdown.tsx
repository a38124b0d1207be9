/** The credits of the last days by the key or page that asked for the checks, and by mode within it. */
import type { UsageBreakdown as Breakdown, UsageGroup } from "@rcpt/api/Account"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { activityOf } from "../activity/activityQueries.ts"
import { Legend } from "../parts/BarTip.tsx"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import type { Fill } from "../parts/ProportionBar.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { whole } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/usage.tsx"
import { breakdownQuery } from "./usageQuery.ts"

const { breakdown: said } = words

type Mode = UsageGroup["mode"]

type Modes = ReadonlyArray<{ readonly mode: Mode; readonly fill: Fill }>

const modes: Modes = [
  { mode: "fast", fill: "second" },
  { mode: "deep", fill: "third" }
]

interface Source extends Pick<UsageGroup, "source"> {
  readonly id: string
  readonly key: UsageGroup["key"] | undefined
  readonly checks: Readonly<Record<Mode, number>>
  readonly credits: Readonly<Record<Mode, number>>
}

const idOf = ({ source, key }: UsageGroup): string => key?.id ?? source

/** The sources of checks, each with its sums by mode, the most credits first. */
const sourcesOf = (groups: ReadonlyArray<UsageGroup>): ReadonlyArray<Source> => {
  const sources = new Map<string, Source>()
  for (const group of groups) {
    const { source, key, mode, checks, credits } = group
    const id = idOf(group)
    const none = { fast: 0, deep: 0 }
    const known = sources.get(id) ?? { id, source, key, checks: none, credits: none }
    sources.set(id, {
      ...known,
      checks: { ...known.checks, [mode]: checks },
      credits: { ...known.credits, [mode]: credits }
    })
  }
  const total = ({ credits }: Source) => credits.fast + credits.deep
  return [...sources.values()].toSorted((a, b) => total(b) - total(a))
}

/** The modes that have checks. */
const usedModes = (sources: ReadonlyArray<Source>): Modes =>
  modes.filter(({ mode }) => sources.some(({ checks }) => checks[mode] > 0))

const Name = ({ source: { source, key } }: { readonly source: Source }) => {
  if (source !== "api_key" || key === undefined)
    return <>{source === "list" ? said.lists : said.dashboard}</>
  return (
    <Link className="breaks" href={activityOf({ key: key.id })}>
      {key.name === undefined ? said.unknownKey : said.key(key.name, key.last4 ?? "")}
    </Link>
  )
}

const columnsFor = (modes: Modes, most: number): ReadonlyArray<Column<Source>> =>
  columnsOf(
    { ...said, ...said.checks },
    {
      source: named((source) => <Name source={source} />),
      share: ({ credits }) => (
        <span className="usage-share" aria-hidden="true">
          <ProportionBar
            bare
            total={most}
            shares={modes.map(({ mode, fill }) => ({
              key: mode,
              label: phrases.mode[mode],
              count: credits[mode],
              fill
            }))}
          />
        </span>
      ),
      ...Object.fromEntries(
        modes.map(({ mode }) => [
          mode,
          atEnd(({ checks }: Source) => <span className="mono">{whole(checks[mode])}</span>)
        ])
      ),
      credits: atEnd(({ credits }) => <Credits amount={credits.fast + credits.deep} />)
    }
  )

const Sources = ({ groups, since }: Breakdown) => {
  const sources = sourcesOf(groups)
  if (sources.length === 0) return <p className="muted">{said.none}</p>
  const used = usedModes(sources)
  const most = Math.max(1, ...sources.map(({ credits }) => credits.fast + credits.deep))
  return (
    <>
      <p className="muted small">{said.since(<DateTime at={since} show="date" />)}</p>
      <Legend
        parts={used.map(({ mode, fill }) => ({
          fill,
          name: said.creditsOf[mode],
          count: sources.reduce((sum, { credits }) => sum + credits[mode], 0)
        }))}
      />
      <DataTable caption={said.caption} columns={columnsFor(used, most)} rows={sources} />
    </>
  )
}

export const UsageBreakdown = () => (
  <Card title={said.title} lead={said.lead}>
    <QueryState query={useQuery(breakdownQuery)} skeleton={<Skeleton shape="row" lines={4} />}>
      {(breakdown) => <Sources {...breakdown} />}
    </QueryState>
  </Card>
)

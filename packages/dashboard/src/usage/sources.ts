/** What asked for checks, each with its sums by mode. */
import type { UsageGroup } from "@rcpt/api/Account"

import type { Fill } from "../parts/ProportionBar.tsx"

type Mode = UsageGroup["mode"]

export type Modes = ReadonlyArray<{ readonly mode: Mode; readonly fill: Fill }>

const modes: Modes = [
  { mode: "fast", fill: "second" },
  { mode: "deep", fill: "third" }
]

export interface Source extends Pick<UsageGroup, "source"> {
  readonly id: string
  readonly key: UsageGroup["key"] | undefined
  readonly checks: Readonly<Record<Mode, number>>
  readonly credits: Readonly<Record<Mode, number>>
}

const idOf = ({ source, key }: UsageGroup): string => key?.id ?? source

/** The most credits first. */
export const sourcesOf = (groups: ReadonlyArray<UsageGroup>): ReadonlyArray<Source> => {
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

/** Those that anything asked for. */
export const usedModes = (sources: ReadonlyArray<Source>): Modes =>
  modes.filter(({ mode }) => sources.some(({ checks }) => checks[mode] > 0))

/** Sums, names and the period of the days, shared by the chart and its table. */
import type { Day, PeriodSums } from "@rcpt/api/Overview"

import { statusLabel } from "../parts/StatusBadge.tsx"
import { locale } from "../words/language.ts"
import { percent, whole } from "../words/numbers.ts"
import { words } from "../words/overview.tsx"

const { days: said } = words

type Verdict = "valid" | "risky" | "invalid" | "unknown"

/** The verdicts from the bottom of a bar to its top, and from the left of a legend to its right. */
export const verdicts: ReadonlyArray<readonly [key: Verdict, name: string]> = [
  ["valid", statusLabel("valid")],
  ["risky", statusLabel("risky")],
  ["invalid", statusLabel("invalid")],
  ["unknown", statusLabel("unknown")]
]

export const totalOf = (day: PeriodSums): number =>
  day.valid + day.risky + day.invalid + day.unknown

export const sumOf = (days: ReadonlyArray<Day>, key: Verdict | "credits_spent"): number =>
  days.reduce((sum, day) => sum + day[key], 0)

const short = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" })
const long = new Intl.DateTimeFormat(locale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC"
})

export const shortDate = ({ date }: Day): string => short.format(new Date(date))
export const longDate = ({ date }: Day): string => long.format(new Date(date))

const textOf = (name: string, sums: PeriodSums): string => {
  const total = totalOf(sums)
  if (total === 0) return said.noChecks(name)
  const byVerdict = verdicts
    .filter(([key]) => sums[key] > 0)
    .map(([key, name]) => said.saysPart(whole(sums[key]), name))
  return said.says(name, whole(total), byVerdict.join(", "))
}

/** The numbers of a day, for screen readers. */
export const dayText = (day: Day): string => textOf(longDate(day), day)

const isBusy = (day: PeriodSums): boolean => totalOf(day) > 0 || day.credits_spent !== 0

/** Days in the chart of a new account: thirty would be almost empty. */
const week = 7

export interface Period {
  readonly days: ReadonlyArray<Day>
  /** The sums of as many days before, or `undefined` if the account is too new to compare. */
  readonly before: PeriodSums | undefined
  /** The only day with checks, if there is exactly one. */
  readonly only: Day | undefined
}

/** The period of the chart: a week while the account has no older checks, then all days. */
export const periodOf = (days: ReadonlyArray<Day>, before: PeriodSums | undefined): Period => {
  const busy = days.filter(isBusy)
  const only = busy.length === 1 ? busy[0] : undefined
  const isOlder = before !== undefined && isBusy(before)
  const recent = days.slice(-week)
  const isFirstWeek = !isOlder && busy.every((day) => recent.includes(day))
  if (isFirstWeek) return { days: recent, before: undefined, only }
  return { days, before: isOlder ? before : undefined, only: isOlder ? undefined : only }
}

/** A share that would be written as 0 %. */
const slight = 0.005

/** The comparison with the days before, such as "12% more than in the 30 days before (1,204)." */
export const comparisonText = ({ days, before }: Period): string | undefined => {
  if (before === undefined) return undefined
  const now = days.reduce((sum, day) => sum + totalOf(day), 0)
  const then = totalOf(before)
  if (then === 0) return undefined
  if (now === then) return said.sameAs(days.length)
  const share = Math.abs(now - then) / then
  const change = share < slight ? undefined : percent(share)
  return said.comparison(change, now > then, days.length, whole(then))
}

/** The name of a day: "Today", or its date. */
export const dayName = (day: Day, days: ReadonlyArray<Day>): string =>
  day === days.at(-1) ? said.today : longDate(day)

/** Sums, names and the period of the days, shared by the chart and its table. */
import type { Day, PeriodSums } from "@rcpt/api/Overview"

export type Verdict = "valid" | "risky" | "invalid" | "unknown"

/** From the bottom of a bar to its top, and from the left of a legend to its right. */
export const verdicts: ReadonlyArray<readonly [key: Verdict, name: string]> = [
  ["valid", "Valid"],
  ["risky", "Risky"],
  ["invalid", "Invalid"],
  ["unknown", "Unknown"]
]

export const totalOf = (day: Day): number => day.valid + day.risky + day.invalid + day.unknown

export const sumOf = (days: ReadonlyArray<Day>, key: Verdict | "credits_spent"): number =>
  days.reduce((sum, day) => sum + day[key], 0)

const whole = new Intl.NumberFormat("en")

export const countText = (count: number): string => whole.format(count)

const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
const long = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC"
})

export const shortDate = ({ date }: Day): string => short.format(new Date(date))
export const longDate = ({ date }: Day): string => long.format(new Date(date))

/** A day's numbers, for screen readers. */
export const dayText = (day: Day): string => {
  const total = totalOf(day)
  if (total === 0) return `${longDate(day)}: no checks`
  const parts = verdicts
    .filter(([key]) => day[key] > 0)
    .map(([key, name]) => `${countText(day[key])} ${name.toLowerCase()}`)
  return `${longDate(day)}: ${countText(total)} checks, ${parts.join(", ")}`
}

const isBusy = (day: Day): boolean => totalOf(day) > 0 || day.credits_spent !== 0

/** Days of the first week: thirty would be an almost empty chart. */
const week = 7

export interface Period {
  readonly days: ReadonlyArray<Day>
  /** The sums of as many days before. `undefined`: the account is too new to compare. */
  readonly before: PeriodSums | undefined
  /** The only day with checks, if there is but one. */
  readonly only: Day | undefined
}

/** What the chart shows: a week while the account has no older checks, then all days. */
export const periodOf = (days: ReadonlyArray<Day>, before: PeriodSums | undefined): Period => {
  const busy = days.filter(isBusy)
  const only = busy.length === 1 ? busy[0] : undefined
  const isOlder = before !== undefined && isBusy({ date: "", ...before })
  const recent = days.slice(-week)
  const isFirstWeek = !isOlder && busy.every((day) => recent.includes(day))
  if (isFirstWeek) return { days: recent, before: undefined, only }
  return { days, before: isOlder ? before : undefined, only: isOlder ? undefined : only }
}

const percent = new Intl.NumberFormat("en", { style: "percent" })

/** "12% more than in the 30 days before (1,204)." */
export const comparisonText = ({ days, before }: Period): string | undefined => {
  if (before === undefined) return undefined
  const now = days.reduce((sum, day) => sum + totalOf(day), 0)
  const then = totalOf({ date: "", ...before })
  const period = `in the ${days.length} days before`
  if (then === 0) return undefined
  if (now === then) return `As many as ${period}.`
  const change = percent.format(Math.abs(now - then) / then)
  const amount = change === "0%" ? "Slightly" : change
  return `${amount} ${now > then ? "more" : "fewer"} than ${period} (${countText(then)}).`
}

/** "Today", or the date. */
export const dayName = (day: Day, days: ReadonlyArray<Day>): string =>
  day === days.at(-1) ? "Today" : longDate(day)

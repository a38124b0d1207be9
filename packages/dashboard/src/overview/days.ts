/** Sums, names and the scale of the days, shared by the chart and its table. */
import type { Day } from "@rcpt/api/Overview"

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

/** The top of the scale is one of these times a power of ten. */
const steps = [1, 2, 4, 6, 8, 10]

/** A round number, at least as high as the highest day, whose half is a whole number. */
export const topOf = (days: ReadonlyArray<Day>): number => {
  const highest = Math.max(2, ...days.map(totalOf))
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = steps.find((step) => step * power >= highest) ?? 10
  return Math.max(2, step * power)
}

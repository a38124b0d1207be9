/**
 * A time in the reader's own time zone and format. The tooltip has it with its zone and in UTC; the foot
 * of the navigation names the zone (shell/Navigation.tsx).
 */
import { language, locale } from "../words/language.ts"
import { words } from "../words/parts.tsx"

interface DateTimeProps {
  /** ISO 8601, as the API sends it. */
  readonly at: string
  /** The part that is shown, by default date and time. `clock` is the time without seconds. */
  readonly show?: "date" | "time" | "clock" | "ago"
}

const formats = {
  full: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
  date: new Intl.DateTimeFormat(locale, { dateStyle: "medium" }),
  clock: new Intl.DateTimeFormat(locale, { timeStyle: "short" }),
  time: new Intl.DateTimeFormat(locale, { timeStyle: "medium" })
}

const zoned = new Intl.DateTimeFormat(locale, {
  dateStyle: "full",
  timeStyle: "long"
})

/** The time in UTC, such as "2026-11-25 07:14:03 UTC". */
const utcText = (date: Date): string =>
  date
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC")

/** The tooltip, such as "Wednesday 25 November 2026 at 08:14:03 CET (2026-11-25 07:14:03 UTC)". */
const tooltipOf = (date: Date): string => `${zoned.format(date)} (${utcText(date)})`

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" })

/** Seconds of each unit, the longest first. */
const units: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
]

/** The distance to now, such as "5 minutes ago" or "in 2 days"; below a minute "just now". */
const agoText = (date: Date): string => {
  const seconds = (date.getTime() - Date.now()) / 1_000
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? []
  if (unit === undefined || length === undefined) return words.justNow
  return relative.format(Math.trunc(seconds / length), unit)
}

export const DateTime = ({ at, show }: DateTimeProps) => {
  const date = new Date(at)
  const text = show === "ago" ? agoText(date) : formats[show ?? "full"].format(date)
  return (
    <time dateTime={at} title={tooltipOf(date)}>
      {text}
    </time>
  )
}

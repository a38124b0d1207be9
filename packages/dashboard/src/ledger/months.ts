/** Calendar months as the service counts them, in UTC: `2026-11`. */

import { locale } from "../words/language.ts"

/** The number of months offered, as many as `/usage` goes back. Earlier ones can be reached one by one. */
const monthsOffered = 24

const title = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" })

const isMonth = (month: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)

const nameOf = (date: Date): string => date.toISOString().slice(0, "2026-11".length)

export const currentMonth = (): string => nameOf(new Date())

/** The name of a month: "November 2026" for `2026-11`. Any other text is returned unchanged. */
export const monthTitle = (month: string): string =>
  isMonth(month) ? title.format(new Date(`${month}-01T00:00:00Z`)) : month

/** The month that is `count` months later, or earlier if it is negative. */
export const monthAfter = (month: string, count: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return nameOf(date)
}

/** The offered months, newest first. `also` is added at the end if it is older. */
export const recentMonths = (also: string | undefined): ReadonlyArray<string> => {
  const now = currentMonth()
  const recent = Array.from({ length: monthsOffered }, (_, back) => monthAfter(now, -back))
  return also !== undefined && isMonth(also) && !recent.includes(also) ? [...recent, also] : recent
}

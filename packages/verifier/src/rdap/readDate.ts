/** Reads a date of registration as registries write it, if it is plausible. */
import { Duration } from "effect"

/** 15 March 1985: symbolics.com, the first registered domain. An earlier date is a placeholder. */
const firstDomainAt = Date.UTC(1985, 2, 15)

/** Clocks differ, and a date without a zone may be tomorrow's. Further ahead is wrong. */
const aheadMax = Duration.toMillis(Duration.days(1))

/** Year, month, day in any of `2010-01-31`, `2010/1/31`, `2010. 01. 31.`, `20100131`; then a time. */
const shape =
  /^\s*(\d{4})(?:[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})|(\d{2})(\d{2}))\.?(?:[T ]+(\d{2}):(\d{2})(?::(\d{2}))?)?/

/** Epoch milliseconds. The time zone is ignored: hours do not matter here. */
export const readDate = (text: string, now: number): number | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [
    year = 0,
    month = 0,
    day = 0,
    shortMonth = 0,
    shortDay = 0,
    hour = 0,
    minute = 0,
    second = 0
  ] = match.slice(1).map((part) => Number(part ?? 0))
  const at = Date.UTC(year, (month || shortMonth) - 1, day || shortDay, hour, minute, second)
  const date = new Date(at)
  // Date.UTC rolls 31 February over into March.
  if (Number.isNaN(at) || date.getUTCMonth() !== (month || shortMonth) - 1) return undefined
  if (at < firstDomainAt || at > now + aheadMax) return undefined
  return Math.min(at, now)
}

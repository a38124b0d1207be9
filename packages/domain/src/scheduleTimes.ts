/** When the runs of a schedule are due. Pure. */
import { Cron, DateTime, Duration, Option, Result } from "effect"

import { scheduleEveryMax, scheduleEveryMin } from "./Schedule.ts"

/** An interval, in milliseconds, or the times of a cron expression. */
type Every = number | Cron.Cron

/** `30m`, `12h`, `7d`. */
const interval = /^(\d{1,4})([mhd])$/u

const unitMillis = {
  m: Duration.toMillis(Duration.minutes(1)),
  h: Duration.toMillis(Duration.hours(1)),
  d: Duration.toMillis(Duration.days(1))
} as const

const everyMillis = {
  min: Duration.toMillis(scheduleEveryMin),
  max: Duration.toMillis(scheduleEveryMax)
}

/** Minute, hour, day of the month, month, day of the week. A sixth one would be seconds. */
const cronFields = 5

/** Any time: only the distances of the times are looked at, which are those of each day. */
const epoch = Date.parse("2026-01-01T00:00:00Z")
const dayAfter = epoch + 2 * unitMillis.d

/** Completes "every …". */
export const everyLimits =
  "must be an interval from 15m to 366d, such as 12h or 7d, or a cron expression with five fields, such as 0 3 * * 1"

const tooOften = "must leave at least 15 minutes between two runs"
const neverDue = "must be a cron expression with a date that exists"

const isFiveFields = (text: string): boolean => text.trim().split(/\s+/u).length === cronFields

/** The least distance of two times within a day. Throws if there is no time at all. */
const leastDistance = (cron: Cron.Cron): number => {
  let least = Infinity
  for (let last = Cron.next(cron, new Date(epoch)).getTime(); last < dayAfter;) {
    const next = Cron.next(cron, new Date(last)).getTime()
    least = Math.min(least, next - last)
    if (least < everyMillis.min) return least
    last = next
  }
  return least
}

const readCron = (text: string): Result.Result<Cron.Cron, string> => {
  const parsed = Cron.parse(text, "UTC")
  if (!isFiveFields(text) || Result.isFailure(parsed)) return Result.fail(everyLimits)
  const least = Result.try({
    try: () => leastDistance(parsed.success),
    catch: () => neverDue
  })
  return Result.flatMap(least, (distance) =>
    distance < everyMillis.min ? Result.fail(tooOften) : Result.succeed(parsed.success)
  )
}

/** `undefined`: it is no interval. */
const intervalOf = (text: string): number | undefined => {
  const [, count, unit] = interval.exec(text) ?? []
  return unit === undefined
    ? undefined
    : Number(count) * unitMillis[unit as keyof typeof unitMillis]
}

/** Fails with what completes "every …". */
export const readEvery = (text: string): Result.Result<Every, string> => {
  const millis = intervalOf(text)
  if (millis === undefined) return readCron(text)
  return millis >= everyMillis.min && millis <= everyMillis.max
    ? Result.succeed(millis)
    : Result.fail(everyLimits)
}

/** A name of the IANA database, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => Option.isSome(DateTime.zoneMakeNamed(name))

export interface Times {
  readonly every: string
  readonly timeZone: string
}

/** What clocks on the wall show, as if it were UTC. */
const wallAt = (at: number, timeZone: DateTime.TimeZone): number =>
  DateTime.toDate(DateTime.makeZonedUnsafe(at, { timeZone })).getTime()

/** A time that is left out when clocks go forward is as long after it; of one that comes twice it is the first. */
const timeOf = (wall: number, timeZone: DateTime.TimeZone): number =>
  DateTime.toEpochMillis(
    DateTime.makeZonedUnsafe(wall, {
      timeZone,
      adjustForTimeZone: true,
      disambiguation: "compatible"
    })
  )

/**
 * The first time after `after`, in epoch milliseconds. Times of an expression are counted as clocks on the wall show
 * them, so each is due once, also when clocks change. An interval is counted from `begun`. `every` was checked before
 * it was stored.
 */
export const nextTime = ({ every, timeZone }: Times, after: number, begun: number): number => {
  const millis = intervalOf(every)
  if (millis !== undefined)
    return after < begun ? begun : begun + (Math.floor((after - begun) / millis) + 1) * millis
  const cron = Cron.parseUnsafe(every, "UTC")
  const zone = DateTime.zoneMakeNamedUnsafe(timeZone)
  for (let wall = wallAt(after, zone); ;) {
    wall = Cron.next(cron, new Date(wall)).getTime()
    const at = timeOf(wall, zone)
    if (at > after) return at
  }
}

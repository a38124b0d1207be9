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

/** Times that are compared, to find out whether an expression is too frequent: more than those of a day. */
const timesCompared = 100

/** Any time: only the distances of the times are looked at. Such as 29 February comes within the years after it. */
const epoch = new Date("2026-01-01T00:00:00Z")

/** Completes "every …". */
export const everyLimits =
  "must be an interval from 15m to 366d, such as 12h or 7d, or a cron expression with five fields, such as 0 3 * * 1"

const tooOften = "must leave at least 15 minutes between two runs"
const neverDue = "must be a cron expression with a date that exists"

const readCron = (text: string): Result.Result<Cron.Cron, string> => {
  if (text.trim().split(/\s+/u).length !== cronFields) return Result.fail(everyLimits)
  const parsed = Cron.parse(text, "UTC")
  if (Result.isFailure(parsed)) return Result.fail(everyLimits)
  return Result.try({
    try: () => {
      let [last, least] = [epoch.getTime(), Infinity]
      for (let at = 0; at < timesCompared; at++) {
        const next = Cron.next(parsed.success, new Date(last)).getTime()
        if (at > 0) least = Math.min(least, next - last)
        last = next
      }
      return least
    },
    catch: () => neverDue
  }).pipe(
    Result.flatMap((least) =>
      least < everyMillis.min ? Result.fail(tooOften) : Result.succeed(parsed.success)
    )
  )
}

/** Fails with what completes "every …". */
export const readEvery = (text: string): Result.Result<Every, string> => {
  const [, count, unit] = interval.exec(text) ?? []
  if (unit === undefined) return readCron(text)
  const millis = Number(count) * unitMillis[unit as keyof typeof unitMillis]
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
 * them, so each is due once, also when clocks change. An interval is counted from `begun`.
 */
export const nextTime = ({ every, timeZone }: Times, after: number, begun: number): number => {
  const read = Result.getOrThrow(readEvery(every))
  if (typeof read === "number")
    return after < begun ? begun : begun + (Math.floor((after - begun) / read) + 1) * read
  const zone = DateTime.zoneMakeNamedUnsafe(timeZone)
  for (let wall = wallAt(after, zone); ;) {
    wall = Cron.next(read, new Date(wall)).getTime()
    const at = timeOf(wall, zone)
    if (at > after) return at
  }
}

/**
 * How long to wait before a process that ended by itself is started again: one that dies over and over
 * has a broken disk or a bug, and is not started every millisecond.
 */
import { Duration } from "effect"

export const restartWaitMin = Duration.millis(100)
const restartWaitMax = Duration.seconds(10)

/** A process that ran this long was healthy: its end says nothing about the next one. */
const healthyAfter = Duration.minutes(1)

/** Returns the wait before the next run; `wait` was the one before the run that has now ended and took `ran`. */
export const nextWait = (wait: Duration.Duration, ran: Duration.Duration): Duration.Duration =>
  Duration.isGreaterThan(ran, healthyAfter)
    ? restartWaitMin
    : Duration.min(Duration.times(wait, 2), restartWaitMax)

/**
 * Waits that end together. A process that rests is woken by its background loops, and that costs more than their
 * work: some 0.3 ms each time on a slow machine (measured 2026-11-26). Loops that wait in step wake it together.
 *
 * The steps begin when the process first waits, so nodes of one database do not wake together.
 */
import { Clock, Duration, Effect, Schedule } from "effect"

/** Shorter waits are not for background work: they end when they were asked to. */
const alignedFrom = Duration.toMillis("500 millis")

/** When the steps of a clock began, in epoch milliseconds. Each test has a clock of its own. */
const origins = new WeakMap<Clock.Clock, number>()

const originOf = (clock: Clock.Clock): number => {
  const origin = origins.get(clock) ?? clock.currentTimeMillisUnsafe()
  origins.set(clock, origin)
  return origin
}

/** A loop that has just passed a step takes the one after the next: a timer may end a little early. */
const tooSoon = 1 / 4

/** Milliseconds until a multiple of `every` after the origin: a quarter of `every` to five. */
export const untilStep = (every: number, sinceOrigin: number): number => {
  const wait = every - (sinceOrigin % every)
  return wait < every * tooSoon ? wait + every : wait
}

const waitFor = (wait: Duration.Duration): Effect.Effect<Duration.Duration> =>
  Clock.Clock.useSync((clock) => {
    const every = Duration.toMillis(wait)
    if (every < alignedFrom || !Number.isFinite(every)) return wait
    return Duration.millis(untilStep(every, clock.currentTimeMillisUnsafe() - originOf(clock)))
  })

/** Sleeps for about so long, like `Effect.sleep`, and ends together with other waits. */
export const alignedSleep = (wait: Duration.Input): Effect.Effect<void> =>
  Effect.flatMap(waitFor(Duration.fromInputUnsafe(wait)), Effect.sleep)

/** Repeats after about so long, like `Schedule.spaced`, together with other waits. */
export const alignedSchedule = (every: Duration.Input): Schedule.Schedule<number> =>
  Schedule.modifyDelay(Schedule.spaced(every), ({ duration }) => waitFor(duration))

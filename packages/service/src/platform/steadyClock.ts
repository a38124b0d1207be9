/**
 * The clock of a process: the system's time, without its steps. Paces, deadlines and ceilings compare times
 * with each other. If the clock of the machine is set back by half a minute, work that was due in a second would
 * be due in half a minute, and all that waits for it would stand still for as long.
 *
 * It runs by the monotonic clock, and up to a tenth faster or slower until it is with the system's again.
 */
import { Clock, Duration, Effect } from "effect"

/** The clock runs faster or slower by this share at most. Waits may be as much longer or shorter. */
export const slewMax = 0.1

/**
 * A larger difference is taken over at once: after a machine has slept, its monotonic clock is hours
 * behind. From the same difference on, a node may not join (`clockSkewHarmful`).
 */
export const slewedMax = Duration.seconds(60)

const nanosPerMilli = 1_000_000

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value))

/** Two clocks in milliseconds: of the epoch, and since any moment. */
interface Sources {
  readonly wall: () => number
  readonly monotonic: () => number
}

const systems: Sources = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Returns a clock of epoch milliseconds with fractions. */
export const steadyTime = ({ wall, monotonic }: Sources): (() => number) => {
  const slewed = Duration.toMillis(slewedMax)
  let now = wall()
  let at = monotonic()
  return () => {
    const elapsed = monotonic() - at
    at += elapsed
    const behind = wall() - (now + elapsed)
    now = Math.abs(behind) > slewed ? wall() : now + elapsed + within(behind, elapsed * slewMax)
    return now
  }
}

const steadied = (system: Clock.Clock, sources: Sources): Clock.Clock => {
  const time = steadyTime(sources)
  const millis = (): number => Math.floor(time())
  const nanos = (): bigint => BigInt(Math.floor(time() * nanosPerMilli))
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: system.monotonicTimeNanos,
    sleep: (duration) => system.sleep(duration)
  }
}

/** Gives everything in `effect` one steady clock. */
export const withSteadyClock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (system) =>
    Effect.provideService(effect, Clock.Clock, steadied(system, systems))
  )

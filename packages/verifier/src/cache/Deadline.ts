/**
 * Work that is given up at a deadline. Nearly all work is answered from a cache at once. That costs
 * one fiber and no timer; a race would take two fibers and a timer. Work that has to wait shares an
 * alarm with all work whose deadline falls into the same tenth of a second.
 */
import { Clock, Context, Duration, Effect } from "effect"
import type { Fiber } from "effect"

/** Runs the work as far as it can go without waiting; the rest continues in the background. */
export const forkNow = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<Fiber.Fiber<A, E>, never, R> => Effect.forkChild(work, { startImmediately: true })

/**
 * Deadlines are rounded to this many milliseconds. An alarm per row of a list was a twentieth of the row's cost
 * (measured).
 */
const tickMillis = 100

type Callback = () => void

interface Alarm {
  readonly callbacks: Set<Callback>
  readonly ringing: Fiber.Fiber<void>
}

/** Alarms by the time at which they ring, in epoch milliseconds. */
type Alarms = Map<number, Alarm>

/** Alarms are kept per clock, because each test has its own clock. */
const alarmsByClock = new WeakMap<Clock.Clock, Alarms>()

/** Sets an alarm, which may ring before this function returns. */
const setAlarm = (
  at: number,
  alarms: Alarms,
  clock: Clock.Clock,
  context: Context.Context<never>,
  callback: Callback
): Alarm => {
  const left = Math.max(0, at - clock.currentTimeMillisUnsafe())
  const ringing = Effect.runForkWith(context)(Effect.sleep(Duration.millis(left)))
  const alarm = { callbacks: new Set([callback]), ringing }
  alarms.set(at, alarm)
  ringing.addObserver(() => {
    if (alarms.get(at) === alarm) alarms.delete(at)
    for (const one of alarm.callbacks) one()
  })
  return alarm
}

/**
 * An alarm that rings within so many milliseconds stays when nothing waits for it any more: rows of a list come and
 * go, and there are at most fifty such alarms. Deep checks wait for up to a minute, and would keep hundreds.
 */
const staysBelow = 5_000

/**
 * Calls `callback` at this time; returns how to cancel that. An alarm whose time has passed rings at once.
 */
const callAt = (at: number, context: Context.Context<never>, callback: Callback): (() => void) => {
  const clock = Context.get(context, Clock.Clock)
  const alarms: Alarms = alarmsByClock.get(clock) ?? new Map()
  alarmsByClock.set(clock, alarms)
  const alarm = alarms.get(at) ?? setAlarm(at, alarms, clock, context, callback)
  alarm.callbacks.add(callback)
  return () => {
    alarm.callbacks.delete(callback)
    if (alarm.callbacks.size > 0 || at - clock.currentTimeMillisUnsafe() < staysBelow) return
    if (alarms.get(at) === alarm) alarms.delete(at)
    alarm.ringing.interruptUnsafe()
  }
}

export class Deadline {
  /** Epoch milliseconds, rounded down and never up: a client was promised an answer by then. */
  readonly at: number

  /** `tick` is what `at` is rounded to: a finer one costs an alarm for each deadline. */
  constructor(at: number, tick = tickMillis) {
    this.at = Math.floor(at / tick) * tick
  }

  /** Calls `callback` when the deadline has passed; returns how to cancel that. */
  onReached(context: Context.Context<never>, callback: Callback): () => void {
    return callAt(this.at, context, callback)
  }

  /** Returns the result of the fiber. At the deadline the fiber is interrupted and `orElse` answers. */
  awaitFiber<A, E, B>(fiber: Fiber.Fiber<A, E>, orElse: () => B): Effect.Effect<A | B, E> {
    return (
      fiber.pollUnsafe() ??
      Effect.contextWith((context: Context.Context<never>) => this.#await(context, fiber, orElse))
    )
  }

  #await<A, E, B>(context: Context.Context<never>, fiber: Fiber.Fiber<A, E>, orElse: () => B) {
    return Effect.callback<A | B, E>((resume) => {
      const giveUp = () => {
        // In this order: the first result counts, and an interruption is a result too.
        resume(Effect.sync(orElse))
        fiber.interruptUnsafe()
      }
      const cancel = this.onReached(context, giveUp)
      fiber.addObserver((exit) => {
        cancel()
        resume(exit)
      })
      return Effect.sync(() => {
        cancel()
        fiber.interruptUnsafe()
      })
    })
  }
}

export const byDeadline = <A, E, R, B>(
  work: Effect.Effect<A, E, R>,
  deadline: Deadline,
  orElse: () => B
): Effect.Effect<A | B, E, R> =>
  Effect.flatMap(forkNow(work), (fiber) => deadline.awaitFiber(fiber, orElse))

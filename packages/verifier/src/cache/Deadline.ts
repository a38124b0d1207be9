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

/** Milliseconds. An alarm per row of a list was a twentieth of the row's cost (measured). */
const tickMillis = 100

type Callback = () => void

/** Callbacks by the time at which their alarm rings. Per clock, because each test has its own. */
const alarmsByClock = new WeakMap<Clock.Clock, Map<number, Set<Callback>>>()

/**
 * Calls `callback` at this time; returns how to cancel that. The alarm itself stays: there are fifty
 * at most. An alarm whose time has passed rings at once.
 */
const callAt = (at: number, context: Context.Context<never>, callback: Callback): (() => void) => {
  const clock = Context.get(context, Clock.Clock)
  const alarms = alarmsByClock.get(clock) ?? new Map<number, Set<Callback>>()
  alarmsByClock.set(clock, alarms)
  const existing = alarms.get(at)
  const callbacks = existing ?? new Set()
  callbacks.add(callback)
  if (existing === undefined) {
    alarms.set(at, callbacks)
    const left = Math.max(0, at - clock.currentTimeMillisUnsafe())
    Effect.runForkWith(context)(Effect.sleep(Duration.millis(left))).addObserver(() => {
      alarms.delete(at)
      for (const one of callbacks) one()
    })
  }
  return () => void callbacks.delete(callback)
}

export class Deadline {
  /** In epoch milliseconds. Rounded down, never up: a client has been promised an answer by then. */
  readonly at: number

  constructor(at: number) {
    this.at = Math.floor(at / tickMillis) * tickMillis
  }

  /** Calls `callback` when the deadline has passed; returns how to cancel that. */
  onReached(context: Context.Context<never>, callback: Callback): () => void {
    return callAt(this.at, context, callback)
  }

  /** The result of the fiber; at the deadline the fiber is interrupted and `orElse` answers. */
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

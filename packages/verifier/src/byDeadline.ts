/**
 * Work that is given up at a deadline. Nearly all of it is answered from memory, at once: that costs
 * one fiber and no timer, where a race would take two fibers and a timer. What has to wait shares an
 * alarm with everything whose deadline falls into the same tenth of a second.
 */
import { Clock, Context, Duration, Effect } from "effect"
import type { Fiber } from "effect"

/** Runs as far as it can without waiting; what it waits for goes on meanwhile. */
export const begin = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<Fiber.Fiber<A, E>, never, R> => Effect.forkChild(work, { startImmediately: true })

/** Milliseconds: an alarm of its own for each row of a list was a twentieth of its price (measured). */
const alarmsApart = 100

type Ring = () => void

/** By the time at which they ring; of each clock, for tests have clocks of their own. */
const alarmsOf = new WeakMap<Clock.Clock, Map<number, Set<Ring>>>()

/**
 * Has somebody told at this time; answers how to take that back. The alarm itself stays: there are
 * fifty at most. One whose time has passed rings at once.
 */
const tellAt = (at: number, context: Context.Context<never>, ring: Ring): (() => void) => {
  const clock = Context.get(context, Clock.Clock)
  const alarms = alarmsOf.get(clock) ?? new Map<number, Set<Ring>>()
  alarmsOf.set(clock, alarms)
  const known = alarms.get(at)
  const rings = known ?? new Set()
  rings.add(ring)
  if (known === undefined) {
    alarms.set(at, rings)
    const left = Math.max(0, at - clock.currentTimeMillisUnsafe())
    Effect.runForkWith(context)(Effect.sleep(Duration.millis(left))).addObserver(() => {
      alarms.delete(at)
      for (const one of rings) one()
    })
  }
  return () => void rings.delete(ring)
}

export class Deadline {
  /** In epoch milliseconds. Rather early than late: somebody has been promised an answer. */
  readonly at: number

  constructor(at: number) {
    this.at = Math.floor(at / alarmsApart) * alarmsApart
  }

  /** Calls when it has passed; answers how to take that back. */
  tell(context: Context.Context<never>, ring: Ring): () => void {
    return tellAt(this.at, context, ring)
  }

  /** What has begun, when it is done; interrupts it at the deadline. */
  ended<A, E, B>(fiber: Fiber.Fiber<A, E>, orElse: () => B): Effect.Effect<A | B, E> {
    return (
      fiber.pollUnsafe() ??
      Effect.contextWith((context: Context.Context<never>) => this.#await(context, fiber, orElse))
    )
  }

  #await<A, E, B>(context: Context.Context<never>, fiber: Fiber.Fiber<A, E>, orElse: () => B) {
    return Effect.callback<A | B, E>((resume) => {
      const ring = () => {
        // In this order: the first answer counts, and an interruption is one too.
        resume(Effect.sync(orElse))
        fiber.interruptUnsafe()
      }
      const leave = this.tell(context, ring)
      fiber.addObserver((exit) => {
        leave()
        resume(exit)
      })
      return Effect.sync(() => {
        leave()
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
  Effect.flatMap(begin(work), (fiber) => deadline.ended(fiber, orElse))

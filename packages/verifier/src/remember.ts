/**
 * What takes time to learn, remembered for as long as it holds. It is learnt once, whoever asks
 * meanwhile, and to its end: who leaves early finds it there when he comes back.
 *
 * Of more keys than may be kept, the one asked for longest ago is forgotten.
 */
import { Clock, Context, Duration, Effect, Exit } from "effect"
import { LRUCache } from "lru-cache"

import type { Deadline } from "./byDeadline.ts"

export interface Subject<A extends {}> {
  /** Bounded in time by itself: nobody interrupts it. */
  readonly learn: (key: string) => Effect.Effect<A>
  /** From the moment at which it is known; zero: who asks next has it learnt anew. */
  readonly lifetimeOf: (value: A, key: string) => Duration.Duration
  readonly keysMax: number
}

interface Kept<A> {
  readonly value: A
  /** Epoch milliseconds. */
  readonly until: number
}

/** A key that is being learnt. Those who wait are functions: a fiber for each would cost as much as DNS. */
interface UnderWay<A> {
  readonly waiting: Set<(exit: Exit.Exit<A>) => void>
  exit: Exit.Exit<A> | undefined
}

/** How long somebody waits, and what he makes of it then. What he waited for goes on. */
export interface Patience<B> {
  readonly deadline: Deadline
  readonly orElse: () => B
}

const ended = <A, B>(
  one: UnderWay<A>,
  context: Context.Context<never>,
  patience: Patience<B> | undefined
): Effect.Effect<A | B> =>
  Effect.callback((resume) => {
    if (one.exit !== undefined) return resume(one.exit)
    const forget = patience?.deadline.tell(context, () => resume(Effect.sync(patience.orElse)))
    const tell = (exit: Exit.Exit<A>) => {
      forget?.()
      resume(exit)
    }
    one.waiting.add(tell)
    return Effect.sync(() => {
      forget?.()
      one.waiting.delete(tell)
    })
  })

export interface Remembered<A> {
  /** Without an effect, which would take a fiber: nearly every row of a list is known. */
  readonly known: (key: string, now: number) => A | undefined
  readonly ask: <B = never>(key: string, patience?: Patience<B>) => Effect.Effect<A | B>
}

export const remember = <A extends {}>(subject: Subject<A>): Remembered<A> => {
  const kept = new LRUCache<string, Kept<A>>({ max: subject.keysMax })
  const underWay = new Map<string, UnderWay<A>>()

  const known = (key: string, now: number): A | undefined => {
    const one = kept.get(key)
    return one !== undefined && one.until > now ? one.value : undefined
  }

  const keep = (key: string, exit: Exit.Exit<A>, now: number) => {
    if (Exit.isFailure(exit)) return
    const lifetime = Duration.toMillis(subject.lifetimeOf(exit.value, key))
    if (lifetime > 0) kept.set(key, { value: exit.value, until: now + lifetime })
  }

  const learn = (key: string, context: Context.Context<never>): UnderWay<A> => {
    const one: UnderWay<A> = { waiting: new Set(), exit: undefined }
    underWay.set(key, one)
    Effect.runForkWith(context)(subject.learn(key)).addObserver((exit) => {
      one.exit = exit
      underWay.delete(key)
      keep(key, exit, Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
      for (const tell of one.waiting) tell(exit)
    })
    return one
  }

  return {
    known,
    ask: (key, patience) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const value = known(key, Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
        return value === undefined
          ? ended(underWay.get(key) ?? learn(key, context), context, patience)
          : Effect.succeed(value)
      })
  }
}

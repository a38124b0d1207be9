/** What came in place of a reply, and waiting that always ends. */
import { Data, Duration, Effect } from "effect"

export class WireFailed extends Data.TaggedError("WireFailed")<{
  readonly how: "timeout" | "closed" | "garbled"
  /** For operators. */
  readonly why: string
}> {}

export const closed = (why: string): WireFailed => new WireFailed({ how: "closed", why })
export const garbled = (why: string): WireFailed => new WireFailed({ how: "garbled", why })

export const reasonOf = (error: Error): string =>
  "code" in error ? String(error.code) : error.message

/**
 * Resolves once, at the latest after `wait`, and leaves no timer behind. Timers are node's own: a
 * conversation waits ten times, and thousands are held at once. `register` says how to forget us.
 */
export const within = <A>(
  wait: Duration.Duration,
  register: (done: (effect: Effect.Effect<A, WireFailed>) => void) => () => void
): Effect.Effect<A, WireFailed> =>
  Effect.callback((resume) => {
    const stop = (): void => {
      clearTimeout(timer)
      forget()
    }
    const done = (effect: Effect.Effect<A, WireFailed>): void => {
      stop()
      resume(effect)
    }
    const late = (): void => done(Effect.fail(new WireFailed({ how: "timeout", why: "timeout" })))
    const timer = setTimeout(late, Duration.toMillis(wait))
    const forget = register(done)
    return Effect.sync(stop)
  })

/** The error of a connection, and a wait for a connection that always ends. */
import { Data, Duration, Effect } from "effect"

export class ConnectionError extends Data.TaggedError("ConnectionError")<{
  readonly how: "timeout" | "closed" | "garbled"
  /** The reason, for operators. */
  readonly why: string
}> {}

export const closed = (why: string): ConnectionError => new ConnectionError({ how: "closed", why })
export const garbled = (why: string): ConnectionError =>
  new ConnectionError({ how: "garbled", why })
export const late = new ConnectionError({ how: "timeout", why: "timeout" })

export const reasonOf = (error: Error): string =>
  "code" in error ? String(error.code) : error.message

/**
 * Waits for `done`, at most for `timeout`, and leaves no timer behind. `register` returns a function that
 * unregisters. The timers are Node's own: a session waits ten times, and thousands are open at once.
 */
export const within = <A>(
  timeout: Duration.Duration,
  register: (done: (effect: Effect.Effect<A, ConnectionError>) => void) => () => void
): Effect.Effect<A, ConnectionError> =>
  Effect.callback((resume) => {
    const stop = (): void => {
      clearTimeout(timer)
      unregister()
    }
    const done = (effect: Effect.Effect<A, ConnectionError>): void => {
      stop()
      resume(effect)
    }
    const timer = setTimeout(() => done(Effect.fail(late)), Duration.toMillis(timeout))
    const unregister = register(done)
    return Effect.sync(stop)
  })

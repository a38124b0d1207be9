/**
 * A read that is given up after a while, whatever the driver does. Statements that share a connection
 * cannot be interrupted, and would hold their caller until the connection breaks; so it is the
 * waiting that ends, and the statement is left to itself.
 *
 * Running out of time is a defect (`Cause.TimeoutError`): no caller but the doctor can act on it.
 *
 * Every request passes here: one fiber and one timer, where a race would take three fibers.
 */
import { Cause, Duration, Effect } from "effect"

export const readTimeout =
  (wait: Duration.Input) =>
  <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.forkDetach(read, { startImmediately: true }), (fiber) =>
      Effect.callback<A, E>((resume) => {
        const timer = setTimeout(
          () => resume(Effect.die(new Cause.TimeoutError())),
          Duration.toMillis(wait)
        )
        const forget = fiber.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.sync(() => {
          clearTimeout(timer)
          forget()
        })
      })
    )

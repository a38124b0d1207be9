/**
 * A timeout for a read that does not depend on the driver. Statements that share a connection cannot be
 * interrupted, and an interruption would wait until the connection breaks. So only the waiting ends, and
 * the statement runs on.
 *
 * A timeout is a defect (`Cause.TimeoutError`): only the doctor can act on it.
 *
 * Every request passes here, so it takes one fiber and one timer; a race would take three fibers.
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

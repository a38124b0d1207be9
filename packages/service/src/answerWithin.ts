/**
 * A read that is given up after a while, whatever the driver does. Statements that share a connection
 * cannot be interrupted, and would hold their caller until the connection breaks; so it is the
 * waiting that ends, and the statement is left to itself.
 */
import { Effect, Fiber } from "effect"
import type { Cause, Duration } from "effect"

export const answerWithin =
  (wait: Duration.Input) =>
  <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E | Cause.TimeoutError, R> =>
    Effect.flatMap(Effect.forkDetach(read), (fiber) => Effect.timeout(Fiber.join(fiber), wait))

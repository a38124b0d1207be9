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

/** With the lookup of its key or session, below the 5 s within which every request gets its response. */
export const readWaitMax = Duration.seconds(3)

/** Milliseconds of a slice. The first is the only one of nearly every read. */
const sliceMax = 250

/** Turns of the event loop. An answer passes through some fibers, each of which goes on in the next turn. */
const lastTurns = 10

/**
 * Calls back when so many milliseconds have passed in which this process could have seen an answer. A
 * process that got no processor for two seconds has its answers and its timers before it at once, and the work
 * that an answer leads to comes after the timers: a plain timer would end reads that were answered long ago
 * (seen on machines under load). So a slice that ends late counts for no more than its length, and after the last
 * one a few turns are left to the answer.
 */
const afterOwnTime = (millis: number, end: () => void): (() => void) => {
  let isOver = false
  const leave = (turns: number): void => {
    if (isOver) return
    if (turns === 0) end()
    else setImmediate(leave, turns - 1)
  }
  const wait = (left: number): NodeJS.Timeout =>
    setTimeout(
      () => {
        if (left <= sliceMax) leave(lastTurns)
        else timer = wait(left - sliceMax)
      },
      Math.min(left, sliceMax)
    )
  let timer = wait(millis)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Ends the wait for a read after `wait`, with a defect. */
export const readTimeout =
  (wait: Duration.Input) =>
  <A, E, R>(read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.forkDetach(read, { startImmediately: true }), (fiber) =>
      Effect.callback<A, E>((resume) => {
        const stop = afterOwnTime(Duration.toMillis(wait), () =>
          resume(Effect.die(new Cause.TimeoutError()))
        )
        const forget = fiber.addObserver((exit) => {
          stop()
          resume(exit)
        })
        return Effect.sync(() => {
          stop()
          forget()
        })
      })
    )

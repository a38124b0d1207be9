/**
 * Wakes the guards of lines in which rows are due. Every node does: a guard that works already takes
 * it for a reminder, and one whose node has died comes up on another.
 */
import { Duration, Effect, Schedule } from "effect"

import { ProbeQueue } from "../probes/ProbeQueue.ts"
import type { Line } from "../probes/ProbeRow.ts"
import { guardId, MxGuard } from "./MxGuard.ts"

/** The longest that a due row waits for somebody to notice it. */
const wakeEvery = Duration.seconds(2)

/** Lines of one statement, and guards that are woken at the same time. */
const linesAtOnce = 1_000
const wokenAtOnce = 64

/** A guard that takes longer is on its way to another node, and will be woken there. */
const wakeWaitMax = Duration.seconds(5)

/** One round. */
export const wakeAll = Effect.gen(function* () {
  const queue = yield* ProbeQueue
  const guards = yield* MxGuard.client
  const wake = (line: Line) =>
    guards(guardId(line)).Wake().pipe(Effect.timeoutOption(wakeWaitMax), Effect.ignore)
  for (let after: Line | undefined; ;) {
    const lines = yield* queue.groupsWithDueRows({ limit: linesAtOnce, after })
    yield* Effect.forEach(lines, wake, { concurrency: wokenAtOnce, discard: true })
    after = lines.at(-1)
    if (lines.length < linesAtOnce) return
  }
})

export const run = wakeAll.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Guards could not be woken", cause)),
  Effect.repeat(Schedule.spaced(wakeEvery))
)

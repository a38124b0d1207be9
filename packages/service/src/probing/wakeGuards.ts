/**
 * Wakes the guards whose probe queues have due rows. Every node does so: a guard that is draining
 * already ignores it, and one whose node has died starts on another.
 */
import { Duration, Effect, Schedule } from "effect"

import { guardId, MxGuard } from "./MxGuard.ts"
import { ProbeQueue } from "./queue/ProbeQueue.ts"
import type { ProbeQueueKey } from "./queue/ProbeRow.ts"

/** The longest that a due row waits to be noticed. */
const wakeEvery = Duration.seconds(2)

/** Queue keys per statement, and guards that are woken concurrently. */
const keysPerPage = 1_000
const concurrency = 64

/** A guard that takes longer is moving to another node. The next round wakes it there. */
const wakeWaitMax = Duration.seconds(5)

/** One round. */
export const wakeAll = Effect.gen(function* () {
  const queue = yield* ProbeQueue
  const guards = yield* MxGuard.client
  const wake = (key: ProbeQueueKey) =>
    guards(guardId(key)).Wake().pipe(Effect.timeoutOption(wakeWaitMax), Effect.ignore)
  for (let after: ProbeQueueKey | undefined; ;) {
    const keys = yield* queue.groupsWithDueRows({ limit: keysPerPage, after })
    yield* Effect.forEach(keys, wake, { concurrency, discard: true })
    after = keys.at(-1)
    if (keys.length < keysPerPage) return
  }
})

export const run = wakeAll.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Guards could not be woken", cause)),
  Effect.repeat(Schedule.spaced(wakeEvery))
)

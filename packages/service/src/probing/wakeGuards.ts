/**
 * Wakes the guards whose probe queues have due rows, in rounds that the nodes share: a guard that is
 * draining already ignores it, and one whose node has died starts on another, with the rows that it had.
 */
import { inStep } from "@rcpt/store/inStep"
import { Duration, Effect } from "effect"

import { guardId, MxGuard } from "./MxGuard.ts"
import { ProbeQueue, releasedMax } from "./queue/ProbeQueue.ts"
import type { ProbeQueueKey } from "./queue/ProbeRow.ts"
import { wakeEvery } from "./queue/wakeRound.ts"
import { Suspects } from "./Suspects.ts"

/** Queue keys per statement, and guards that are woken concurrently. */
const keysPerPage = 1_000
const concurrency = 64

/**
 * A guard that takes longer is moving to another node, and the next round wakes it there. It must not
 * keep those behind it waiting: of ten thousand guards, a node that dies may have had a thousand.
 */
const wakeWaitMax = Duration.seconds(1)

/** One round. */
export const wakeAll = Effect.gen(function* () {
  const queue = yield* ProbeQueue
  const guards = yield* MxGuard.client
  yield* Effect.repeat(queue.releaseEnded, { until: (released) => released < releasedMax })
  const wake = (key: ProbeQueueKey) =>
    guards(guardId(key))
      .Wake({ group: key.group })
      .pipe(Effect.timeoutOption(wakeWaitMax), Effect.ignore)
  for (let after: ProbeQueueKey | undefined; ;) {
    const keys = yield* queue.groupsWithDueRows({ limit: keysPerPage, after })
    yield* Effect.forEach(keys, wake, { concurrency, discard: true })
    after = keys.at(-1)
    if (keys.length < keysPerPage) return
  }
})

const wakeInTurn = Effect.gen(function* () {
  const queue = yield* ProbeQueue
  const suspects = yield* Suspects
  const { hasRows, hasSuspects } = yield* queue.glance
  // Of each node: it pulls them for its own guards.
  suspects.note(hasSuspects)
  if (hasRows && (yield* queue.takeWakeRound)) yield* wakeAll
})

export const run = wakeInTurn.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Guards could not be woken", cause)),
  Effect.repeat(inStep(wakeEvery))
)

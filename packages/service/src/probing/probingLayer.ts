/**
 * The probing of mail servers: the guards that this node runs, the loop that wakes them, and the prober that
 * sends to guards.
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Duration, Effect, Layer } from "effect"

import * as Cluster from "../platform/Cluster.ts"
import { NodeLease } from "../platform/NodeLease.ts"
import * as ClusterProber from "./ClusterProber.ts"
import { EnumerationLimits } from "./domains/EnumerationLimits.ts"
import * as EgressHealth from "./egress/EgressHealth.ts"
import * as GuardRecords from "./GuardRecords.ts"
import * as GuardRegistry from "./GuardRegistry.ts"
import { LocalGuards } from "./LocalGuards.ts"
import * as MxGuard from "./MxGuard.ts"
import { ProbeQueue, releasedMax } from "./queue/ProbeQueue.ts"
import type { ProbeQueueKey } from "./queue/ProbeRow.ts"
import { wakeEvery } from "./queue/wakeRound.ts"
import * as SmtpClients from "./SmtpClients.ts"
import { Suspects } from "./Suspects.ts"

/** Queue keys per statement, and guards that are woken concurrently. */
const keysPerPage = 1_000
const concurrency = 64

/**
 * A guard that takes longer is moving to another node, and the next round wakes it there. It must not
 * keep those behind it waiting: of ten thousand guards, a node that dies may have had a thousand.
 */
const wakeWaitMax = Duration.seconds(1)

/**
 * Wakes the guards whose probe queues have due rows, in rounds that the nodes share: a guard that is
 * draining already ignores it, and one whose node has died starts on another, with the rows that it had.
 */
const wakeAll = Effect.gen(function* () {
  const queue = yield* ProbeQueue
  const guards = yield* MxGuard.MxGuard.client
  yield* Effect.repeat(queue.releaseEnded, { until: (released) => released < releasedMax })
  const wake = (key: ProbeQueueKey) =>
    guards(MxGuard.guardId(key))
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
  // Each node does this, because it pulls suspicious rows for its own guards.
  suspects.note(hasSuspects)
  if (hasRows && (yield* queue.takeWakeRound)) yield* wakeAll
})

const wakeDue = wakeInTurn.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Guards could not be woken", cause)),
  Effect.repeat(alignedSchedule(wakeEvery))
)

/** When this node stops, its leased rows become due at once. */
const releaseRows = Layer.effectDiscard(
  Effect.acquireRelease(Effect.all([ProbeQueue, NodeLease]), ([queue, { holder }]) =>
    Effect.suspend(() => queue.releaseHolder(holder())).pipe(
      Effect.timeoutOption("2 seconds"),
      Effect.catchCause((cause) => Effect.logDebug("Rows could not be released", cause))
    )
  )
)

const entities = MxGuard.layer.pipe(
  Layer.provide(releaseRows),
  Layer.provideMerge(GuardRegistry.layer),
  Layer.provide([EnumerationLimits.layer, GuardRecords.layer, SmtpClients.layer])
)

const waking = Layer.effectDiscard(Effect.forkScoped(wakeDue))

/** The guards, which probe the rows of the queue as they become due. */
export const actors = Layer.merge(waking, entities).pipe(Layer.provide(Suspects.layer))

/** The guards of this node, and the prober of real-time probes. */
export const layer = Layer.merge(ClusterProber.layer, actors).pipe(
  Layer.provide([LocalGuards.layer, EgressHealth.layer]),
  Layer.provideMerge(Cluster.layer)
)

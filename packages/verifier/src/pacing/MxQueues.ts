/**
 * The queues of one process, one per group of mail hosts. A queue is closed when a new one would do the
 * same. One fiber closes them.
 */
import { Effect, Schedule } from "effect"
import type { Scope } from "effect"

import { queuesKeptMax, restCheckEvery } from "./limits.ts"
import { makeMxQueue } from "./MxQueue.ts"
import type { MxQueueOptions } from "./MxQueue.ts"
import { makeNetworkLimits } from "./NetworkLimit.ts"
import { makeOpenQueues } from "./OpenQueues.ts"
import type { OpenQueues } from "./OpenQueues.ts"

export type MxQueuesOptions = Omit<MxQueueOptions, "group" | "policy" | "storage">

export type MxQueues = Pick<OpenQueues, "probe">

export const makeMxQueues = Effect.fnUntraced(function* (
  options: MxQueuesOptions
): Effect.fn.Return<MxQueues, never, Scope.Scope> {
  const connectionsOf = yield* makeNetworkLimits(options.connections, options.pace !== undefined)
  const queues = yield* makeOpenQueues({
    keptMax: queuesKeptMax,
    make: (group, policy) =>
      Effect.flatMap(connectionsOf(group), (connections) =>
        makeMxQueue({ ...options, connections, group, policy })
      )
  })
  yield* Effect.forkScoped(Effect.repeat(queues.closeRested, Schedule.spaced(restCheckEvery)))
  return queues
})

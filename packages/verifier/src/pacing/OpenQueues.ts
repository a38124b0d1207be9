/**
 * The open queues of groups of mail hosts. A queue is opened for the first probe of its group, and closed when
 * a new one would do the same.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect, Exit, Schedule, Scope } from "effect"

import { queuesKeptMax, restCheckEvery } from "./limits.ts"
import type { MxQueue, MxQueueOptions, QueuePace } from "./MxQueue.ts"
import { makeMxQueue } from "./MxQueue.ts"
import { makeNetworkLimits } from "./NetworkLimit.ts"
import type { ProbeRequest } from "./Probe.ts"

/** What a queue that is not open would say. */
const freshQueue: QueuePace = { opensAt: 0, servedAt: 0 }

type Policy = MxQueueOptions["policy"]

interface OpenQueues {
  readonly probe: (
    group: string,
    policy: Policy,
    request: ProbeRequest
  ) => Effect.Effect<SmtpEvidence>
  readonly paceOf: (group: string) => QueuePace
  /** Closes queues if a new one would do the same; above `keptMax`, all idle queues. */
  readonly closeRested: Effect.Effect<void>
}

interface OpenQueuesOptions {
  readonly make: (group: string, policy: Policy) => Effect.Effect<MxQueue, never, Scope.Scope>
  /** Above so many queues, others are closed before one is opened. */
  readonly keptMax: number
}

interface OpenQueue {
  readonly queue: MxQueue
  readonly scope: Scope.Closeable
  /** How many callers wait for evidence from this queue. */
  callers: number
}

export const makeOpenQueues = Effect.fnUntraced(function* ({
  make,
  keptMax
}: OpenQueuesOptions): Effect.fn.Return<OpenQueues, never, Scope.Scope> {
  const parent = yield* Effect.scope
  const queues = new Map<string, OpenQueue>()

  const closeRested = Effect.suspend(() => {
    const closing = [...queues].filter(([, { queue, callers }]) => {
      const mayClose = callers === 0 && queue.isIdle()
      return mayClose && (queues.size > keptMax || queue.isRested())
    })
    for (const [group] of closing) queues.delete(group)
    return Effect.forEach(closing, ([, { scope }]) => Scope.close(scope, Exit.void), {
      discard: true
    })
  })

  const open = Effect.fnUntraced(function* (group: string, policy: Policy) {
    if (queues.size > keptMax) yield* closeRested
    const scope = yield* Scope.fork(parent)
    const queue = yield* Scope.provide(make(group, policy), scope)
    // A group has one pace: the queue that another fiber opened meanwhile wins.
    if (queues.has(group)) yield* Scope.close(scope, Exit.void)
    else queues.set(group, { queue, scope, callers: 0 })
  })

  const probeIn = (opened: OpenQueue, request: ProbeRequest): Effect.Effect<SmtpEvidence> => {
    opened.callers += 1
    return Effect.ensuring(
      opened.queue.probe(request),
      Effect.sync(() => {
        opened.callers -= 1
      })
    )
  }

  const probe: OpenQueues["probe"] = (group, policy, request) =>
    Effect.suspend(() => {
      const opened = queues.get(group)
      return opened === undefined
        ? Effect.andThen(open(group, policy), probe(group, policy, request))
        : probeIn(opened, request)
    })

  return { probe, paceOf: (group) => queues.get(group)?.queue.pace() ?? freshQueue, closeRested }
})

type MxQueuesOptions = Omit<MxQueueOptions, "group" | "policy" | "storage">

type MxQueues = Pick<OpenQueues, "probe">

/** The queues of one process, one per group of mail hosts. One fiber closes those that have rested. */
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

/**
 * The queues of one process, one per group of mail hosts. A queue is made for the first probe of its
 * group and closed when a new one would do the same. One fiber closes them.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect, Exit, Schedule, Scope } from "effect"

import { queuesKeptMax, restCheckEvery } from "./limits.ts"
import { makeMxQueue } from "./MxQueue.ts"
import type { MxQueue, MxQueueOptions } from "./MxQueue.ts"
import type { ProbeRequest } from "./PendingProbe.ts"

export type MxQueuesOptions = Omit<MxQueueOptions, "group" | "policy" | "storage">

export interface MxQueues {
  readonly probe: (
    group: string,
    policy: MxQueueOptions["policy"],
    request: ProbeRequest
  ) => Effect.Effect<SmtpEvidence>
}

interface OpenQueue {
  readonly queue: MxQueue
  readonly scope: Scope.Closeable
  /** Callers that wait for evidence from it. */
  callers: number
}

export const makeMxQueues = Effect.fnUntraced(function* (
  options: MxQueuesOptions
): Effect.fn.Return<MxQueues, never, Scope.Scope> {
  const parent = yield* Effect.scope
  const queues = new Map<string, OpenQueue>()

  const open = Effect.fnUntraced(function* (group: string, policy: MxQueueOptions["policy"]) {
    const scope = yield* Scope.fork(parent)
    const queue = yield* Scope.provide(makeMxQueue({ ...options, group, policy }), scope)
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

  const probe: MxQueues["probe"] = (group, policy, request) =>
    Effect.suspend(() => {
      const opened = queues.get(group)
      return opened === undefined
        ? Effect.andThen(open(group, policy), probe(group, policy, request))
        : probeIn(opened, request)
    })

  const closeRested = Effect.suspend(() => {
    const closing = [...queues].filter(([, { queue, callers }]) => {
      const mayClose = callers === 0 && queue.isIdle()
      return mayClose && (queues.size > queuesKeptMax || queue.isRested())
    })
    for (const [group] of closing) queues.delete(group)
    return Effect.forEach(closing, ([, { scope }]) => Scope.close(scope, Exit.void), {
      discard: true
    })
  })
  yield* Effect.forkScoped(Effect.repeat(closeRested, Schedule.spaced(restCheckEvery)))

  return { probe }
})

/** The open queues of groups of mail hosts. A queue is made for the first probe of its group. */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Effect, Exit, Scope } from "effect"

import type { MxQueue, MxQueueOptions } from "./MxQueue.ts"
import type { ProbeRequest } from "./PendingProbe.ts"

type Policy = MxQueueOptions["policy"]

export interface OpenQueues {
  readonly probe: (
    group: string,
    policy: Policy,
    request: ProbeRequest
  ) => Effect.Effect<SmtpEvidence>
  /** Closes the queues of which a new one would do the same; past `keptMax`, all idle ones. */
  readonly closeRested: Effect.Effect<void>
}

export interface OpenQueuesOptions {
  readonly make: (group: string, policy: Policy) => Effect.Effect<MxQueue, never, Scope.Scope>
  /** With so many, others are closed before one is opened. */
  readonly keptMax: number
}

interface OpenQueue {
  readonly queue: MxQueue
  readonly scope: Scope.Closeable
  /** Callers that wait for evidence from it. */
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

  return { probe, closeRested }
})
